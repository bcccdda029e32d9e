package cli

import (
	"devservers/app"
	"devservers/cli/term"
)

// labels are the names of servers to show: without the project if all are of the same one, and padded to one width.
type labels struct {
	names map[app.Ref]string
	order []string
	width int
}

func labelsOf(all []app.Status) labels {
	projects := map[string]bool{}
	for _, st := range all {
		projects[st.Project] = true
	}
	l := labels{names: map[app.Ref]string{}}
	for _, st := range all {
		name := st.Name
		if len(projects) > 1 {
			name = st.Ref().String()
		}
		l.names[st.Ref()], l.order = name, append(l.order, name)
		l.width = max(l.width, term.Columns(name))
	}
	return l
}

// padded returns the name of ref, as wide as the longest.
func (l labels) padded(ref app.Ref) string { return term.Pad(l.names[ref], l.width) }
