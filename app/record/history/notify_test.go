package history_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// world is a manager with hooks and notices, and a log of them.
type world struct {
	*apptest.World
	n   *history.Notifier
	log *lockedBuffer
}

// newWorld starts a manager with these lines of settings: in config.yml; FC is this test binary as fc. env is the
// manager's environment, nil for this process's.
func newWorld(t *testing.T, lines string, env ...string) *world {
	t.Helper()
	w := &world{World: apptest.New(t, func(o *supervisor.Options) { o.Env = env }), log: &lockedBuffer{}}
	w.settings(lines)
	w.begin()
	return w
}

func (w *world) begin() {
	w.T.Helper()
	s, err := settings.Open(w.Dirs.GlobalFile())
	if err != nil {
		w.T.Fatal(err)
	}
	w.n = history.Notify(w.Sup, history.Options{Settings: s, Events: w.Sup.Events, Programs: w.Sup.Files, Home: w.Dirs.Home,
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
	fc.Until(w.T, "hooks have ended", func() bool { return w.n.Settled(w.Sup.Events.Page(app.EventQuery{}).Last) })
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

func TestNoticeIsShownAsPlainText(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	script := "#!/bin/sh\nexec " + strings.Join(fc.Command(), " ") + ` note shown "$@"` + "\n"
	if err := os.WriteFile(filepath.Join(bin, "notify-send"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, "  notify: {desktop: true}\n", "PATH="+bin, "HOME="+bin)
	id := w.Project("app", "servers:\n  bad: {command: FC exit 3 0s}\n")
	_, _ = w.Start(app.Ref{Project: id, Name: "bad"})
	w.Sup.Announce(app.Event{Event: app.EventError, Project: id, Server: id + "/web",
		Message: "ERROR: <b>--\x1b[31m\u202Eevil</b> $(id) `id` & \"", Error: &digest.Error{}})
	w.shown(`args ["--app-name=devservers" "--" "app/bad crashed" "exited with code 3 after `)
	w.shown("args [\"--app-name=devservers\" \"--\" \"new error in app/web\" \"ERROR: &lt;b&gt;--evil&lt;/b&gt; $(id) " +
		"`id` &amp; \\\"\"]")
}

// shown waits until notify-send was called with arguments that begin with want.
func (w *world) shown(want string) {
	w.T.Helper()
	var got []string
	fc.Until(w.T, "it is shown", func() bool {
		got = w.notes("shown")
		return slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, want) })
	}, want, &got)
}

func TestMissingNotifierIsLoggedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "", "PATH=/nonexistent")
	for range 3 {
		w.n.Show("title", "text")
	}
	if got := w.log.String(); strings.Count(got, "a notice can't be shown") != 1 ||
		!strings.Contains(got, "notify-send was not found") {
		t.Errorf("%s", got)
	}
}

// lockedBuffer is safe for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestJobEndsWithItsProcessTree(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	for _, kind := range []string{"plain", "setsid", "double", "deaf"} {
		argv := fc.Command("tree", "2", kind)
		output, err := history.RunJob(argv, w.Dirs.Home, 500*time.Millisecond)
		if err == nil || !strings.Contains(err.Error(), "was ended after") {
			t.Errorf("%s: %q, %v", kind, output, err)
		}
	}
	w.NoneLeft()
}
