package mcp

import (
	"time"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/supervisor"
)

// starting is the arguments of start_server and restart_server.
type starting struct {
	ofServer
	Wait app.Wait `arg:"wait" oneof:"ready none" usual:"ready"`
	waiting
}

var startServer = taking(tool{
	name: "start_server", title: "Start a server",
	about: "Make sure a declared dev server runs, and wait until it is ready. Safe to repeat: a running server is left alone. " +
		"Returns its URL and viewer_url, or why it failed.",
	repeats: true,
}, func(c *call, a starting) (any, error) { return c.bringUp(history.Start, a, c.sup.Start) })

var restartServer = taking(tool{
	name: "restart_server", title: "Restart a server",
	about: "Stop a server, start it again and wait until it is ready.",
}, func(c *call, a starting) (any, error) { return c.bringUp(history.Restart, a, c.sup.Restart) })

func (c *call) bringUp(action history.Action, a starting, do operation) (any, error) {
	st, err := c.findServer(a.Server)
	if err != nil {
		return nil, err
	}
	r, err := c.operate(action, st.Ref(), supervisor.StartOptions{Wait: a.Wait, Timeout: max(a.duration(), time.Second)}, do)
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

var stopServer = taking(tool{
	name: "stop_server", title: "Stop a server or task",
	about:   "Stop a server or a running task with all its processes. Refused if a person has pinned it.",
	repeats: true,
}, (*call).stop)

func (c *call) stop(a ofServer) (any, error) {
	st, err := c.find(a.Server)
	if err != nil {
		return nil, err
	}
	r, err := c.operate(history.Stop, st.Ref(), supervisor.StartOptions{Timeout: longestWait}, c.sup.Stop)
	if err != nil {
		return nil, err
	}
	return c.afterward(r), nil
}
