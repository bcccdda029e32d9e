package supervisor_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/run/protocol"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestListeningServerIsReadyAtItsURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:$PORT", "[::1]:$PORT", ":$PORT"} {
		w := newWorld(t)
		port := fc.FreePort(t)
		id := w.Project("app", fmt.Sprintf("servers:\n  web: {command: 'FC listen \"%s\"', port: %d}\n", address, port))
		r := w.MustStart(app.Ref{Project: id, Name: "web"})
		if want := fmt.Sprintf("http://localhost:%d", port); r.State != app.Ready || r.URL != want || !r.Changed {
			t.Errorf("%s: started as %+v, want ready at %s", address, r, want)
		}
	}
}

func TestSecondStartDoesNothingAndSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	first := w.MustStart(ref)
	again := w.MustStart(ref)
	if again.Changed || again.Run != first.Run || !strings.Contains(again.Message, "already") {
		t.Errorf("the second start gave %+v after %+v", again, first)
	}
	r, err := w.Sup.Restart(context.Background(), ref, asMe)
	if err != nil || r.Run == first.Run || r.State != app.Ready {
		t.Errorf("the restart gave %+v, %v", r, err)
	}
}

func TestStopReturnsWhenNothingIsLeft(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "setsid", "deaf"} {
		w := newWorld(t)
		ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC tree 4 "+kind+
			", ready: {log: grown}, stop: {timeout: 300ms}}\n"), Name: "a"}
		r := w.MustStart(ref)
		pids := machine.Tree(recordOf(t, w, ref, r.Run).Holder.PID)
		if len(pids) != 5 {
			t.Fatalf("%s: the tree has %d processes", kind, len(pids))
		}
		s := w.Stop(ref)
		if s.State != app.Stopped || !s.Changed {
			t.Errorf("%s: stopped as %+v", kind, s)
		}
		for _, pid := range pids {
			if i, err := process.Identify(pid); err == nil && i.Alive() {
				t.Errorf("%s: process %d is left", kind, pid)
			}
		}
		if again := w.Stop(ref); again.Changed {
			t.Errorf("%s: a second stop says %+v", kind, again)
		}
	}
}

func recordOf(t *testing.T, w *world, ref app.Ref, id string) protocol.Record {
	t.Helper()
	rec, err := protocol.Load(filepath.Join(w.Sup.Kept.Dir(ref), id))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestFailedStartReportsEndAndOutput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC crash 7 'the database is missing', ready: "+
		"{log: ^never printed$}}\n"), Name: "a"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeExited)
	if e.Exit == nil || e.Exit.Code == nil || *e.Exit.Code != 7 ||
		strings.Join(e.Output, "") != "the database is missing" || e.Hint == "" || e.Run == "" {
		t.Errorf("the error says %+v", e)
	}
	if st := w.Until(ref, "exited", app.Status.EndedByItself); st.Failure == nil || st.Want != "down" {
		t.Errorf("status %+v", st)
	}
}

func TestImpossibleStartFailsBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	l, err := net.Listen("tcp", fmt.Sprintf("[::1]:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	id := w.Project("app", fmt.Sprintf(`servers:
  missing: {command: ./none}
  shell: {command: bash -l}
  dir: {command: FC say hi, working_dir: gone}
  var: {command: FC say $NOT_SET_ANYWHERE}
  env: {command: FC say hi, env_file: .env}
  port: {command: FC say hi, port: %d}
`, port))
	for name, want := range map[string]struct {
		code app.Code
		says string
	}{
		"missing": {app.CodeExecutable, "none"},
		"shell":   {app.CodeExecutable, "bash"},
		"dir":     {app.CodeWorkingDir, "gone"},
		"var":     {app.CodeEnvironment, "NOT_SET_ANYWHERE"},
		"env":     {app.CodeEnvironment, ".env"},
		"port":    {app.CodePortInUse, fmt.Sprint(port)},
	} {
		_, err := w.Start(app.Ref{Project: id, Name: name})
		e := apptest.Failure(t, err, want.code)
		if !strings.Contains(e.Detail, want.says) || e.Hint == "" {
			t.Errorf("%s: %q, hint %q", name, e.Detail, e.Hint)
		}
		if st, _ := w.Sup.Status(app.Ref{Project: id, Name: name}); st.State != app.Failed || st.Run != "" {
			t.Errorf("%s: status %+v", name, st)
		}
	}
	_, err = w.Start(app.Ref{Project: id, Name: "port"})
	if o := apptest.Failure(t, err, app.CodePortInUse).Owner; o == nil || o.PID != os.Getpid() || o.Kind != "foreign" {
		t.Errorf("the owner is %+v", o)
	}
}

func TestPortOfOwnServerNamesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	one := w.Project("one", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: %d}\n", port))
	two := w.Project("two", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: %d}\n", port))
	w.MustStart(app.Ref{Project: one, Name: "web"})
	_, err := w.Start(app.Ref{Project: two, Name: "web"})
	e := apptest.Failure(t, err, app.CodePortInUse)
	if strings.Contains(e.Owner.Command, "listen") {
		t.Error("it shows words of a command, which may be secrets:", e.Owner.Command)
	}
	if e.Owner.Kind != "ours" || e.Owner.Server != "one/web" || !strings.Contains(e.Hint, "another port") ||
		strings.Contains(e.Hint, "stop") {
		t.Errorf("the error says %+v, owner %+v", e, e.Owner)
	}
}

func TestForeignListenerShowsAsExternal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	ref := app.Ref{Project: w.Project("app", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: "+
		"%d}\n", port)), Name: "web"}
	if st, _ := w.Sup.Status(ref); st.State != app.External || !strings.Contains(st.Reason, fmt.Sprint(port)) {
		t.Errorf("status %+v", st)
	}
	l.Close()
	// not immediately: a process that another test is just forking has l, too, and nothing announces that it is gone
	fc.Until(t, "stopped", func() bool {
		st, err := w.Sup.Status(ref)
		return err == nil && st.State == app.Stopped
	})
}

func TestServerOnOtherPortIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port, other := fc.FreePort(t), fc.FreePort(t)
	ref := app.Ref{Project: w.Project("app", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: %d, "+
		"ready: {timeout: 1s}}\n", other, port)), Name: "web"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeNotReady)
	if !strings.Contains(e.Detail, fmt.Sprintf("127.0.0.1:%d", other)) {
		t.Errorf("the error says %q", e.Detail)
	}
	if st, _ := w.Sup.Status(ref); st.State != app.Starting || st.PID == 0 {
		t.Errorf("status %+v", st)
	}
}

func TestProbesDecideReadiness(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.Project("app", fmt.Sprintf(`servers:
  http: {command: 'FC listen 127.0.0.1:$PORT', port: auto, ready: {http: /healthz}}
  log: {command: FC say all is well, ready: {log: 'is w.ll$'}}
  tcp: {command: 'FC listen 127.0.0.1:%d', ready: {tcp: %d}}
  command: {command: FC say hi, ready: {command: FC exit 0 10ms}}
  alive: {command: FC say hi}
`, port, port))
	for _, name := range []string{"http", "log", "tcp", "command", "alive"} {
		if r := w.MustStart(app.Ref{Project: id, Name: name}); r.State != app.Ready {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestAutoPortsAreStableAndDistinct(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto}\n"+
		"  b: {command: FC listen 127.0.0.1:$PORT, port: auto}\n")
	a, b := w.MustStart(app.Ref{Project: id, Name: "a"}), w.MustStart(app.Ref{Project: id, Name: "b"})
	if a.Port == b.Port || a.Port == 0 {
		t.Errorf("ports %d and %d", a.Port, b.Port)
	}
	w.Stop(app.Ref{Project: id, Name: "a"})
	w.Close(true)
	w.Open()
	if again := w.MustStart(app.Ref{Project: id, Name: "a"}); again.Port != a.Port {
		t.Errorf("port %d, was %d", again.Port, a.Port)
	}
}

func TestUntrustedFileStartsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(t.TempDir(), "ran")
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi}\n"), Name: "a"}
	w.Write("app", "servers:\n  a: {command: FC bigfile "+file+" 1}\n")
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeNeedsHuman); !strings.Contains(e.Hint, "devservers trust") {
		t.Errorf("hint %q", e.Hint)
	}
	v, _ := w.Sup.Project("app")
	if v.Trust != "changed" {
		t.Errorf("trust is %q", v.Trust)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it ran")
	}
	if err := w.Sup.Files.Trust("app", "other", apptest.Me); err == nil {
		t.Error("other content was trusted")
	}
	agent := app.Actor{Kind: app.ActorMCP, Client: "claude"}
	if e := apptest.Failure(t, w.Sup.Files.Trust("app", v.SHA256, agent), app.CodeNeedsHuman); !strings.Contains(e.Hint,
		"devservers trust") {
		t.Errorf("%+v", e)
	}
	w.Trust("app")
	w.Start(ref)
	w.Until(ref, "to have run", app.Status.EndedByItself)
	if _, err := os.Stat(file); err != nil {
		t.Error("it did not run once it was trusted")
	}
}

func TestFaultyFileLeavesRunningServersAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	r := w.MustStart(ref)
	w.Write("app", "servers: [\n")
	v, err := w.Sup.Project("app")
	if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, "devservers.yml:") {
		t.Fatalf("the project says %+v, %v", v.Problem, err)
	}
	if st, err := w.Sup.Status(ref); err != nil || st.State != app.Ready || st.Run != r.Run {
		t.Errorf("status %+v, %v", st, err)
	}
	if s := w.Stop(ref); s.State != app.Stopped {
		t.Errorf("stopped as %+v", s)
	}
	if _, err := w.Start(ref); err == nil {
		t.Error("it started from a faulty file")
	}
}

func TestChangedFileShowsOnRunningServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	w.MustStart(ref)
	if st, _ := w.Sup.Status(ref); st.ConfigChanged {
		t.Error("nothing has changed yet")
	}
	w.Write("app", "servers:\n  a: {command: FC say ho, ready: {log: hi}}\n")
	if st, _ := w.Sup.Status(ref); !st.ConfigChanged || st.State != app.Ready {
		t.Errorf("status %+v", st)
	}
	w.Write("app", "servers: {}\n")
	if st, err := w.Sup.Status(ref); err != nil || st.State != app.Ready {
		t.Errorf("a living server that is not declared any more: %+v, %v", st, err)
	}
	w.Stop(ref)
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	if w.Sup.Await(ctx, func() bool { return w.Sup.Servers("app") == 0 }) != nil {
		t.Error("it is still there once it is stopped")
	}
}

func TestServersOutliveManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.Project("app", fmt.Sprintf(`servers:
  web: {command: FC listen 127.0.0.1:$PORT, port: %d}
  ends: {command: FC exit 3 700ms, ready: {log: never}}
  dead: {command: FC tree 2 setsid, ready: {log: grown}}
`, port))
	web, dead := w.MustStart(app.Ref{Project: id, Name: "web"}), w.MustStart(app.Ref{Project: id, Name: "dead"})
	ends, err := w.Sup.Start(context.Background(), app.Ref{Project: id, Name: "ends"},
		supervisor.StartOptions{Actor: apptest.Me, Wait: "started"})
	if err != nil {
		t.Fatal(err)
	}
	w.Close(true)
	if err := recordAt(t, w, dead).Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ended := recordAt(t, w, ends)
	fc.Until(t, "the holder is gone", func() bool { return !ended.Holder.Alive() })
	w.Open()
	if st := w.Until(app.Ref{Project: id, Name: "web"}, "ready",
		func(s app.Status) bool { return s.State == app.Ready && s.URL != "" }); st.Run != web.Run || st.PID != web.PID ||
		!st.Since.Equal(*st.ReadyAt) {
		t.Errorf("web is %+v, was %+v", st, web.Status)
	}
	if st, _ := w.Sup.Status(app.Ref{Project: id, Name: "ends"}); st.State != app.Failed || st.Exit == nil ||
		*st.Exit.Code != 3 || st.Run != ends.Run {
		t.Errorf("ends is %+v", st)
	}
	if st, _ := w.Sup.Status(app.Ref{Project: id, Name: "dead"}); st.State != app.Failed ||
		!strings.Contains(st.Reason, "holder") {
		t.Errorf("dead is %+v", st)
	}
	w.Close(false)
	if i := recordAt(t, w, web).Leader; i.Alive() {
		t.Error("web lives on after a full stop")
	}
}

func recordAt(t *testing.T, w *world, r app.Result) protocol.Record {
	t.Helper()
	rec, err := protocol.Load(filepath.Join(w.Dirs.RunsDir(), r.Project, r.Name, r.Run))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestHolderDeathShowsInStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC tree 3 setsid, ready: {log: grown}}\n"),
		Name: "a"}
	r := w.MustStart(ref)
	rec := recordAt(t, w, r)
	pids := machine.Tree(rec.Holder.PID)
	if err := rec.Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	st := w.Until(ref, "exited", app.Status.EndedByItself)
	if st.Exit.Cause != "holder" || !strings.Contains(st.Reason, "holder was killed") {
		t.Errorf("status %+v", st)
	}
	for _, pid := range pids {
		if i, err := process.Identify(pid); err == nil && i.Alive() {
			t.Errorf("process %d is left", pid)
		}
	}
	if again := w.MustStart(ref); again.Run == r.Run {
		t.Error("the same run again")
	}
}

func TestConcurrentRequestsLeaveAtMostOneTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC slowstop 20ms, ready: {log: started}}\n"),
		Name: "a"}
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			for range 3 {
				switch i % 3 {
				case 0:
					_, _ = w.Sup.Start(ctx, ref, asMe)
				case 1:
					_, _ = w.Sup.Stop(ctx, ref, asMe)
				case 2:
					_, _ = w.Sup.Restart(ctx, ref, asMe)
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		t.Fatal("a request was not answered")
	}
	w.MustStart(ref)
	living := 0
	runs := w.Sup.Kept.List(ref)
	for _, r := range runs {
		if r.EndedAt == nil {
			living++
		}
	}
	if living != 1 {
		t.Errorf("%d runs live", living)
	}
	if s := w.Stop(ref); s.State != app.Stopped {
		t.Errorf("stopped as %+v", s)
	}
}

func TestMemoryLimitStopsServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=/dev/null bs=100M, "+
		"memory: 64MB, ready: {log: never}}\n"), Name: "a"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeExited)
	st := w.Until(ref, "exited", app.Status.EndedByItself)
	if st.Exit.Cause != "memory" || !strings.Contains(st.Reason, "limit is 64 MB") {
		t.Errorf("status %+v, error %+v", st, e)
	}
}

func TestIdleServerGoesToSleep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s}\n"), Name: "a"}
	r := w.MustStart(ref)
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", r.Port))
	if err != nil {
		t.Fatal(err)
	}
	st := w.Until(ref, "counting down", func(s app.Status) bool { return s.IdleStop != nil })
	first := *st.IdleStop
	w.Until(ref, "kept by the connection", func(s app.Status) bool {
		return s.State == app.Ready && s.IdleStop != nil && s.IdleStop.After(first.Add(500*time.Millisecond))
	})
	c.Close()
	st = w.Until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
	if st.Exit.Cause != "idle" {
		t.Errorf("status %+v", st)
	}
	w.Close(true)
	w.Open()
	if st, _ := w.Sup.Status(ref); st.State != app.Sleeping {
		t.Errorf("after a restart of the manager: %+v", st)
	}
}

func TestShortRequestsKeepServerAwake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s}\n"), Name: "a"}
	r := w.MustStart(ref)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		for at := fmt.Sprintf("http://127.0.0.1:%d", r.Port); ctx.Err() == nil; <-time.After(300 * time.Millisecond) {
			if answer, err := client.Get(at); err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
			}
		}
	}()
	first := *w.Until(ref, "counting down", func(s app.Status) bool { return s.IdleStop != nil }).IdleStop
	st := w.Until(ref, "kept by the requests", func(s app.Status) bool {
		return s.State != app.Ready || s.IdleStop != nil && s.IdleStop.After(first.Add(6*time.Second))
	})
	if st.State != app.Ready {
		t.Errorf("status %+v", st)
	}
	stop()
	<-ended
	w.Until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
}

func TestOwnChecksDoNotKeepServerAwake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s,"+
		" ready: {http: /}, alive: {http: /, every: 1s}}\n"), Name: "a"}
	w.MustStart(ref)
	w.Until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
}

func TestTaskRunsOnceAtATimeAndKeepsResult(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "tasks:\n  t: {command: ./t}\nservers:\n  s: {command: FC say hi}\n"),
		Name: "t"}
	w.Script("app", "t", "until [ -e go ]; do sleep 0.01; done\nexit 4")
	r, err := w.Sup.RunTask(context.Background(), ref, asMe)
	if err != nil || r.Run == "" {
		t.Fatal(r, err)
	}
	_, err = w.Sup.RunTask(context.Background(), ref, asMe)
	apptest.Failure(t, err, app.CodeConflict)
	w.put("go", "")
	st := w.Until(ref, "exited", app.Status.EndedByItself)
	if *st.Exit.Code != 4 || st.Failure != nil {
		t.Errorf("status %+v", st)
	}
	_, err = w.Sup.RunTask(context.Background(), app.Ref{Project: ref.Project, Name: "s"}, asMe)
	apptest.Failure(t, err, app.CodeInvalid)
}

func TestForgottenProjectLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	r := w.MustStart(ref)
	rec := recordAt(t, w, r)
	if err := w.Sup.Forget(context.Background(), "app", apptest.Me); err != nil {
		t.Fatal(err)
	}
	if rec.Leader.Alive() {
		t.Error("it runs on")
	}
	if _, err := w.Sup.Status(ref); err == nil {
		t.Error("it is still known")
	}
	if len(w.Sup.Projects()) != 0 {
		t.Error("the project is still listed")
	}
}

func TestUnknownNamesListExistingOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("app", "servers:\n  alpha: {command: FC say hi}\n  beta: {command: FC say hi}\n")
	_, err := w.Sup.Status(app.Ref{Project: "app", Name: "gamma"})
	if e := apptest.Failure(t, err, app.CodeNotFound); strings.Join(e.Choices, " ") != "alpha beta" {
		t.Errorf("choices %q", e.Choices)
	}
	_, err = w.Sup.Status(app.Ref{Project: "apq", Name: "alpha"})
	if e := apptest.Failure(t, err, app.CodeNotFound); strings.Join(e.Choices, " ") != "app" {
		t.Errorf("choices %q", e.Choices)
	}
}

func TestProjectsOutsideTheHomeDirectoryAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := t.TempDir()
	if err := os.WriteFile(out+"/devservers.yml", []byte("project: x\nservers: {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := w.Sup.Register(out)
	apptest.Failure(t, err, app.CodeForbidden)
	link := filepath.Join(w.Dirs.Home, "link")
	if err := os.Symlink(out, link); err != nil {
		t.Fatal(err)
	}
	_, _, err = w.Sup.Register(link)
	apptest.Failure(t, err, app.CodeForbidden)
	_, _, err = w.Sup.Register("relative")
	apptest.Failure(t, err, app.CodeInvalid)
}

func TestServersGetCallerEnvironmentOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC env, port: auto, env: {FROM_FILE: x}, ready: "+
		"{log: never}}\n"), Name: "a"}
	env := map[string]string{"PATH": "/usr/bin", "HELLO": "world", "DEVSERVERS_TOKEN": "secret", "LINES": "3"}
	_, _ = w.Sup.Start(context.Background(), ref, supervisor.StartOptions{Actor: apptest.Me, Env: env})
	w.Until(ref, "exited", app.Status.EndedByItself)
	l, err := w.Sup.OpenLog(ref, "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	text := strings.Join(history.LastLines(filepath.Join(w.Sup.Kept.Dir(ref), l.Run), 100), "\n") + "\n"
	for _, want := range []string{"HELLO=world\n", "FROM_FILE=x\n", "PORT=", "DEVSERVERS_PROJECT=app\n",
		"DEVSERVERS_SERVER=a\n", "DEVSERVERS_RUN=" + l.Run + "\n", "TERM=xterm-256color\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for _, no := range []string{"secret", "LINES=", "HOME="} {
		if strings.Contains(text, no) {
			t.Errorf("%q is in\n%s", no, text)
		}
	}
}

func TestPanicInOneServerLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	if !w.Sup.Panics() {
		t.Fatal("nothing panicked")
	}
	if r := w.MustStart(ref); r.State != app.Ready {
		t.Errorf("started as %+v", r)
	}
}
