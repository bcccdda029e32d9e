package session

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"devservers/app"
)

// bare returns a name without what models put around it: quotes, a slash, the sign for all of a project, and the home
// directory as a shell writes it.
func bare(name string) string {
	name = strings.Trim(name, " \t\n\"'`")
	if home, err := os.UserHomeDir(); err == nil && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = filepath.Join(home, name[1:])
	}
	short := strings.TrimRight(strings.TrimSuffix(name, "/*"), "/")
	return cmp.Or(short, name)
}

// spelled returns the only server, task or project with the letters and digits of text, in the project of the call
// before others: shop:web and SHOP WEB are shop/web. A path is never taken for another.
func (f Finder) spelled(text, project string) (app.Ref, bool) {
	if strings.HasPrefix(text, ".") || filepath.IsAbs(text) {
		return app.Ref{}, false
	}
	text = letters(text)
	near := cmp.Or(project, f.Mine)
	found := map[app.Ref]bool{}
	add := func(ref app.Ref, name string) {
		if text != "" && letters(name) == text {
			found[ref] = true
		}
	}
	for _, v := range f.Views() {
		add(app.Ref{Project: v.ID}, v.ID)
		for _, st := range v.Members() {
			add(st.Ref(), st.Ref().String())
			if near == "" || v.ID == near {
				add(st.Ref(), st.Name)
			}
		}
	}
	for ref := range found {
		return ref, len(found) == 1
	}
	return app.Ref{}, false
}

// letters returns the letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
