package supervisor_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// happened waits until the last events of a target, of these kinds, are as wanted, and returns them. Each of want is
// "event" or "event: part of its message".
func (w *world) happened(target string, events []string, want ...string) []app.Event {
	w.T.Helper()
	q := app.EventQuery{Targets: []string{target}, Events: events, Limit: len(want)}
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	var list []app.Event
	for range w.Sup.Changes(ctx) {
		if list = w.Sup.Events.Page(q).Events; slices.EqualFunc(list, want, alike) {
			return list
		}
	}
	w.T.Fatalf("timed out waiting for %q: %+v", want, list)
	return nil
}

func alike(h app.Event, want string) bool {
	event, message, _ := strings.Cut(want, ": ")
	return h.Event == event && strings.Contains(h.Message, message)
}

func TestServerEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: auto}\n"+
		"  bad: {command: FC exit 3 0s}\ntasks:\n  job: {command: FC lines 1}\n")
	web, bad, job := app.Ref{Project: id, Name: "web"}, app.Ref{Project: id, Name: "bad"},
		app.Ref{Project: id, Name: "job"}
	run := w.MustStart(web).Run
	w.Stop(web)
	list := w.happened(web.String(), nil, "started: by cli (test)", "ready: http://localhost:", "exit: by cli (test)")
	for _, h := range list {
		if h.Project != id || h.Run != run || h.Kind != "server" || h.Time.IsZero() {
			t.Errorf("%+v", h)
		}
	}
	if h := list[2]; h.State != app.Stopped || h.Exit.Cause != "asked" || h.Crash() || list[1].URL == "" {
		t.Errorf("%+v", h)
	}
	if _, err := w.Start(bad); err == nil {
		t.Error("bad has started")
	}
	list = w.happened(bad.String(), nil, "started", "exit: exited with code 3")
	if h := list[1]; h.State != app.Failed || *h.Exit.Code != 3 || !h.Crash() {
		t.Errorf("%+v", h)
	}
	w.mustRun(job)
	if h := w.happened(job.String(), nil, "started", "exit: exited with code 0")[1]; h.Kind != "task" || h.Crash() {
		t.Errorf("%+v", h)
	}
}

func (w *world) mustRun(ref app.Ref) {
	w.T.Helper()
	if _, err := w.Sup.RunTask(context.Background(), ref, asMe); err != nil {
		w.T.Fatal(err)
	}
}

func TestFailedStartEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  none: {command: ./none}\n"+
		"  late: {command: FC say hello, ready: {log: never, timeout: 100ms}}\n")
	for _, name := range []string{"none", "late"} {
		if _, err := w.Start(app.Ref{Project: id, Name: name}); err == nil {
			t.Errorf("%s has started", name)
		}
	}
	if h := w.happened(id+"/none", nil, "failed: none does not exist")[0]; h.Code != app.CodeExecutable || h.Run != "" {
		t.Errorf("%+v", h)
	}
	if h := w.happened(id+"/late", nil, "started", "failed: late")[1]; h.Code != app.CodeNotReady {
		t.Errorf("%+v", h)
	}
}

func TestExitEventHasRetry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  bad: {command: FC exit 3 0s, restart: on-failure}\n")
	_, _ = w.Start(app.Ref{Project: id, Name: "bad"})
	list := w.happened(id, []string{app.EventStarted, app.EventExit}, "started", "exit: 3 of 5",
		"started: by its restart policy", "exit: 4 of 5")
	if h := list[1]; h.State != app.Failed || h.Retry == nil || h.Retry.Attempt != 3 || !h.Crash() {
		t.Errorf("%+v", h)
	}
}

func TestProjectFileEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const before, after = "servers:\n  web: {command: FC say up, env: {A: b}}\n",
		"servers:\n  web: {command: FC say up, env: {A: c}}\n"
	id := w.Project("app", before)
	w.MustStart(app.Ref{Project: id, Name: "web"})
	about := []string{app.EventConfig, app.EventConfigBroken, app.EventTrust}
	w.happened(id, about, "trust: devservers trust") // of the registration
	w.Write("app", after)
	list := w.happened(id, about, "trust", "config: devservers.yml has changed", "trust: devservers trust",
		"config: changed since it was started: A")
	if h := list[3]; h.Server != id+"/web" || !slices.Equal(h.Changed, []string{"A"}) {
		t.Errorf("%+v", h)
	}
	w.Write("app", "servers: [\n")
	w.happened(id, about, "config_broken: devservers.yml:2:10: cannot read")
	w.Write("app", after)
	w.happened(id, about, "config_broken", "config: devservers.yml can be read again")
	w.Write("app", before)
	w.happened(id, about, "config: can be read again", "config: devservers.yml has changed")
	if err := os.Remove(filepath.Join(w.Dirs.Home, "app", "devservers.yml")); err != nil {
		t.Fatal(err)
	}
	if h := w.happened(id, about, "config_broken: devservers.yml is missing")[0]; strings.Contains(h.Message,
		w.Dirs.Home) {
		t.Errorf("%s", h.Message)
	}
}

func TestHealthEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  web: {command: FC say up, ready: {log: up}, alive: {command: ./check, every: "+
		"50ms, failures: 1}}\n")
	w.Script("app", "check", "[ ! -e sick ]")
	w.MustStart(app.Ref{Project: id, Name: "web"})
	health := []string{app.EventFailing, app.EventRecovered}
	w.put("sick", "")
	w.happened(id, health, "failing: its liveness check failed")
	if err := os.Remove(filepath.Join(w.Dirs.Home, "app", "sick")); err != nil {
		t.Fatal(err)
	}
	w.happened(id, health, "failing", "recovered")
}

// BenchmarkAnnounce measures one change among 50 servers without a reader.
func BenchmarkAnnounce(b *testing.B) {
	w := newWorld(b)
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "  s%d: {command: FC say hi}\n", i)
	}
	w.Project("app", "servers:\n"+text.String())
	b.ReportAllocs()
	for b.Loop() {
		w.Sup.Update(func() {})
	}
}
