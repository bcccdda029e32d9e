package app

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/config/settings"
)

// ShownPatches gives the patches of a server, or of all when server is "", with secrets masked.
func ShownPatches(list []settings.Patch, server string) []Patch {
	shown := []Patch{}
	for _, p := range list {
		if server == "" || p.Server == server {
			shown = append(shown, maskedPatch(p))
		}
	}
	return shown
}

func maskedPatch(p settings.Patch) Patch {
	shown := Patch{Patch: p}
	name, _ := strings.CutPrefix(p.Field, "env.")
	hide := func(value *string) *string {
		if value == nil {
			return nil
		}
		text, secret := command.Masked(name, *value)
		shown.Secret = shown.Secret || secret
		return &text
	}
	shown.Old, shown.New = hide(p.Old), hide(p.New)
	return shown
}

// OverlayDiff returns for each field its value without and with the overlay, and who changed it last and why.
func OverlayDiff(list []Patch) string {
	var b strings.Builder
	server := ""
	for _, chain := range chains(list) {
		if name := chain[0].Server; name != server {
			server = name
			fmt.Fprintf(&b, "@@ %s @@\n", server)
		}
		for _, line := range diffLines(chain) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// OverlayLines returns the diff of the changes to one server, as its Status has them.
func OverlayLines(list []Patch) (lines []string) {
	for _, chain := range chains(list) {
		lines = append(lines, diffLines(chain)...)
	}
	return lines
}

// diffLines returns the diff of the changes to one field.
func diffLines(chain []Patch) (lines []string) {
	first, last := chain[0], chain[len(chain)-1]
	if first.Old != nil {
		lines = append(lines, "-"+setting(first.Field, *first.Old))
	}
	if last.New != nil {
		lines = append(lines, "+"+setting(last.Field, *last.New))
	}
	by := last.By.Kind
	if last.By.Client != "" {
		by += " (" + last.By.Client + ")"
	}
	return append(lines, fmt.Sprintf(" # %s: %s %s", last.ID, quoteLine(by+":"), quoteLine(last.Reason)))
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
