package mcp

import (
	"errors"
	"fmt"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/history"
	"devservers/app/supervisor"
	"devservers/app/wait"
	"devservers/mcp/output"
	"devservers/mcp/render"
)

type running struct {
	Task string `arg:"task,required" about:"project/task, or a bare name if unique"`
	inProject
	Wait int `arg:"wait_s" max:"45" usual:"10"`
}

var runTask = taking(tool{
	name: "run_task", title: "Run a task",
	about: "Run a declared task (migrate, test, build). Returns its result if it is quick, else its run: " +
		"then call wait_for with until=exit, or list_runs later.",
	destroys: true,
}, (*call).task)

func (c *call) task(a running) (any, error) {
	st, err := c.find(a.Task)
	if err != nil {
		return nil, err
	}
	if st.Kind != config.KindTask {
		return nil, &app.Error{Code: app.CodeInvalid, Detail: st.Ref().String() + " is a server, not a task", Hint: "call start_server"}
	}
	r, err := c.operate(history.Run, st.Ref(), supervisor.StartOptions{Timeout: longestWait}, c.sup.RunTask)
	if e := (*app.Error)(nil); errors.As(err, &e) && e.Code == app.CodeConflict {
		e.Hint = "call wait_for with until=exit, or stop_server to end it"
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	return c.taskResult(r, time.Duration(a.Wait)*time.Second)
}

// causes returns why a task has failed, as far as it is known.
func (c *call) causes(ref app.Ref) []render.Finding {
	d, err := c.o.Why.Diagnose(c.ctx, ref)
	if err != nil {
		return nil
	}
	return render.Findings(d.Findings)
}

// taskResult waits for the end of the run that r began, at most for limit.
func (c *call) taskResult(r app.Result, limit time.Duration) (any, error) {
	after := r.Status
	if limit > 0 {
		w, err := c.waitFor(wait.Query{Ref: r.Ref(), Until: wait.UntilExit, Timeout: limit})
		if err != nil {
			return nil, err
		}
		after = w.Status
	}
	s := c.stateOf(after)
	s.Output = c.lastLines(r.Ref(), 20)
	if after.State.Up() {
		s.Message = "it is still running"
		s.Next = "call wait_for with until=exit; its result stays in list_runs"
	} else {
		s.Message = fmt.Sprintf("%s: %s", r.Ref(), output.Tidy(after.Reason, 200))
		s.Reason = ""
		if after.Exit == nil || after.Exit.Code == nil || *after.Exit.Code != 0 {
			s.Findings = c.causes(r.Ref())
		}
	}
	return s, nil
}
