package mcp

import (
	"maps"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/change"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

type patching struct {
	ofServer
	SetEnv   map[string]string `arg:"set_env"`
	UnsetEnv []string          `arg:"unset_env"`
	Port     string            `arg:"port" about:"number or auto"`
	Reason   string            `arg:"reason,required" about:"one sentence for the user"`
	Restart  bool              `arg:"restart" about:"restart it now if it runs"`
}

type resetting struct {
	ofServers
	Patch   string `arg:"patch_id"`
	All     bool   `arg:"all"`
	Restart bool   `arg:"restart"`
}

var patchConfig = taking(tool{
	name: "patch_config", title: "Change env or port",
	about: "Change a server's environment or port from its next start, without editing devservers.yml. The user sees it " +
		"as a diff.",
}, (*call).patch)

var showPatch = taking(tool{
	name: "show_patch", title: "Show changes of env and port",
	about: "Show changes made by patch_config and by people, as a diff with their ids.",
	reads: true,
}, (*call).showPatch)

var resetPatch = taking(tool{
	name: "reset_patch", title: "Undo changes of env and port",
	about:    "Undo one change (patch_id), all of a server, or with all=true all of a project.",
	destroys: true, repeats: true,
}, (*call).resetPatch)

// patched is the changes that remain after a call.
type patched struct {
	Message   string        `json:"message"`
	Patches   []string      `json:"patch_ids"`
	Diff      string        `json:"diff,omitempty"`
	Restart   []string      `json:"restart_needed,omitempty"`
	Restarted *serverAnswer `json:"restarted,omitempty"`
	Failed    *failed       `json:"restart_failed,omitempty"` // the change is made all the same
	Next      string        `json:"next,omitempty"`
	ViewerURL string        `json:"viewer_url"`
}

func (c *call) overlay(o app.Overlay) patched {
	p := patched{Message: o.Message, Patches: []string{}, Diff: o.Diff, Restart: o.Restart, ViewerURL: c.visit.Base +
		"/p/" + o.Project}
	for _, one := range o.Patches {
		p.Patches = append(p.Patches, one.ID)
	}
	if len(o.Restart) > 0 {
		p.Next = "call restart_server to apply it"
	}
	return p
}

func (c *call) patch(a patching) (any, error) {
	st, err := c.Finder.Server(a.Server)
	if err != nil {
		return nil, err
	}
	change := app.Change{SetEnv: a.SetEnv, UnsetEnv: a.UnsetEnv, Port: a.Port, Reason: a.Reason}
	details := map[string]any{ // names, no values
		"reason": render.Tidy(a.Reason, 300), "set_env": slices.Sorted(maps.Keys(a.SetEnv)), "unset_env": a.UnsetEnv,
		"port": a.Port,
	}
	o, err := record(c, history.SetEnv, st.Ref(), details, func() (app.Overlay, error) {
		return c.o.Permits.Add(c.ctx, st.Ref(), change, c.caller.Actor())
	})
	if err != nil {
		return nil, err
	}
	return c.restartPatched(st.Ref(), o, a.Restart)
}

// restartPatched restarts the server, if requested and it runs with something else.
func (c *call) restartPatched(ref app.Ref, o app.Overlay, restart bool) (any, error) {
	p := c.overlay(o)
	if !restart || !slices.Contains(o.Restart, ref.Name) {
		return p, nil
	}
	r, err := c.operate(history.Restart, ref, supervisor.StartOptions{Wait: app.WaitReady, Timeout: 30 * time.Second},
		c.sup.Restart)
	p.Restart, p.Next = nil, ""
	if err != nil {
		f := c.failed(err)
		p.Failed, p.Message = &f, p.Message+"; this is done, but the restart failed"
		return nil, partial{p}
	}
	after := c.broughtUp(r)
	p.Restarted = &after
	return p, nil
}

func (c *call) showPatch(a ofServers) (any, error) {
	ref, err := c.Finder.Patched(a.Server)
	if err != nil {
		return nil, err
	}
	o, err := change.Patches(c.sup, ref)
	if err != nil {
		return nil, err
	}
	return c.overlay(o), nil
}

func (c *call) resetPatch(a resetting) (any, error) {
	ref, err := c.Finder.Patched(a.Server)
	if err != nil {
		return nil, err
	}
	if ref.Name == "" && a.Patch == "" && !a.All {
		return nil, &app.Error{Code: app.CodeInvalid, Detail: "nothing to undo is named",
			Hint: "give server, patch_id, or all=true for the whole project"}
	}
	o, err := record(c, history.ResetEnv, ref, map[string]any{"patch": render.Tidy(a.Patch, 20)},
		func() (app.Overlay, error) {
			return change.ResetPatch(c.sup, ref, a.Patch, c.caller.Actor())
		})
	if err != nil {
		return nil, err
	}
	return c.restartPatched(ref, o, a.Restart)
}
