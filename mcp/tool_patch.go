package mcp

import (
	"maps"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/supervisor"
)

var patchConfig = tool{
	name: "patch_config", title: "Change env or port",
	about: "Change a server's environment or port from its next start on, without touching devservers.yml. The user sees it as a diff.",
	args: []arg{
		argServer, argProject,
		{name: "set_env", kind: kindValues},
		{name: "unset_env", kind: kindNames},
		{name: "port", kind: kindString, about: "number or auto"},
		{name: "reason", kind: kindString, required: true, about: "one sentence for the user"},
		{name: "restart", kind: kindBool, about: "restart it now if it runs"},
	},
	do: (*call).patch,
}

var showPatch = tool{
	name: "show_patch", title: "Show changes of env and port",
	about: "The changes that patch_config and people have made, as a diff with their ids.",
	args:  []arg{{name: "server", kind: kindString}, argProject},
	reads: true, do: (*call).showPatch,
}

var resetPatch = tool{
	name: "reset_patch", title: "Undo changes of env and port",
	about: "Undo one change (patch_id), all of a server, or with all=true all of a project.",
	args: []arg{
		{name: "server", kind: kindString}, argProject,
		{name: "patch_id", kind: kindString}, {name: "all", kind: kindBool}, {name: "restart", kind: kindBool},
	},
	destroys: true, repeats: true, do: (*call).resetPatch,
}

// patched is what there is of changes after a call.
type patched struct {
	Message   string   `json:"message"`
	Patches   []string `json:"patch_ids"`
	Diff      string   `json:"diff,omitempty"`
	Restart   []string `json:"restart_needed,omitempty"`
	Restarted *state   `json:"restarted,omitempty"`
	Next      string   `json:"next,omitempty"`
	ViewerURL string   `json:"viewer_url"`
}

func (c *call) overlay(o app.Overlay) patched {
	p := patched{Message: o.Message, Patches: []string{}, Diff: o.Diff, Restart: o.Restart, ViewerURL: c.visit.base + "/p/" + o.Project}
	for _, one := range o.Patches {
		p.Patches = append(p.Patches, one.ID)
	}
	if len(o.Restart) > 0 {
		p.Next = "call restart_server for it to hold"
	}
	return p
}

func (c *call) patch() (any, error) {
	st, err := c.findServer()
	if err != nil {
		return nil, err
	}
	change := app.Change{SetEnv: c.args.values("set_env"), UnsetEnv: c.args.names("unset_env"), Port: c.args.text("port"), Reason: c.args.text("reason")}
	details := map[string]any{ // names, no values
		"reason": tidy(change.Reason, 300), "set_env": slices.Sorted(maps.Keys(change.SetEnv)), "unset_env": change.UnsetEnv, "port": change.Port,
	}
	var o app.Overlay
	err = c.record("set-env", st.Ref(), details, func() (string, error) {
		o, err = c.sup.Patch(st.Ref(), change, c.caller.actor())
		return "", err
	})
	if err != nil {
		return nil, err
	}
	return c.restartPatched(st.Ref(), o)
}

// restartPatched restarts the server when the call asks for that and it runs with something else.
func (c *call) restartPatched(ref app.Ref, o app.Overlay) (any, error) {
	p := c.overlay(o)
	if !c.args.flag("restart") || !slices.Contains(o.Restart, ref.Name) {
		return p, nil
	}
	var r app.Result
	stop := c.watch(ref)
	err := c.record("restart", ref, nil, func() (run string, err error) {
		r, err = c.sup.Restart(c.ctx, ref, supervisor.StartOptions{Actor: c.caller.actor(), Wait: app.WaitReady, Timeout: 30 * time.Second})
		return runOf(r, err), err
	})
	stop()
	if err != nil {
		return nil, err
	}
	after := c.broughtUp(r)
	p.Restarted, p.Restart, p.Next = &after, nil, ""
	return p, nil
}

// overlayAsked is whose changes a call is about: of a server, or of a project when it names none.
func (c *call) overlayAsked() (app.Ref, error) {
	if c.args.text("server") != "" {
		st, err := c.findServer()
		return st.Ref(), err
	}
	project := c.project
	if project == "" {
		project = c.visit.project
	}
	if views := c.sup.Projects(); project == "" && len(views) == 1 {
		project = views[0].ID
	}
	if project == "" {
		return app.Ref{}, &app.Error{Code: app.CodeInvalid, Detail: "server is missing, and so is project", Hint: "name one of them; list_projects shows what there is"}
	}
	v, err := c.sup.Project(cleanDir(project))
	return app.Ref{Project: v.ID}, err
}

func (c *call) showPatch() (any, error) {
	ref, err := c.overlayAsked()
	if err != nil {
		return nil, err
	}
	o, err := c.sup.Patches(ref)
	if err != nil {
		return nil, err
	}
	return c.overlay(o), nil
}

func (c *call) resetPatch() (any, error) {
	ref, err := c.overlayAsked()
	if err != nil {
		return nil, err
	}
	if ref.Name == "" && c.args.text("patch_id") == "" && !c.args.flag("all") {
		return nil, &app.Error{Code: app.CodeInvalid, Detail: "say what to undo", Hint: "give server, patch_id, or all=true for the whole project"}
	}
	var o app.Overlay
	details := map[string]any{"patch": tidy(c.args.text("patch_id"), 20)}
	err = c.record("reset-env", ref, details, func() (_ string, err error) {
		o, err = c.sup.ResetPatch(ref, c.args.text("patch_id"), c.caller.actor())
		return "", err
	})
	if err != nil {
		return nil, err
	}
	return c.restartPatched(ref, o)
}
