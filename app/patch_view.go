package app

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/config/envvar"
	"devservers/app/config/overlay"
	"devservers/app/words"
)

// ShownPatches gives the patches of a server, or of all when server is "", with secrets masked.
func ShownPatches(list []overlay.Patch, server string) []Patch {
	shown := []Patch{}
	for _, p := range list {
		if server == "" || p.Server == server {
			shown = append(shown, maskedPatch(p))
		}
	}
	return shown
}

func maskedPatch(p overlay.Patch) Patch {
	shown := Patch{Patch: p}
	name, _ := strings.CutPrefix(p.Field, "env.")
	hide := func(value *string) *string {
		if value == nil {
			return nil
		}
		text, secret := envvar.Masked(name, *value)
		shown.Secret = shown.Secret || secret
		return &text
	}
	shown.Old, shown.New = hide(p.Old), hide(p.New)
	return shown
}

// OverlayDiff shows for each field what holds without the overlay, what holds with it, and who said so last and why.
func OverlayDiff(list []Patch) string {
	var b strings.Builder
	server := ""
	for _, chain := range chains(list) {
		first, last := chain[0], chain[len(chain)-1]
		if last.Server != server {
			server = last.Server
			fmt.Fprintf(&b, "@@ %s @@\n", server)
		}
		if first.Old != nil {
			fmt.Fprintf(&b, "-%s\n", setting(first.Field, *first.Old))
		}
		if last.New != nil {
			fmt.Fprintf(&b, "+%s\n", setting(last.Field, *last.New))
		}
		by := last.By.Kind
		if last.By.Client != "" {
			by += " (" + last.By.Client + ")"
		}
		fmt.Fprintf(&b, " # %s: %s %s\n", last.ID, quoteLine(by+":"), quoteLine(last.Reason))
	}
	return b.String()
}

// chains are the patches of each field, fields of a server together, otherwise in the order of the first patches.
func chains(list []Patch) (all [][]Patch) {
	for _, p := range list {
		i := slices.IndexFunc(all, func(c []Patch) bool { return c[0].Server == p.Server && c[0].Field == p.Field })
		if i < 0 {
			all = append(all, nil)
			i = len(all) - 1
		}
		all[i] = append(all[i], p)
	}
	slices.SortStableFunc(all, func(a, b []Patch) int { return strings.Compare(a[0].Server, b[0].Server) })
	return all
}

// setting is a line of the diff: NAME=value, or port=8000.
func setting(field, value string) string {
	name, _ := strings.CutPrefix(field, "env.")
	return name + "=" + quoteLine(words.Clip(value, 200))
}

// quoteLine keeps text on one line, in quotes when it needs them.
func quoteLine(text string) string {
	if quoted := fmt.Sprintf("%q", text); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return quoted
	}
	return text
}
