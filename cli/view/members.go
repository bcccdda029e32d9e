package view

import "devservers/app"

// Refs returns the names of servers, with their projects.
func Refs(all []app.Status) []string {
	names := []string{}
	for _, st := range all {
		names = append(names, st.Ref().String())
	}
	return names
}

// Up returns the servers that live.
func Up(all []app.Status) []app.Status {
	live := []app.Status{}
	for _, st := range all {
		if st.State.Up() || st.Retry != nil {
			live = append(live, st)
		}
	}
	return live
}
