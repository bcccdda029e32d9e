package access

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
)

// ResetPatch undoes one patch, or all of a server if id is "", or all of a project if ref.Name is "". An agent can undo
// only changes by agents, never a person's.
func ResetPatch(sup *supervisor.Supervisor, ref app.Ref, id string, a app.Actor) (app.Overlay, error) {
	ref, err := existing(sup, ref)
	if err != nil {
		return app.Overlay{}, err
	}
	if err := mayReset(sup, ref, id, a); err != nil {
		return app.Overlay{}, err
	}
	return change(sup, ref, func() error {
		_, err := sup.Files.Overlays.Remove(ref.Project,
			func(q settings.Patch) bool { return isMeant(q, ref.Name, id) && mine(q, a) })
		return err
	})
}

// isMeant reports whether server and id select a patch; "" selects all.
func isMeant(p settings.Patch, server, id string) bool {
	return (server == "" || p.Server == server) && (id == "" || p.ID == id)
}

// mine reports whether a may undo a patch.
func mine(p settings.Patch, a app.Actor) bool {
	return !a.IsAgent() || app.Actor{Kind: app.ActorKind(p.By.Kind)}.IsAgent()
}

// mayReset refuses to undo a patch that does not exist, or one that a person made.
func mayReset(sup *supervisor.Supervisor, ref app.Ref, id string, a app.Actor) error {
	if ref.Name != "" {
		if err := sup.Pins.Allow(ref, a); err != nil {
			return err
		}
	}
	all := sup.Files.Declared(ref.Project).Patches
	at := slices.IndexFunc(all, func(q settings.Patch) bool { return isMeant(q, ref.Name, id) })
	switch {
	case id == "":
		return nil
	case at < 0:
		return app.Failf(app.CodeNotFound, "list them with: devservers show-env", "there is no patch %s", words.Quote(id))
	case !mine(all[at], a):
		return app.Failf(app.CodeNeedsHuman, "only a person can undo it: devservers reset-env --patch "+all[at].ID,
			"a person made this change")
	}
	return nil
}
