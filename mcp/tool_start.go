package mcp

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/supervisor"
)

var argServer = arg{name: "server", kind: kindString, required: true, about: "project/server, or a bare name if unique"}
var argProject = arg{name: "project", kind: kindString, about: "id or directory"}
var argTimeout = arg{name: "timeout_s", kind: kindInteger, most: longestWait, about: "default 30"}
var argWait = arg{name: "wait", kind: kindString, oneOf: []string{"ready", "none"}, about: "default ready"}

var startServer = tool{
	name: "start_server", title: "Start a server",
	about: "Ensure that a declared dev server runs, and wait until it is ready. Safe to repeat: a server that is up is left alone. " +
		"Answers with its URL and viewer_url, or why it failed.",
	args: []arg{argServer, argProject, argWait, argTimeout}, repeats: true,
	do: func(c *call) (any, error) { return c.bringUp("start", c.sup.Start) },
}

var restartServer = tool{
	name: "restart_server", title: "Restart a server",
	about: "Stop a server and start it again, and wait until it is ready.",
	args:  []arg{argServer, argProject, argWait, argTimeout},
	do:    func(c *call) (any, error) { return c.bringUp("restart", c.sup.Restart) },
}

type operation func(context.Context, app.Ref, supervisor.StartOptions) (app.Result, error)

func (c *call) bringUp(action string, do operation) (any, error) {
	st, err := c.findServer()
	if err != nil {
		return nil, err
	}
	ref, o := st.Ref(), supervisor.StartOptions{Actor: c.caller.actor(), Wait: app.WaitReady, Timeout: max(c.seconds("timeout_s", 30), time.Second)}
	if c.args.text("wait") == "none" {
		o.Wait = app.WaitNone
	}
	var r app.Result
	stop := c.watch(ref)
	err = c.record(action, ref, map[string]any{"wait": o.Wait}, func() (string, error) {
		r, err = do(c.ctx, ref, o)
		return runOf(r, err), err
	})
	stop()
	if err != nil {
		return nil, err
	}
	return c.broughtUp(r), nil
}

func (c *call) broughtUp(r app.Result) state {
	s := c.afterward(r)
	if r.State != app.Ready {
		s.Cursor = r.Cursor
		s.Next = "call wait_for with until=ready"
		s.Output = c.lastLines(r.Ref(), 5)
	}
	return s
}

var stopServer = tool{
	name: "stop_server", title: "Stop a server or task",
	about: "Stop a server, or a task that runs, with all its processes. What a person has pinned is refused.",
	args:  []arg{argServer, argProject}, repeats: true,
	do: (*call).stop,
}

func (c *call) stop() (any, error) {
	st, err := c.find(c.args.text("server"))
	if err != nil {
		return nil, err
	}
	var r app.Result
	err = c.record("stop", st.Ref(), nil, func() (string, error) {
		r, err = c.sup.Stop(c.ctx, st.Ref(), supervisor.StartOptions{Actor: c.caller.actor(), Timeout: longestWait * time.Second})
		return runOf(r, err), err
	})
	if err != nil {
		return nil, err
	}
	return c.afterward(r), nil
}
