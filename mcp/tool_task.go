package mcp

import (
	"context"
	"errors"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type running struct {
	Task string `arg:"task,required" also:"name server target" about:"project/task, or unique name"`
	inProject
	Arguments []string `arg:"arguments" also:"args"`
	Wait      int      `arg:"wait_s" also:"wait timeout_s timeout" max:"45" usual:"10"`
	Limit     int      `arg:"limit_s" max:"86400" about:"end it then"`
}

var runTask = taking(tool{
	name: "run_task", title: "Run a task",
	about: "Run a declared task (migrate, test, build): its result with errors and failed tests, or, if it takes longer " +
		"than wait_s, its run for get_runs.",
	destroys: true,
}, (*call).task)

func (c *call) task(a running) (any, error) {
	st, err := c.Finder.Find(a.Task)
	if err != nil {
		return nil, c.Finder.Tasks(err)
	}
	if !st.Kind.IsTask() {
		return nil, app.Failf(app.CodeInvalid, "call start_server", "%s is a server, not a task", st.Ref())
	}
	r, err := c.operate(history.Run, st.Ref(), supervisor.StartOptions{Timeout: longestWait, Args: a.Arguments},
		c.sup.RunTask)
	if e := (*app.Error)(nil); errors.As(err, &e) && e.Code == app.CodeConflict {
		e.Hint = "call get_runs with run " + st.Run + ", or stop_server with server " + st.Ref().String() + " to end it"
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	c.results.Book.Keep(st.Ref(), c.sup.Kept.IDs(st.Ref()))
	if a.Limit > 0 {
		c.limit(st.Ref(), r.Run, time.Duration(a.Limit)*time.Second)
	}
	session.Resume(c.ctx, getRuns.name, map[string]any{"run": r.Run, "wait_s": longestWait.Seconds()})
	out, err := c.result(st.Ref(), r.Run, c.atMost(time.Duration(a.Wait)*time.Second))
	out.New = false
	return out, err
}

// limit ends a run when its time is over.
func (c *call) limit(ref app.Ref, run string, after time.Duration) {
	until := time.Now().Add(after)
	c.results.Book.Limit(ref, run, until, words.Duration(after))
	c.limiter.Add(render.Limited{Task: ref.String(), Run: run, Until: until})
}

// endLimited ends a run whose time is over.
func (e *Endpoint) endLimited(l render.Limited) {
	project, name, _ := strings.Cut(l.Task, "/")
	ref := app.Ref{Project: project, Name: name}
	st, err := e.sup.Status(ref)
	if err != nil || st.Run != l.Run || !st.State.Up() || st.Actor == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	session.StopFor(ctx, e.sup, e.o.History, st, "its time limit is over")
}
