package notify

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { apptest.Main(m) }

// world is a manager with hooks and notices, and a log of them.
type world struct {
	*apptest.World
	n   *Notifier
	log *lockedBuffer
}

// newWorld starts a manager with these lines of settings: in config.yml; FC is this test binary as fc. env is the
// manager's environment, nil for this process's.
func newWorld(t *testing.T, lines string, env ...string) *world {
	t.Helper()
	w := &world{World: apptest.New(t, func(o *supervisor.Options) { o.Env = env }), log: &lockedBuffer{}}
	w.settings(lines)
	w.notify()
	return w
}

func (w *world) notify() {
	w.T.Helper()
	s, err := settings.Open(w.Dirs.GlobalFile())
	if err != nil {
		w.T.Fatal(err)
	}
	w.n = Start(w.Sup, Options{Settings: s, Events: w.Sup.Events, Programs: w.Sup.Files, Home: w.Dirs.Home,
		Log: slog.New(slog.NewTextHandler(w.log, nil))})
	w.T.Cleanup(func() { w.n.Close(context.Background()) })
}

// settings writes config.yml.
func (w *world) settings(lines string) {
	w.T.Helper()
	text := "settings:\n" + strings.ReplaceAll(lines, "FC", strings.Join(fc.Command(), " "))
	if err := os.WriteFile(w.Dirs.GlobalFile(), []byte(text), 0o600); err != nil {
		w.T.Fatal(err)
	}
}

// settle waits until all events so far were taken and their jobs have ended.
func (w *world) settle() {
	w.T.Helper()
	for limit := time.Now().Add(apptest.Patience); ; time.Sleep(5 * time.Millisecond) {
		taken := w.n.last.Load() == w.Sup.Events.Page(app.EventQuery{}).Last // first: this adds the jobs
		w.n.jobs.mu.Lock()
		idle := w.n.jobs.running == 0
		w.n.jobs.mu.Unlock()
		if taken && idle {
			return
		}
		if time.Now().After(limit) {
			w.T.Fatal("timed out waiting for hooks")
		}
	}
}

// notes returns the lines that hooks wrote to a file of the home, once they have ended.
func (w *world) notes(name string) []string {
	w.T.Helper()
	w.settle()
	text, err := os.ReadFile(filepath.Join(w.Dirs.Home, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.T.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

func TestHooksRunForTheirEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `  hooks:
    ready: FC note ready $DEVSERVERS_URL 'a b'
    exit: [FC note exit, {command: FC note other, project: another}, {command: FC note other, server: another}, {command: FC note web, project: app, server: web}]
`)
	id := w.Project("app", "servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: auto}\n"+
		"  bad: {command: FC exit 3 0s}\n")
	st := w.MustStart(app.Ref{Project: id, Name: "web"})
	ready := w.notes("ready")
	for _, want := range []string{
		`args ["` + st.URL + `" "a b"]`, `env "DEVSERVERS_EVENT=ready"`, `env "DEVSERVERS_PROJECT=app"`,
		`env "DEVSERVERS_SERVER=web"`, `env "DEVSERVERS_RUN_ID=` + st.Run + `"`,
	} {
		if !slices.Contains(ready, want) {
			t.Errorf("%s is not in %q", want, ready)
		}
	}
	var h app.Event
	in, _ := strings.CutPrefix(ready[len(ready)-2], "in ")
	if err := json.Unmarshal([]byte(in), &h); err != nil || h.Event != app.EventReady || h.URL != st.URL {
		t.Errorf("%q: %+v, %v", in, h, err)
	}
	if slices.Contains(ready, `env "DEVSERVERS_RUN=`+st.Run+`"`) {
		t.Error("the hook counts as a process of the run")
	}
	w.Stop(app.Ref{Project: id, Name: "web"})
	_, _ = w.Start(app.Ref{Project: id, Name: "bad"})
	for range w.Sup.Changes(t.Context()) {
		if len(w.Sup.Events.Page(app.EventQuery{Targets: []string{id + "/bad"},
			Events: []string{app.EventExit}}).Events) > 0 {
			break
		}
	}
	exit := w.notes("exit")
	if !slices.Contains(exit, `env "DEVSERVERS_STATE=stopped"`) || !slices.Contains(exit, `env "DEVSERVERS_EXIT_CODE=3"`) {
		t.Errorf("%q", exit)
	}
	if got := len(w.notes("other")); got != 1 {
		t.Errorf("hooks of others were run: %d lines", got)
	}
	if got := w.notes("web"); !slices.Contains(got, `env "DEVSERVERS_SERVER=web"`) ||
		slices.Contains(got, `env "DEVSERVERS_SERVER=bad"`) {
		t.Errorf("%q", got)
	}
}

func TestHookGetsErrorsWithoutControlCharacters(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.settings("  hooks: {error: FC note error}\n") // noticed without a restart
	id := w.Project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	h := app.Event{Event: app.EventError, Project: id, Server: id + "/web", Message: "KeyError: '\x1b[31m\u202Ex\a'",
		Error: &digest.Error{File: "a.py", Line: 3}}
	w.Sup.Announce(h)
	if got := w.notes("error"); !slices.Contains(got, `env "DEVSERVERS_ERROR=a.py:3 KeyError: 'x'"`) {
		t.Errorf("%q", got)
	}
}

func TestFailedHookIsAnEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "  hooks: {exit: [FC crash 4 oh, no-such-program, $HOME/$NONE]}\n")
	id := w.Project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	w.MustStart(app.Ref{Project: id, Name: "web"})
	w.Stop(app.Ref{Project: id, Name: "web"})
	w.notes("nothing")
	var got []string
	for _, h := range w.Sup.Events.Page(app.EventQuery{Events: []string{app.EventHookFailed}}).Events {
		got = append(got, h.Server+" "+h.Message)
	}
	all := strings.Join(got, "\n")
	if len(got) != 3 || !strings.Contains(all, "app/web the exit hook `") || !strings.Contains(all, "exit status 4") ||
		!strings.Contains(all, "no-such-program was not found in PATH") || !strings.Contains(all, "cannot expand $NONE") {
		t.Errorf("%s", all)
	}
}

func TestCloseWaitsForHooks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "  hooks: {exit: FC note exit}\n")
	id := w.Project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	w.MustStart(app.Ref{Project: id, Name: "web"})
	w.Close(false)
	w.n.Close(context.Background())
	if text, err := os.ReadFile(filepath.Join(w.Dirs.Home, "exit")); err != nil ||
		!strings.Contains(string(text), `"DEVSERVERS_STATE=stopped"`) {
		t.Errorf("%s %v", text, err)
	}
}
