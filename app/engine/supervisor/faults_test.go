package supervisor_test

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/machine"
	"devservers/app/record/history"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// lines returns what the current or last run of a server has printed.
func (w *world) lines(ref app.Ref) []string {
	w.T.Helper()
	st, err := w.Sup.Status(ref)
	if err != nil {
		w.T.Fatal(err)
	}
	return history.LastLines(filepath.Join(w.Sup.Kept.Dir(ref), st.Run), 1000)
}

func TestFailedStartHasLastLines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC crash 7 'the database is missing', ready: "+
		"{log: ^never printed$}}\n"), Name: "a"}
	for range max(10, 30/fc.Fewer) {
		_, err := w.Start(ref)
		if e := apptest.Failure(t, err, app.CodeExited); strings.Join(e.Output, "") != "the database is missing" {
			t.Errorf("the last lines are %q", e.Output)
		}
	}
}

func TestFailedStartDoesNotWaitForLeftoverProcesses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: ^never printed$}, stop: "+
		"{timeout: 20s}}\n"), Name: "a"}
	w.Script("app", "a", "FC ignore > deaf &\nuntil [ -s deaf ]; do sleep 0.01; done\necho bye\nexit 7")
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeExited); *e.Exit.Code != 7 || !slices.Contains(e.Output, "bye") {
		t.Errorf("the error says %+v", e)
	}
	if st, _ := w.Sup.Status(ref); st.State != app.Stopping || !strings.Contains(st.Reason, "left behind") {
		t.Errorf("status %+v", st)
	}
	rec := recordAt(t, w, app.Result{Status: w.Until(ref, "known", func(app.Status) bool { return true })})
	for _, pid := range machine.Tree(rec.Holder.PID) { // rather than wait for the timeout
		if id, err := process.Identify(pid); err == nil {
			_ = id.Signal(syscall.SIGKILL)
		}
	}
	w.Until(ref, "exited", app.Status.EndedByItself)
}

func TestStopReportsKill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC ignore, ready: {log: deaf}, stop: {timeout: "+
		"100ms}}\n"), Name: "a"}
	w.MustStart(ref)
	if s := w.Stop(ref); !strings.Contains(s.Message, "1 process ignored the signal and had to be killed") ||
		s.Exit.Signal != "KILL" {
		t.Errorf("stopped as %+v", s)
	}
}

func TestStopWaitsForSlowGrandchild(t *testing.T) {
	t.Parallel()
	for _, pty := range []string{"true", "false"} {
		w := newWorld(t)
		ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, pty: "+pty+
			", ready: {log: started}, stop: {timeout: 15s}}\n"), Name: "a"}
		w.Script("app", "a", "FC slowstop 400ms &\nexec FC say up")
		w.MustStart(ref)
		s := w.Stop(ref)
		if got := w.lines(ref); !slices.Contains(got, "stopped") || strings.Contains(s.Message, "killed") {
			t.Errorf("pty: %s: %q, output %q", pty, s.Message, got)
		}
	}
}

func TestStopEndsForkingTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: going}, stop: {timeout: 100ms}}\n"), Name: "a"}
	w.Script("app", "a", "trap '' TERM\ni=0\n"+
		"while [ $i -lt 2000 ]; do sleep 300 & i=$((i+1)); [ $i = 50 ] && echo going; done\nwait")
	w.MustStart(ref)
	if s := w.Stop(ref); s.State != app.Stopped {
		t.Errorf("stopped as %+v", s)
	}
	w.NoneLeft()
}

func TestExitCodeIsOfCommandDespiteOrphans(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: never}}\n"), Name: "a"}
	w.Script("app", "a", "i=0\nwhile [ $i -lt 100 ]; do (sh -c 'exit 9' &) ; i=$((i+1)); done\nexit 7")
	for range 3 {
		_, err := w.Start(ref)
		if e := apptest.Failure(t, err, app.CodeExited); e.Exit.Code == nil || *e.Exit.Code != 7 {
			t.Errorf("ended as %+v", e.Exit)
		}
	}
}

func TestHoldersLeaveNoZombies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: done}}\n"), Name: "a"}
	w.Script("app", "a", "i=0\nwhile [ $i -lt 100 ]; do (sh -c 'exit 9' &) ; i=$((i+1)); done\necho done\nexec FC say up")
	holder := recordAt(t, w, w.MustStart(ref)).Holder.PID
	zombies := func() (n int) {
		all, err := process.Listing()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if p.PPID == holder && p.State == 'Z' {
				n++
			}
		}
		return n
	}
	fc.Until(t, "all orphans are reaped", func() bool { return zombies() == 0 })
}

func TestCrashedServerStaysDownByDefault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	r := w.MustStart(ref)
	if err := recordAt(t, w, r).Leader.Signal(syscall.SIGSEGV); err != nil {
		t.Fatal(err)
	}
	st := w.Until(ref, "exited", app.Status.EndedByItself)
	if st.Want != "down" || st.Exit.Cause != "" || st.Failure != nil {
		t.Errorf("status %+v", st)
	}
	if runs := w.Sup.Kept.List(ref); len(runs) != 1 {
		t.Errorf("runs %+v", runs)
	}
}

func TestDeathBySignalNamesSignal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: hi}}\n"), Name: "a"}
	w.Script("app", "a", "echo hi\nexec sleep 300")
	for name, sig := range map[string]syscall.Signal{"KILL": syscall.SIGKILL, "SEGV": syscall.SIGSEGV,
		"ABRT": syscall.SIGABRT, "USR1": syscall.SIGUSR1} {
		if err := recordAt(t, w, w.MustStart(ref)).Leader.Signal(sig); err != nil {
			t.Fatal(err)
		}
		st := w.Until(ref, "exited", app.Status.EndedByItself)
		if st.Exit.Signal != name || st.Exit.Code != nil || !strings.Contains(st.Reason, "signal "+name) {
			t.Errorf("%s: %q, %+v", name, st.Reason, st.Exit)
		}
	}
}

func TestPausedServerCanBeStopped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC slowstop 1ms, ready: {log: started}, stop: "+
		"{timeout: 15s}}\n"), Name: "a"}
	leader := recordAt(t, w, w.MustStart(ref)).Leader
	if err := w.signal(ref, "STOP"); err != nil {
		t.Fatal(err)
	}
	fc.Until(t, "it is paused", func() bool {
		all, _ := process.Listing()
		return slices.ContainsFunc(all, func(p process.Proc) bool { return p.PID == leader.PID && p.State == 'T' })
	})
	if s := w.Stop(ref); s.State != app.Stopped || strings.Contains(s.Message, "killed") ||
		!slices.Contains(w.lines(ref), "stopped") {
		t.Errorf("stopped as %+v", s)
	}
}

func TestWrapperExitCodeIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./outer}\n"), Name: "a"}
	w.Script("app", "outer", "./inner")
	w.Script("app", "inner", "FC crash 42 bye")
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeExited); *e.Exit.Code != 42 || strings.Join(e.Output, "") != "bye" {
		t.Errorf("the error says %+v", e)
	}
}
