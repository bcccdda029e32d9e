package view

import (
	"devservers/app"
	"devservers/app/base/words"
)

// Labels are the names of servers to show: without the project if all are of the same one, and padded to one width.
type Labels struct {
	Names map[app.Ref]string
	Order []string
	width int
}

// LabelsOf returns the labels of these servers.
func LabelsOf(all []app.Status) Labels {
	projects := map[string]bool{}
	for _, st := range all {
		projects[st.Project] = true
	}
	l := Labels{Names: map[app.Ref]string{}}
	for _, st := range all {
		name := st.Name
		if len(projects) > 1 {
			name = st.Ref().String()
		}
		l.Names[st.Ref()], l.Order = name, append(l.Order, name)
		l.width = max(l.width, Columns(name))
	}
	return l
}

// Padded returns the name of ref, as wide as the longest.
func (l Labels) Padded(ref app.Ref) string { return Pad(l.Names[ref], l.width) }

// Refs returns the names of servers, with their projects.
func Refs(all []app.Status) []string {
	return words.Each(all, func(st app.Status) string { return st.Ref().String() })
}

// Up returns the servers that live.
func Up(all []app.Status) []app.Status {
	return append([]app.Status{}, words.Only(all, app.Status.Active)...)
}
