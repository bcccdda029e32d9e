package web

import (
	"maps"
	"net/http"
	"slices"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// patches returns the overlay of a project, or of one server.
func (p projectAPI) patches(ref app.Ref) (app.Overlay, error) { return access.Patches(p.sup, ref) }

// resetPatches removes all patches of a project or of one server, or one patch.
func (p projectAPI) resetPatches(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	actor, id, args := guard.ActorOf(r), r.PathValue("patch"), map[string]any(nil)
	if id != "" {
		args = map[string]any{"patch": words.Clean(id, 20)}
	}
	o, err := history.Record(p.history, actor, history.ResetEnv, ref, args, func() (app.Overlay, error) {
		return access.ResetPatch(p.sup, ref, id, actor)
	})
	return wire.Answer(w, o, err)
}

// patch changes the overlay of a server.
func (s serverAPI) patch(r *http.Request, ref app.Ref, change app.Change) (app.Overlay, error) {
	actor := guard.ActorOf(r)
	return history.Record(s.history, actor, history.SetEnv, ref, patchArgs(change), func() (app.Overlay, error) {
		return s.permits.Add(r.Context(), ref, change, actor)
	})
}

// patchArgs returns what the history records of a change: names, not values.
func patchArgs(c app.Change) map[string]any {
	args := map[string]any{"reason": words.Clean(c.Reason, 300)}
	if len(c.SetEnv) > 0 {
		args["set_env"] = slices.Sorted(maps.Keys(c.SetEnv))
	}
	if len(c.UnsetEnv) > 0 {
		args["unset_env"] = c.UnsetEnv
	}
	if c.Port != "" {
		args["port"] = c.Port
	}
	return args
}
