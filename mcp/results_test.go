package mcp_test

import (
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
)

// TestResultsSurviveARestart: a finished task that nobody has read is new, until it is read, whatever manager runs.
func TestResultsSurviveARestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", false)
	ref := app.Ref{Project: "shop", Name: "quick"}
	r, err := w.Sup.RunTask(t.Context(), ref, supervisor.StartOptions{Actor: person})
	w.must(err)
	run := r.Run
	w.Until(ref, "over", func(st app.Status) bool { return st.EndedAt != nil && !st.State.Up() })
	w.close(true)
	w.open()
	a.ok("get_runs", given{"kind": "task"}).says("shop/quick #1", "failed: exited with code 3", "new: true")
	a.ok("get_runs", given{"run": run}).says("shop/quick #1", "exit_code: 3", "new: true", "it did not work",
		"/p/shop/quick/runs/"+run)
	if r := a.ok("get_runs", given{"run": run}); r.data["new"] != nil {
		t.Error(r.text)
	}
	a.fails("not_found", "get_runs", given{"run": "nosuch"}, run+" of shop/quick #1")
}

func TestResultWaitsForTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", "tasks:\n  soon: {command: FC exit 4 300ms}\n")
	a := w.agent("/mcp", false)
	run := a.ok("run_task", given{"task": "soon", "wait_s": 0}).field("run")
	a.ok("get_runs", given{"run": run, "wait_s": 45}).says("exit_code: 4", "state: failed")
}

// TestTimeLimitEndsATask: also if another manager runs when the time is over.
func TestTimeLimitEndsATask(t *testing.T) {
	t.Parallel()
	for _, restart := range []bool{false, true} {
		w := newWorld(t)
		w.project("shop", shop)
		a := w.agent("/mcp", false)
		run := a.ok("run_task", given{"task": "long", "wait_s": 0, "limit_s": 1}).field("run")
		if restart {
			w.close(true)
			w.open()
		}
		a.ok("get_runs", given{"run": run, "wait_s": 45}).says("state: stopped", "ended at its time limit of 1s")
	}
}
