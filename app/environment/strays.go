package environment

import (
	"fmt"

	"devservers/app"
	"devservers/app/engine/machine"
)

// strays tells which servers of a worktree are connected to a server of the main checkout although the worktree has its
// own of that name: their code or settings name its port. It looks at what is connected now, so none is no proof.
func strays(main, own app.ProjectView) (notes []string) {
	twins := map[app.Ref]app.Status{} // the worktree's own, by the main checkout's
	for _, theirs := range main.Servers {
		for _, ours := range own.Servers {
			if ours.Name == theirs.Name && theirs.Port != 0 && ours.Port != 0 && ours.Port != theirs.Port {
				twins[theirs.Ref()] = ours
			}
		}
	}
	for _, st := range own.Servers {
		if st.PID == 0 || len(twins) == 0 {
			continue
		}
		peers := machine.Peers(st.PID)
		for _, theirs := range main.Servers {
			if ours, ok := twins[theirs.Ref()]; ok && peers[theirs.Port] {
				notes = append(notes, fmt.Sprintf("%s is connected to %s of %s, port %d: %s here has port %d", st.Name,
					theirs.Name, main.Name, theirs.Port, ours.Name, ours.Port))
			}
		}
	}
	return notes
}
