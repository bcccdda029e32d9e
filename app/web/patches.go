package web

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"devservers/app"
)

// patches shows the overlay of a server.
func (s *Server) patches(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	return s.overlay(w, ref)
}

// projectPatches shows the overlay of all servers of a project.
func (s *Server) projectPatches(w http.ResponseWriter, r *http.Request) error {
	return s.overlay(w, app.Ref{Project: r.PathValue("id")})
}

func (s *Server) overlay(w http.ResponseWriter, ref app.Ref) error {
	o, err := s.sup.Patches(ref)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, o)
}

// patch changes the overlay of a server.
func (s *Server) patch(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	var change app.Change
	if err := readJSON(w, r, &change); err != nil {
		return err
	}
	var o app.Overlay
	err = s.record(r, "set-env", ref.String(), patchArgs(change), func() (string, error) {
		o, err = s.sup.Patch(ref, change, actorOf(r))
		return "", err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, o)
}

// patchArgs is what the history says of a change: names, no values.
func patchArgs(c app.Change) map[string]any {
	args := map[string]any{"reason": clean(c.Reason, 300)}
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

// resetPatch takes back one patch of a server, or without its id all of them.
func (s *Server) resetPatch(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	return s.reset(w, r, ref, r.PathValue("patch"))
}

// resetProject takes back all patches of a project.
func (s *Server) resetProject(w http.ResponseWriter, r *http.Request) error {
	return s.reset(w, r, app.Ref{Project: r.PathValue("id")}, "")
}

func (s *Server) reset(w http.ResponseWriter, r *http.Request, ref app.Ref, id string) error {
	target, args := ref.Project, map[string]any(nil)
	if ref.Name != "" {
		target = ref.String()
	}
	if id != "" {
		args = map[string]any{"patch": clean(id, 20)}
	}
	var o app.Overlay
	err := s.record(r, "reset-env", target, args, func() (_ string, err error) {
		o, err = s.sup.ResetPatch(ref, id, actorOf(r))
		return "", err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, o)
}

// resetting is the button that takes back a server's overlay.
func (s *Server) resetting(_ context.Context, ref app.Ref, o app.StartOptions) (app.Result, error) {
	_, err := s.sup.ResetPatch(ref, "", o.Actor)
	return app.Result{}, err
}
