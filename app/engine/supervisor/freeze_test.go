package supervisor_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/apptest"
)

// freezer is a server that freezes when it is idle for a second.
func freezer(t *testing.T, keys string) (*world, app.Ref, app.Status) {
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "sleep: freeze\nservers:\n  a: {command: FC listen 127.0.0.1:$PORT, "+
		"port: auto, idle_timeout: 1s"+keys+"}\n"), Name: "a"}
	w.MustStart(ref)
	return w, ref, w.frozen(ref)
}

// frozen waits until a server stands still.
func (w *world) frozen(ref app.Ref) app.Status {
	st := w.Until(ref, "frozen", func(s app.Status) bool { return s.State == app.Sleeping && s.Frozen })
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	for !standsStill(st.PID) && app.Pause(ctx, time.Millisecond) {
	}
	if ctx.Err() != nil {
		w.T.Errorf("PID %d does not stand still: %+v", st.PID, st)
	}
	return st
}

// standsStill reports whether a process is stopped, or frozen by its control group.
func standsStill(pid int) bool {
	p, err := process.Read(pid)
	group, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	for line := range strings.Lines(string(group)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			for _, root := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"} {
				if text, _ := os.ReadFile(root + path + "/cgroup.freeze"); strings.TrimSpace(string(text)) == "1" {
					return true
				}
			}
		}
	}
	return err == nil && p.State == 'T'
}

// awake waits until a server that was woken is ready again, and compares its process with the one that stood still. It
// sleeps again after a second, in which a busy machine may not let the test look: so somebody looks at it meanwhile.
func (w *world) awake(ref app.Ref, before app.Status) {
	w.T.Helper()
	defer w.Sup.Activity.Attend(ref)()
	st := w.Until(ref, "ready", func(s app.Status) bool { return s.State == app.Ready && !standsStill(s.PID) })
	if st.PID != before.PID || st.Run != before.Run {
		w.T.Errorf("PID %d of run %s, not %d of %s", st.PID, st.Run, before.PID, before.Run)
	}
}

func TestFrozenServerWakes(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(t *testing.T, w *world, ref app.Ref, port int){
		"by a start": func(t *testing.T, w *world, ref app.Ref, _ int) {
			asleep, _ := w.Sup.Status(ref)
			r, err := w.Sup.Start(context.Background(), ref, asMe) // it may sleep again before the answer is made
			if err != nil || !r.Changed || !r.Since.After(asleep.Since) {
				t.Errorf("%+v, %v", r, err)
			}
		},
		"by a connection to its port": func(t *testing.T, _ *world, _ app.Ref, port int) {
			answer, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/", port))
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if body, _ := io.ReadAll(answer.Body); string(body) != "ok" {
				t.Errorf("%s", body)
			}
		},
		"by a viewer": func(_ *testing.T, w *world, ref app.Ref, _ int) { w.Sup.Activity.Attend(ref) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, ref, before := freezer(t, "")
			use(t, w, ref, before.Port)
			w.awake(ref, before)
		})
	}
}

func TestFrozenServerStopsAndRestarts(t *testing.T) {
	t.Parallel()
	w, ref, before := freezer(t, "")
	r, err := w.Sup.Restart(context.Background(), ref, asMe)
	if err != nil || r.PID == before.PID || r.State != app.Ready {
		t.Errorf("restart: %+v, %v", r, err)
	}
	w.frozen(ref)
	if r := w.Stop(ref); r.State != app.Stopped || !r.Changed || r.Exit == nil || r.Exit.Signal == "KILL" {
		t.Errorf("stop: %+v", r)
	}
	w.NoneLeft()
}

// TestFrozenServerIsAdoptedAsSleeping: the next manager knows that it sleeps, and wakes it.
func TestFrozenServerIsAdoptedAsSleeping(t *testing.T) {
	t.Parallel()
	w, ref, before := freezer(t, "")
	w.Close(true)
	w.Open()
	if st, err := w.Sup.Status(ref); st.State != app.Sleeping || !st.Frozen || st.PID != before.PID || err != nil {
		t.Errorf("after a restart of the manager: %+v, %v", st, err)
	}
	w.MustStart(ref)
	w.awake(ref, before)
}

// TestFrozenServerIsNotFailing: neither its liveness check nor the look at its port judges it.
func TestFrozenServerIsNotFailing(t *testing.T) {
	t.Parallel()
	w, ref, before := freezer(t, ", alive: {http: /, every: 1s, timeout: 1s, failures: 1, restart: true}")
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	for range w.Sup.Changes(ctx) {
		if st, _ := w.Sup.Status(ref); st.State != app.Sleeping || st.PID != before.PID {
			t.Fatalf("%+v", st)
		}
	}
	w.MustStart(ref)
	w.awake(ref, before)
}

func TestStartWaitsForRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Close(true)
	if err := os.WriteFile(w.Dirs.GlobalFile(), []byte("settings: {max_running: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Open()
	id := w.Project("app", "servers:\n  a: {command: FC echo}\n  b: {command: FC echo}\n  c: {command: FC echo}\n")
	a, b, c := app.Ref{Project: id, Name: "a"}, app.Ref{Project: id, Name: "b"}, app.Ref{Project: id, Name: "c"}
	w.MustStart(a)
	none := asMe
	none.Wait = app.WaitNone
	if r, err := w.Sup.Start(context.Background(), b, none); err != nil {
		t.Fatal(r, err)
	}
	st := w.Until(b, "waiting for room", func(s app.Status) bool { return s.Queue == 1 })
	if st.State != app.Waiting || st.Reason != "1 of 1 server run" {
		t.Errorf("%s: %s", st.State, st.Reason)
	}
	w.Stop(a)
	w.Until(b, "ready", func(s app.Status) bool { return s.State == app.Ready })

	w.Sup.SleepsAfter(0)
	r := w.MustStart(c)
	if len(r.Slept) != 1 || r.Slept[0] != b.String() || !strings.Contains(r.Message, "put to sleep to make room: app/b") {
		t.Errorf("%+v", r)
	}
	if st, _ := w.Sup.Status(b); st.State != app.Sleeping {
		t.Errorf("b: %+v", st)
	}
	if _, err := w.Sup.Pin(c, true, apptest.Me); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Sup.Start(context.Background(), a, none); err != nil {
		t.Fatal(err)
	}
	w.Until(a, "waiting for room", func(s app.Status) bool { return s.Queue == 1 })
	if st, _ := w.Sup.Status(c); st.State != app.Ready {
		t.Errorf("c: %+v", st)
	}
	w.Stop(a)
}
