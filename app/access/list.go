package access

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
)

// Patches returns the overlay of a server, or of a project when ref has no name.
func Patches(sup *supervisor.Supervisor, ref app.Ref) (app.Overlay, error) {
	ref, err := existing(sup, ref)
	if err != nil {
		return app.Overlay{}, err
	}
	return list(sup, ref, 0)
}

// existing returns the full names of what ref selects.
func existing(sup *supervisor.Supervisor, ref app.Ref) (app.Ref, error) {
	if ref.Name == "" {
		return sup.Files.Lookup(ref.Project, "")
	}
	now, err := sup.Situation(ref)
	return now.Status.Ref(), err
}

// list returns the overlay of a server or a project. before is how many patches the project had, if some were undone.
func list(sup *supervisor.Supervisor, ref app.Ref, before int) (app.Overlay, error) {
	v, err := sup.Project(ref.Project)
	if err != nil {
		return app.Overlay{}, err
	}
	all := sup.Files.Declared(ref.Project).Patches
	o := app.Overlay{Project: ref.Project, Server: ref.Name, Patches: app.ShownPatches(all, ref.Name), Restart: []string{}}
	o.Diff = app.OverlayDiff(o.Patches)
	for _, st := range v.Members() {
		if (ref.Name == "" || st.Name == ref.Name) && st.ConfigChanged {
			o.Restart = append(o.Restart, st.Name)
		}
	}
	o.Message = words.Patched(whose(ref), len(o.Patches), max(0, before-len(all)), o.Restart)
	return o, nil
}

func whose(ref app.Ref) string {
	if ref.Name == "" {
		return ref.Project
	}
	return ref.String()
}
