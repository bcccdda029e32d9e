package mcp

import (
	"cmp"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/record/history"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// starting is the arguments of start_server and restart_server.
type starting struct {
	ofChanged
	Branch string   `arg:"branch" about:"git branch: make its worktree with data of its own, and start that"`
	Wait   app.Wait `arg:"wait" oneof:"ready none" usual:"ready"`
	waiting
}

var startServer = taking(tool{
	name: "start_server", title: "Start servers",
	about: "Make sure a declared dev server runs, and wait until it is ready: its URL and viewer_url, or why it failed. " +
		"A running server is left alone.",
	repeats: true, loaded: true,
}, func(c *call, a starting) (any, error) { return c.bringUp(history.Start, a, c.sup.Start) })

var restartServer = taking(tool{
	name: "restart_server", title: "Restart servers",
	about: "Stop a server, start it again and wait until it is ready.",
}, func(c *call, a starting) (any, error) { return c.bringUp(history.Restart, a, c.sup.Restart) })

func (c *call) bringUp(action history.Action, a starting, do operation) (any, error) {
	list, whole, err := c.Finder.Targets(a.Server)
	if err != nil {
		return nil, err
	}
	if a.Branch != "" && action == history.Start {
		return c.up(cmp.Or(whole, list[0].Project), a)
	}
	if whole != "" {
		list = session.Automatic(action, list)
	} else if list[0].Kind.IsTask() {
		return nil, session.IsTask(list[0].Ref())
	}
	o := supervisor.StartOptions{Wait: a.Wait, Timeout: max(a.duration(), time.Second)}
	return c.each(list, whole, func(one *call, ref app.Ref) (app.Result, error) { return one.operate(action, ref, o, do) },
		(*call).broughtUp)
}

func (c *call) broughtUp(r app.Result) render.ServerAnswer {
	s := c.afterward(r)
	switch {
	case r.State == app.External:
		s.Reason, s.Next = "", "use it; devservers only follows it and neither stops nor restarts it"
	case r.State != app.Ready:
		s.Cursor = r.Cursor
		s.Next = "call wait_for with server " + r.Ref().String() + " and until ready"
		s.Output = c.lastLines(r.Ref(), 5)
	}
	return s
}

var stopServer = taking(tool{
	name: "stop_server", title: "Stop servers or a task",
	about:   "Stop a server or a running task with all its processes. Refused if a person has pinned it.",
	repeats: true,
}, (*call).stop)

func (c *call) stop(a ofChanged) (any, error) {
	list, whole, err := c.Finder.Targets(a.Server)
	if err != nil {
		return nil, err
	}
	o := supervisor.StartOptions{Timeout: longestWait}
	if whole != "" {
		list = words.Only(list, app.Status.Active)
		o.With = words.Each(list, func(st app.Status) string { return st.Name })
	}
	return c.each(list, whole, func(one *call, ref app.Ref) (app.Result, error) {
		return one.operate(history.Stop, ref, o, c.sup.Stop)
	}, (*call).afterward)
}

// up makes the environment of a branch and starts its servers, as far as that is done in time.
func (c *call) up(project string, a starting) (any, error) {
	ask := environment.Wanted{Project: project, Branch: a.Branch, Servers: true, Actor: c.caller.Actor()}
	env, err := record(c, history.Up, app.Ref{Project: project}, map[string]any{"branch": a.Branch},
		func() (app.Environment, error) { return c.o.Environments.UpFor(c.ctx, ask, a.duration()) })
	return render.Branch(masked(c, env), c.visit.Base), err
}
