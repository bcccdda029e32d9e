package session

import (
	"devservers/app"
	"devservers/app/record/history"
)

// Automatic returns which servers of a project a start is about: those marked autostart, or all if none is; of a
// restart the ones that run.
func Automatic(action history.Action, list []app.Status) (chosen []app.Status) {
	var all []app.Status
	for _, st := range list {
		if st.Kind.IsTask() {
			continue
		}
		all = append(all, st)
		if action == history.Restart && st.State.Up() || action == history.Start && st.Autostart {
			chosen = append(chosen, st)
		}
	}
	if len(chosen) == 0 && action == history.Start {
		return all
	}
	return chosen
}
