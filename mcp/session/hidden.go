package session

import (
	"slices"
	"strings"

	"devservers/app"
)

// Hiding returns mask, which for a caller of one project also hides the names and directories of all others: those that
// causes and failures mention, such as who holds a port.
func (f Finder) Hiding(mask func(string) string) func(string) string {
	if f.Only == "" {
		return mask
	}
	var names [][2]string
	for _, v := range f.Sup.Projects() {
		own := v.ID == f.Only // which may contain a name of another
		add := func(name, instead string) {
			if own {
				instead = name
			}
			names = append(names, [2]string{name, instead})
		}
		add(v.Path, "(another project)")
		for _, st := range app.Statuses([]app.ProjectView{v}) {
			add(st.Ref().String(), "(a server of another project)")
		}
	}
	slices.SortStableFunc(names, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	var pairs []string
	for _, n := range names {
		pairs = append(pairs, n[0], n[1])
	}
	hide := strings.NewReplacer(pairs...)
	return func(text string) string { return mask(hide.Replace(text)) }
}
