package supervisor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// ailing declares a server that is healthy as long as the file "well" exists.
func (w *world) ailing(more string) app.Ref {
	w.T.Helper()
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, alive: {command: "+
		"./check, every: 20ms, failures: 2"+more+"}}\n"), Name: "a"}
	w.Script("app", "check", "[ -e well ]")
	w.put("well", "")
	return ref
}

func (w *world) unwell() {
	w.T.Helper()
	if err := os.Remove(filepath.Join(w.Dirs.Home, "app", "well")); err != nil {
		w.T.Fatal(err)
	}
}

func TestServerIsUnhealthyWhileItDoesNotAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.ailing("")
	if r := w.MustStart(ref); r.Unhealthy != "" {
		t.Errorf("%+v", r)
	}
	w.unwell()
	st := w.Until(ref, "unhealthy", func(s app.Status) bool { return s.Unhealthy != "" })
	if st.State != app.Failing || !strings.HasPrefix(st.Unhealthy,
		"2 liveness checks in a row failed: `./check` did not succeed") {
		t.Errorf("%s: %q", st.State, st.Unhealthy)
	}
	w.put("well", "")
	w.Until(ref, "healthy", func(s app.Status) bool { return s.Unhealthy == "" && s.State == app.Ready })
	w.unwell()
	w.Until(ref, "unhealthy", func(s app.Status) bool { return s.Unhealthy != "" })
	if r := w.Stop(ref); r.State != app.Stopped || r.Unhealthy != "" {
		t.Errorf("%+v", r)
	}
}

func TestAliveRestartRestartsUnhealthyServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.ailing(", restart: true")
	r := w.MustStart(ref)
	w.unwell()
	st := w.Until(ref, "waits for its next start", isRetrying)
	if st.Exit.Cause != "unhealthy" || st.Want != "up" || !strings.Contains(st.Reason, "liveness check") {
		t.Errorf("%+v", st)
	}
	w.put("well", "")
	if st := w.Until(ref, "ready", isIn(app.Ready)); st.Run == r.Run || st.Actor.Kind != "crash" {
		t.Errorf("%+v", st)
	}
}

func TestNextManagerContinuesLivenessChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.ailing("")
	w.MustStart(ref)
	w.Close(true)
	w.unwell()
	w.Open()
	w.Until(ref, "unhealthy", func(s app.Status) bool { return s.Unhealthy != "" && s.State == app.Failing })
}

func TestChangedAliveTakesEffectOnceTrusted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const plain = "servers:\n  a: {command: FC say up, ready: {log: up}}\n"
	ref := app.Ref{Project: w.Project("app", plain), Name: "a"}
	w.Script("app", "check", "touch ran; [ -e well ]")
	ran := filepath.Join(w.Dirs.Home, "app", "ran")
	w.MustStart(ref)
	checked := strings.Replace(plain, "up}}", "up}, alive: {command: ./check, every: 20ms, failures: 2}}", 1)
	w.Write("app", checked)
	w.changed(ref, "alive")
	time.Sleep(100 * time.Millisecond) // enough time for checks that must not run
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command that nobody has reviewed was run")
	}
	w.Trust("app")
	w.Until(ref, "unhealthy", func(s app.Status) bool { return s.Unhealthy != "" })
	w.Write("app", strings.Replace(checked, "./check", "./check now", 1)) // another check, which also fails
	w.changed(ref, "alive")
	w.Trust("app")
	w.Until(ref, "unhealthy", func(s app.Status) bool { return strings.Contains(s.Unhealthy, "./check now") })
	w.Write("app", plain)
	w.changed(ref)
	w.Trust("app")
	w.Until(ref, "healthy", func(s app.Status) bool { return s.Unhealthy == "" && s.State == app.Ready })
}
