package pages

import (
	"net/http"

	"devservers/app"
	"devservers/app/config/yml"
	"devservers/app/engine/supervisor"
	"devservers/app/web/wire"
	"devservers/views"
)

// CodeChange returns what the last run of a server runs that has changed since a person last decided.
func CodeChange(sup *supervisor.Supervisor, ref app.Ref) (app.CodeChange, error) {
	st, err := sup.Status(ref)
	if err != nil {
		return app.CodeChange{}, err
	}
	if st.ChangedCode == nil {
		return app.CodeChange{}, app.FailAbout(app.CodeNotFound, "that is known of servers that an agent has started",
			ref.String(), "runs nothing that has changed since you last started or trusted it, as far as known")
	}
	v, err := sup.Project(ref.Project)
	if err != nil {
		return app.CodeChange{}, err
	}
	return app.CodeChange{For: *st.For, Changed: *st.ChangedCode,
		Diff: yml.Since(v.Path, st.ChangedCode.Files, st.ChangedCode.Since)}, nil
}

// Changed shows a person the difference.
func (a *Actions) Changed(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	change, err := CodeChange(a.sup, ref)
	if err != nil {
		return err
	}
	frame := a.frame.of(ref.Project, ref.String()+": changed code", "servers")
	return wire.WritePage(w, r, http.StatusOK, views.Changed(frame, ref, change))
}
