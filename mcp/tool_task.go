package mcp

import (
	"errors"
	"fmt"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/supervisor"
	"devservers/app/wait"
)

var runTask = tool{
	name: "run_task", title: "Run a task",
	about: "Run a declared task (migrate, test, build). Answers with its result if it is quick, else with its run: then wait_for until=exit, or list_runs later.",
	args: []arg{
		{name: "task", kind: kindString, required: true, about: "project/task, or a bare name if unique"}, argProject,
		{name: "wait_s", kind: kindInteger, most: longestWait, about: "default 10"},
	},
	destroys: true, do: (*call).task,
}

func (c *call) task() (any, error) {
	st, err := c.find(c.args.text("task"))
	if err != nil {
		return nil, err
	}
	if st.Kind != config.KindTask {
		return nil, &app.Error{Code: app.CodeInvalid, Detail: st.Ref().String() + " is a server, not a task", Hint: "call start_server"}
	}
	var r app.Result
	err = c.record("run", st.Ref(), nil, func() (string, error) {
		r, err = c.sup.RunTask(c.ctx, st.Ref(), supervisor.StartOptions{Actor: c.caller.actor(), Timeout: longestWait * time.Second})
		return runOf(r, err), err
	})
	if e := (*app.Error)(nil); err != nil && asConflict(err, &e) {
		e.Hint = "call wait_for with until=exit, or stop_server to end it"
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	return c.taskResult(st.Ref(), r)
}

// taskResult waits a little for the end of the run that r began.
func (c *call) taskResult(ref app.Ref, r app.Result) (any, error) {
	after := r.Status
	if limit := c.seconds("wait_s", 10); limit > 0 {
		stop := c.watch(ref)
		w, err := c.waiter.For(c.ctx, wait.Query{Ref: ref, Until: wait.UntilExit, Timeout: limit})
		stop()
		if err != nil {
			return nil, err
		}
		after = w.Status
	}
	s := c.stateOf(after)
	s.Output = c.lastLines(ref, 20)
	if after.State.Up() {
		s.Message = "it goes on"
		s.Next = "call wait_for with until=exit; its result stays in list_runs"
	} else {
		s.Message = fmt.Sprintf("%s %s", ref, tidy(after.Reason, 200))
		s.Reason = ""
	}
	return s, nil
}

func asConflict(err error, e **app.Error) bool {
	return errors.As(err, e) && (*e).Code == app.CodeConflict
}
