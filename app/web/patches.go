package web

import (
	"maps"
	"net/http"
	"slices"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// patches shows the overlay of a project, or of one server.
func (p projectAPI) patches(w http.ResponseWriter, _ *http.Request, ref app.Ref) error {
	o, err := p.sup.Patches(ref)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, o)
}

// resetPatches removes all patches of a project or of one server, or one patch.
func (p projectAPI) resetPatches(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	target, args, id := ref.Project, map[string]any(nil), r.PathValue("patch")
	if ref.Name != "" {
		target = ref.String()
	}
	if id != "" {
		args = map[string]any{"patch": wire.Clean(id, 20)}
	}
	actor := guard.ActorOf(r)
	var o app.Overlay
	err := p.history.Do(actor, history.ResetEnv, target, args, func() (_ string, err error) {
		o, err = p.sup.ResetPatch(ref, id, actor)
		return "", err
	})
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, o)
}

// patch changes the overlay of a server.
func (s serverAPI) patch(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	var change app.Change
	if err := wire.ReadJSON(w, r, &change); err != nil {
		return err
	}
	actor := guard.ActorOf(r)
	var o app.Overlay
	err := s.history.Do(actor, history.SetEnv, ref.String(), patchArgs(change), func() (_ string, err error) {
		o, err = s.sup.Patch(ref, change, actor)
		return "", err
	})
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, o)
}

// patchArgs returns what the history records of a change: names, not values.
func patchArgs(c app.Change) map[string]any {
	args := map[string]any{"reason": wire.Clean(c.Reason, 300)}
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
