package mcp

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type patching struct {
	Action string `arg:"action" oneof:"set show reset propose" usual:"set"`
	ofServers
	SetEnv   map[string]string `arg:"set_env" also:"env"`
	UnsetEnv []string          `arg:"unset_env"`
	Port     string            `arg:"port" about:"number or auto"`
	Reason   string            `arg:"reason" about:"of set: one sentence for the user"`
	Patch    string            `arg:"patch_id" about:"of reset"`
	All      bool              `arg:"all" about:"reset the project"`
	Restart  bool              `arg:"restart" about:"restart it now if it runs or failed"`
	Content  string            `arg:"content" about:"of propose: the devservers.yml; default detected"`
}

var patchConfig = taking(tool{
	name: "patch_config", title: "Change env or port",
	about: "Change a server's environment or port from its next start, without editing devservers.yml, show the changes " +
		"as a diff, or undo them. action=propose proposes a devservers.yml for project, a directory: the user accepts it " +
		"with one click.",
}, (*call).patching)

// patching does what action says. Without anything to set it shows what there is.
func (c *call) patching(a patching) (any, error) {
	switch nothing := len(a.SetEnv)+len(a.UnsetEnv) == 0 && a.Port == ""; {
	case (a.Action == "propose" || a.Content != "") && !nothing:
		return nil, app.Failf(app.CodeInvalid, "set a variable or port with one call, and propose a file with another",
			"a proposed devservers.yml and set_env, unset_env or port exclude each other")
	case a.Action == "propose" || a.Content != "":
		return c.propose(a)
	case a.Action == "reset" || nothing && (a.Patch != "" || a.All):
		return c.resetPatch(a)
	case a.Action == "show" || nothing:
		return c.showPatch(a.Server)
	case a.Reason == "":
		return nil, app.Failf(app.CodeInvalid, "give a sentence for the user: patch_config takes server, reason, and "+
			"set_env, "+"unset_env or port", "reason is missing")
	}
	return c.patch(a)
}

// patched describes the changes of a project to v.
func patched(v session.Visit, o app.Overlay) render.Patched {
	p := render.Patched{Message: o.Message, Patches: []string{}, Diff: o.Diff, Restart: o.Restart,
		ViewerURL: v.Base + "/p/" + o.Project}
	p.Patches = words.Each(o.Patches, func(one app.Patch) string { return one.ID })
	if len(o.Restart) > 0 {
		p.Next = "call restart_server with server " + o.Project + "/" + o.Restart[0] + " to apply it"
	}
	return p
}

func (c *call) patch(a patching) (any, error) {
	if a.Server == "" {
		project, err := c.Finder.Own()
		if err != nil {
			return nil, err
		}
		a.Server = cmp.Or(project, "all")
	}
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
	p := patched(c.visit, o)
	action, do := history.Restart, c.sup.Restart
	switch st, err := c.sup.Status(ref); {
	case !restart || ref.Name == "" || err != nil:
		return p, nil
	case st.State == app.Failed:
		action, do = history.Start, c.sup.Start
	case !slices.Contains(o.Restart, ref.Name):
		return p, nil
	}
	r, err := c.operate(action, ref, supervisor.StartOptions{Wait: app.WaitReady, Timeout: 30 * time.Second}, do)
	p.Restart, p.Next = nil, ""
	if err != nil {
		f := c.failed(err)
		p.Failed, p.Message = &f, p.Message+"; this is done, but the restart failed"
		return nil, partial{p, nil} // what was asked is done
	}
	after := c.broughtUp(r)
	p.Restarted = &after
	return p, nil
}

func (c *call) showPatch(server string) (any, error) {
	ref, err := c.Finder.Patched(server)
	if err != nil {
		return nil, err
	}
	if ref.Project != "" {
		o, err := access.Patches(c.sup, ref)
		return patched(c.visit, o), err
	}
	all := render.Patched{Message: "changes in all projects", Patches: []string{}, ViewerURL: c.visit.Base + "/"}
	for _, v := range c.Views() {
		if o, err := access.Patches(c.sup, app.Ref{Project: v.ID}); err == nil && len(o.Patches) > 0 {
			one := patched(c.visit, o)
			all.Patches, all.Diff = append(all.Patches, one.Patches...), all.Diff+one.Diff
		}
	}
	return all, nil
}

func (c *call) resetPatch(a patching) (any, error) {
	ref, err := c.Finder.Patched(a.Server)
	if err == nil && ref.Project == "" {
		err = app.Failf(app.CodeInvalid, "give server or project", "it is not named what to undo")
	}
	if err != nil {
		return nil, err
	}
	if ref.Name == "" && a.Patch == "" && !a.All {
		if a.Server != "" {
			return nil, app.Failf(app.CodeInvalid, "give server, patch_id, or all=true for the whole project",
				"nothing to undo is named")
		}
		o, err := access.Patches(c.sup, ref)
		return patched(c.visit, o), err
	}
	o, err := record(c, history.ResetEnv, ref, map[string]any{"patch": render.Tidy(a.Patch, 20)},
		func() (app.Overlay, error) {
			return access.ResetPatch(c.sup, ref, a.Patch, c.caller.Actor())
		})
	var known *app.Error
	if errors.As(err, &known) && known.Code == app.CodeNotFound {
		err = app.Failf(known.Code, "call patch_config with action show, which lists the ids", "%s", known.Detail)
	}
	if err != nil {
		return nil, err
	}
	return c.restartPatched(ref, o, a.Restart)
}
