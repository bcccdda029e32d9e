package supervisor

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
	"devservers/app/engine/ports"
	"devservers/app/engine/server"
	"devservers/app/record/kept"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

func TestListeningServerIsReadyAtItsURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1:$PORT", "[::1]:$PORT", ":$PORT"} {
		w := newWorld(t)
		port := fc.FreePort(t)
		id := w.project("app", fmt.Sprintf("servers:\n  web: {command: 'FC listen \"%s\"', port: %d}\n", address, port))
		r := w.mustStart(app.Ref{Project: id, Name: "web"})
		if want := fmt.Sprintf("http://localhost:%d", port); r.State != app.Ready || r.URL != want || !r.Changed {
			t.Errorf("%s: started as %+v, want ready at %s", address, r, want)
		}
	}
}

func TestSecondStartDoesNothingAndSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	first := w.mustStart(ref)
	again := w.mustStart(ref)
	if again.Changed || again.Run != first.Run || !strings.Contains(again.Message, "already") {
		t.Errorf("the second start gave %+v after %+v", again, first)
	}
	r, err := w.sup.Restart(context.Background(), ref, StartOptions{Actor: me})
	if err != nil || r.Run == first.Run || r.State != app.Ready {
		t.Errorf("the restart gave %+v, %v", r, err)
	}
}

func TestStopReturnsWhenNothingIsLeft(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "setsid", "deaf"} {
		w := newWorld(t)
		ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC tree 4 "+kind+
			", ready: {log: grown}, stop: {timeout: 300ms}}\n"), Name: "a"}
		r := w.mustStart(ref)
		pids := ports.Tree(recordOf(t, w, ref, r.Run).Holder.PID)
		if len(pids) != 5 {
			t.Fatalf("%s: the tree has %d processes", kind, len(pids))
		}
		s := w.stop(ref)
		if s.State != app.Stopped || !s.Changed {
			t.Errorf("%s: stopped as %+v", kind, s)
		}
		for _, pid := range pids {
			if i, err := process.Identify(pid); err == nil && i.Alive() {
				t.Errorf("%s: process %d is left", kind, pid)
			}
		}
		if again := w.stop(ref); again.Changed {
			t.Errorf("%s: a second stop says %+v", kind, again)
		}
	}
}

func recordOf(t *testing.T, w *world, ref app.Ref, id string) protocol.Record {
	t.Helper()
	rec, err := protocol.Load(filepath.Join(w.sup.Kept.Dir(ref), id))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestFailedStartReportsEndAndOutput(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC crash 7 'the database is missing', ready: "+
		"{log: ^never printed$}}\n"), Name: "a"}
	_, err := w.start(ref)
	e := failure(t, err, app.CodeExited)
	if e.Exit == nil || e.Exit.Code == nil || *e.Exit.Code != 7 ||
		strings.Join(e.Output, "") != "the database is missing" || e.Hint == "" || e.Run == "" {
		t.Errorf("the error says %+v", e)
	}
	if st := w.until(ref, "exited", app.Status.EndedByItself); st.Failure == nil || st.Want != "down" {
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
	id := w.project("app", fmt.Sprintf(`servers:
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
		_, err := w.start(app.Ref{Project: id, Name: name})
		e := failure(t, err, want.code)
		if !strings.Contains(e.Detail, want.says) || e.Hint == "" {
			t.Errorf("%s: %q, hint %q", name, e.Detail, e.Hint)
		}
		if st, _ := w.sup.Status(app.Ref{Project: id, Name: name}); st.State != app.Failed || st.Run != "" {
			t.Errorf("%s: status %+v", name, st)
		}
	}
	_, err = w.start(app.Ref{Project: id, Name: "port"})
	if o := failure(t, err, app.CodePortInUse).Owner; o == nil || o.PID != os.Getpid() || o.Kind != "foreign" {
		t.Errorf("the owner is %+v", o)
	}
}

func TestPortOfOwnServerNamesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	one := w.project("one", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: %d}\n", port))
	two := w.project("two", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: %d}\n", port))
	w.mustStart(app.Ref{Project: one, Name: "web"})
	_, err := w.start(app.Ref{Project: two, Name: "web"})
	e := failure(t, err, app.CodePortInUse)
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
	ref := app.Ref{Project: w.project("app", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: "+
		"%d}\n", port)), Name: "web"}
	if st, _ := w.sup.Status(ref); st.State != app.External || !strings.Contains(st.Reason, fmt.Sprint(port)) {
		t.Errorf("status %+v", st)
	}
	l.Close()
	// not at once: a process that is just being forked by another test has l, too
	w.until(ref, "stopped", isIn(app.Stopped))
}

func TestServerOnOtherPortIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port, other := fc.FreePort(t), fc.FreePort(t)
	ref := app.Ref{Project: w.project("app", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: %d, "+
		"ready: {timeout: 1s}}\n", other, port)), Name: "web"}
	_, err := w.start(ref)
	e := failure(t, err, app.CodeNotReady)
	if !strings.Contains(e.Detail, fmt.Sprintf("127.0.0.1:%d", other)) {
		t.Errorf("the error says %q", e.Detail)
	}
	if st, _ := w.sup.Status(ref); st.State != app.Starting || st.PID == 0 {
		t.Errorf("status %+v", st)
	}
}

func TestProbesDecideReadiness(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.project("app", fmt.Sprintf(`servers:
  http: {command: 'FC listen 127.0.0.1:$PORT', port: auto, ready: {http: /healthz}}
  log: {command: FC say all is well, ready: {log: 'is w.ll$'}}
  tcp: {command: 'FC listen 127.0.0.1:%d', ready: {tcp: %d}}
  command: {command: FC say hi, ready: {command: FC exit 0 10ms}}
  alive: {command: FC say hi}
`, port, port))
	for _, name := range []string{"http", "log", "tcp", "command", "alive"} {
		if r := w.mustStart(app.Ref{Project: id, Name: name}); r.State != app.Ready {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestAutoPortsAreStableAndDistinct(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto}\n"+
		"  b: {command: FC listen 127.0.0.1:$PORT, port: auto}\n")
	a, b := w.mustStart(app.Ref{Project: id, Name: "a"}), w.mustStart(app.Ref{Project: id, Name: "b"})
	if a.Port == b.Port || a.Port == 0 {
		t.Errorf("ports %d and %d", a.Port, b.Port)
	}
	w.stop(app.Ref{Project: id, Name: "a"})
	w.close(true)
	w.open()
	if again := w.mustStart(app.Ref{Project: id, Name: "a"}); again.Port != a.Port {
		t.Errorf("port %d, was %d", again.Port, a.Port)
	}
}

func TestUntrustedFileStartsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(t.TempDir(), "ran")
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi}\n"), Name: "a"}
	w.write("app", "servers:\n  a: {command: FC bigfile "+file+" 1}\n")
	_, err := w.start(ref)
	if e := failure(t, err, app.CodeNeedsHuman); !strings.Contains(e.Hint, "devservers trust") {
		t.Errorf("hint %q", e.Hint)
	}
	v, _ := w.sup.Project("app")
	if v.Trust != "changed" {
		t.Errorf("trust is %q", v.Trust)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it ran")
	}
	if err := w.sup.Files.Trust("app", "other", me); err == nil {
		t.Error("other content was trusted")
	}
	agent := app.Actor{Kind: app.ActorMCP, Client: "claude"}
	if e := failure(t, w.sup.Files.Trust("app", v.SHA256, agent), app.CodeNeedsHuman); !strings.Contains(e.Hint,
		"devservers trust") {
		t.Errorf("%+v", e)
	}
	w.trust("app")
	w.start(ref)
	w.until(ref, "to have run", app.Status.EndedByItself)
	if _, err := os.Stat(file); err != nil {
		t.Error("it did not run once it was trusted")
	}
}

func TestFaultyFileLeavesRunningServersAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	r := w.mustStart(ref)
	w.write("app", "servers: [\n")
	v, err := w.sup.Project("app")
	if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, "devservers.yml:") {
		t.Fatalf("the project says %+v, %v", v.Problem, err)
	}
	if st, err := w.sup.Status(ref); err != nil || st.State != app.Ready || st.Run != r.Run {
		t.Errorf("status %+v, %v", st, err)
	}
	if s := w.stop(ref); s.State != app.Stopped {
		t.Errorf("stopped as %+v", s)
	}
	if _, err := w.start(ref); err == nil {
		t.Error("it started from a faulty file")
	}
}

func TestChangedFileShowsOnRunningServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	w.mustStart(ref)
	if st, _ := w.sup.Status(ref); st.ConfigChanged {
		t.Error("nothing has changed yet")
	}
	w.write("app", "servers:\n  a: {command: FC say ho, ready: {log: hi}}\n")
	if st, _ := w.sup.Status(ref); !st.ConfigChanged || st.State != app.Ready {
		t.Errorf("status %+v", st)
	}
	w.write("app", "servers: {}\n")
	if st, err := w.sup.Status(ref); err != nil || st.State != app.Ready {
		t.Errorf("a living server that is not declared any more: %+v, %v", st, err)
	}
	w.stop(ref)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if w.sup.mu.Await(ctx, func() bool { return len(w.sup.projects["app"].servers) == 0 }) != nil {
		t.Error("it is still there once it is stopped")
	}
}

func TestServersOutliveManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.project("app", fmt.Sprintf(`servers:
  web: {command: FC listen 127.0.0.1:$PORT, port: %d}
  ends: {command: FC exit 3 700ms, ready: {log: never}}
  dead: {command: FC tree 2 setsid, ready: {log: grown}}
`, port))
	web, dead := w.mustStart(app.Ref{Project: id, Name: "web"}), w.mustStart(app.Ref{Project: id, Name: "dead"})
	ends, err := w.sup.Start(context.Background(), app.Ref{Project: id, Name: "ends"},
		StartOptions{Actor: me, Wait: "started"})
	if err != nil {
		t.Fatal(err)
	}
	w.close(true)
	if err := recordAt(t, w, dead).Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ended := recordAt(t, w, ends)
	for limit := time.Now().Add(patience); ended.Holder.Alive() && time.Now().Before(limit); {
		time.Sleep(10 * time.Millisecond) // there is no manager to announce it
	}
	w.open()
	if st := w.until(app.Ref{Project: id, Name: "web"}, "ready",
		func(s app.Status) bool { return s.State == app.Ready && s.URL != "" }); st.Run != web.Run || st.PID != web.PID ||
		!st.Since.Equal(*st.ReadyAt) {
		t.Errorf("web is %+v, was %+v", st, web.Status)
	}
	if st, _ := w.sup.Status(app.Ref{Project: id, Name: "ends"}); st.State != app.Failed || st.Exit == nil ||
		*st.Exit.Code != 3 || st.Run != ends.Run {
		t.Errorf("ends is %+v", st)
	}
	if st, _ := w.sup.Status(app.Ref{Project: id, Name: "dead"}); st.State != app.Failed ||
		!strings.Contains(st.Reason, "holder") {
		t.Errorf("dead is %+v", st)
	}
	w.close(false)
	if i := recordAt(t, w, web).Leader; i.Alive() {
		t.Error("web lives on after a full stop")
	}
}

func recordAt(t *testing.T, w *world, r app.Result) protocol.Record {
	t.Helper()
	rec, err := protocol.Load(filepath.Join(w.dirs.RunsDir(), r.Project, r.Name, r.Run))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestHolderDeathShowsInStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC tree 3 setsid, ready: {log: grown}}\n"),
		Name: "a"}
	r := w.mustStart(ref)
	rec := recordAt(t, w, r)
	pids := ports.Tree(rec.Holder.PID)
	if err := rec.Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	st := w.until(ref, "exited", app.Status.EndedByItself)
	if st.Exit.Cause != "holder" || !strings.Contains(st.Reason, "holder was killed") {
		t.Errorf("status %+v", st)
	}
	for _, pid := range pids {
		if i, err := process.Identify(pid); err == nil && i.Alive() {
			t.Errorf("process %d is left", pid)
		}
	}
	if again := w.mustStart(ref); again.Run == r.Run {
		t.Error("the same run again")
	}
}

func TestConcurrentRequestsLeaveAtMostOneTree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC slowstop 20ms, ready: {log: started}}\n"),
		Name: "a"}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			for range 3 {
				switch i % 3 {
				case 0:
					_, _ = w.sup.Start(ctx, ref, StartOptions{Actor: me})
				case 1:
					_, _ = w.sup.Stop(ctx, ref, StartOptions{Actor: me})
				case 2:
					_, _ = w.sup.Restart(ctx, ref, StartOptions{Actor: me})
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		t.Fatal("a request was not answered")
	}
	w.mustStart(ref)
	living := 0
	runs := w.sup.Kept.List(ref)
	for _, r := range runs {
		if r.EndedAt == nil {
			living++
		}
	}
	if living != 1 {
		t.Errorf("%d runs live", living)
	}
	if s := w.stop(ref); s.State != app.Stopped {
		t.Errorf("stopped as %+v", s)
	}
}

func TestMemoryLimitStopsServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=/dev/null bs=100M, "+
		"memory: 64MB, ready: {log: never}}\n"), Name: "a"}
	_, err := w.start(ref)
	e := failure(t, err, app.CodeExited)
	st := w.until(ref, "exited", app.Status.EndedByItself)
	if st.Exit.Cause != "memory" || !strings.Contains(st.Reason, "limit is 64 MB") {
		t.Errorf("status %+v, error %+v", st, e)
	}
}

func TestIdleServerGoesToSleep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s}\n"), Name: "a"}
	r := w.mustStart(ref)
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", r.Port))
	if err != nil {
		t.Fatal(err)
	}
	st := w.until(ref, "counting down", func(s app.Status) bool { return s.IdleStop != nil })
	first := *st.IdleStop
	w.until(ref, "kept by the connection", func(s app.Status) bool {
		return s.State == app.Ready && s.IdleStop != nil && s.IdleStop.After(first.Add(500*time.Millisecond))
	})
	c.Close()
	st = w.until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
	if st.Exit.Cause != "idle" {
		t.Errorf("status %+v", st)
	}
	w.close(true)
	w.open()
	if st, _ := w.sup.Status(ref); st.State != app.Sleeping {
		t.Errorf("after a restart of the manager: %+v", st)
	}
}

func TestShortRequestsKeepServerAwake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s}\n"), Name: "a"}
	r := w.mustStart(ref)
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
	first := *w.until(ref, "counting down", func(s app.Status) bool { return s.IdleStop != nil }).IdleStop
	st := w.until(ref, "kept by the requests", func(s app.Status) bool {
		return s.State != app.Ready || s.IdleStop != nil && s.IdleStop.After(first.Add(6*time.Second))
	})
	if st.State != app.Ready {
		t.Errorf("status %+v", st)
	}
	stop()
	<-ended
	w.until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
}

func TestOwnChecksDoNotKeepServerAwake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC listen 127.0.0.1:$PORT, port: auto, "+
		"idle_timeout: 3s,"+
		" ready: {http: /}, alive: {http: /, every: 1s}}\n"), Name: "a"}
	w.mustStart(ref)
	w.until(ref, "sleeping", func(s app.Status) bool { return s.State == app.Sleeping })
}

func TestTaskRunsOnceAtATimeAndKeepsResult(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "tasks:\n  t: {command: ./t}\nservers:\n  s: {command: FC say hi}\n"),
		Name: "t"}
	w.script("app", "t", "until [ -e go ]; do sleep 0.01; done\nexit 4")
	r, err := w.sup.RunTask(context.Background(), ref, StartOptions{Actor: me})
	if err != nil || r.Run == "" {
		t.Fatal(r, err)
	}
	_, err = w.sup.RunTask(context.Background(), ref, StartOptions{Actor: me})
	failure(t, err, app.CodeConflict)
	w.put("go", "")
	st := w.until(ref, "exited", app.Status.EndedByItself)
	if *st.Exit.Code != 4 || st.Failure != nil {
		t.Errorf("status %+v", st)
	}
	_, err = w.sup.RunTask(context.Background(), app.Ref{Project: ref.Project, Name: "s"}, StartOptions{Actor: me})
	failure(t, err, app.CodeInvalid)
}

func TestForgottenProjectLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	r := w.mustStart(ref)
	rec := recordAt(t, w, r)
	if err := w.sup.Forget(context.Background(), "app", me); err != nil {
		t.Fatal(err)
	}
	if rec.Leader.Alive() {
		t.Error("it runs on")
	}
	if _, err := w.sup.Status(ref); err == nil {
		t.Error("it is still known")
	}
	if len(w.sup.Projects()) != 0 {
		t.Error("the project is still listed")
	}
}

func TestUnknownNamesListExistingOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("app", "servers:\n  alpha: {command: FC say hi}\n  beta: {command: FC say hi}\n")
	_, err := w.sup.Status(app.Ref{Project: "app", Name: "gamma"})
	if e := failure(t, err, app.CodeNotFound); strings.Join(e.Choices, " ") != "alpha beta" {
		t.Errorf("choices %q", e.Choices)
	}
	_, err = w.sup.Status(app.Ref{Project: "apq", Name: "alpha"})
	if e := failure(t, err, app.CodeNotFound); strings.Join(e.Choices, " ") != "app" {
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
	_, _, err := w.sup.Register(out)
	failure(t, err, app.CodeForbidden)
	link := filepath.Join(w.dirs.Home, "link")
	if err := os.Symlink(out, link); err != nil {
		t.Fatal(err)
	}
	_, _, err = w.sup.Register(link)
	failure(t, err, app.CodeForbidden)
	_, _, err = w.sup.Register("relative")
	failure(t, err, app.CodeInvalid)
}

func TestServersGetCallerEnvironmentOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC env, port: auto, env: {FROM_FILE: x}, ready: "+
		"{log: never}}\n"), Name: "a"}
	env := map[string]string{"PATH": "/usr/bin", "HELLO": "world", "DEVSERVERS_TOKEN": "secret", "LINES": "3"}
	_, _ = w.sup.Start(context.Background(), ref, StartOptions{Actor: me, Env: env})
	w.until(ref, "exited", app.Status.EndedByItself)
	l, err := w.sup.OpenLog(ref, "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	text := strings.Join(kept.LastLines(filepath.Join(w.sup.Kept.Dir(ref), l.Run), 100), "\n") + "\n"
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
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	m := &managed{s: w.sup, Server: server.Server{Ref: app.Ref{Project: "app", Name: "broken"},
		Want: server.Want{Gen: 1, Up: true}}}
	if !m.supervised(func() {}) { // a nil project causes such a panic
		t.Fatal("nothing panicked")
	}
	if r := w.mustStart(ref); r.State != app.Ready {
		t.Errorf("started as %+v", r)
	}
}
