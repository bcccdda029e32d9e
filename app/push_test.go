package app

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"devservers/app/digest"
	"devservers/app/run/fc"
)

// settings writes config.yml, before a project is registered; FC is this test binary as fc.
func (w *world) settings(text string) {
	w.t.Helper()
	text = "settings:\n" + strings.ReplaceAll(text, "FC", strings.Join(fc.Command(), " "))
	if err := os.WriteFile(w.dirs.GlobalFile(), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// notes waits until all that has happened was pushed, and gives what the hooks have noted in a file of the home.
func (w *world) notes(name string) []string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := w.sup
	if err := s.await(ctx, func() bool { return s.pushed == s.events.next-1 && s.errands.running == 0 }); err != nil {
		w.t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(w.dirs.Home, name))
	if err != nil && !missing(err) {
		w.t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

func TestHooksOfThePersonAreRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings(`  hooks:
    ready: FC note ready $DEVSERVERS_URL 'a b'
    exit: [FC note exit, {command: FC note other, project: another}, {command: FC note other, server: another}, {command: FC note web, project: app, server: web}]
`)
	id := w.project("app", "servers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: auto}\n  bad: {command: FC exit 3 0s}\n")
	st := w.mustStart(Ref{id, "web"})
	ready := w.notes("ready")
	for _, want := range []string{
		`args ["` + st.URL + `" "a b"]`, `env "DEVSERVERS_EVENT=ready"`, `env "DEVSERVERS_PROJECT=app"`, `env "DEVSERVERS_SERVER=web"`, `env "DEVSERVERS_RUN_ID=` + st.Run + `"`,
	} {
		if !slices.Contains(ready, want) {
			t.Errorf("%s is not in %q", want, ready)
		}
	}
	var h Event
	in, _ := strings.CutPrefix(ready[len(ready)-2], "in ")
	if err := json.Unmarshal([]byte(in), &h); err != nil || h.Event != EventReady || h.URL != st.URL {
		t.Errorf("%q: %+v, %v", in, h, err)
	}
	if slices.Contains(ready, `env "DEVSERVERS_RUN=`+st.Run+`"`) {
		t.Error("the hook counts as a process of the run")
	}
	w.stop(Ref{id, "web"})
	_, _ = w.start(Ref{id, "bad"})
	w.happened(id+"/bad", []string{EventExit}, "exit")
	exit := w.notes("exit")
	if !slices.Contains(exit, `env "DEVSERVERS_STATE=stopped"`) || !slices.Contains(exit, `env "DEVSERVERS_EXIT_CODE=3"`) {
		t.Errorf("%q", exit)
	}
	if got := len(w.notes("other")); got != 1 {
		t.Errorf("hooks of others were run: %d lines", got)
	}
	if got := w.notes("web"); !slices.Contains(got, `env "DEVSERVERS_SERVER=web"`) || slices.Contains(got, `env "DEVSERVERS_SERVER=bad"`) {
		t.Errorf("%q", got)
	}
}

func TestAHookIsToldOfAnErrorAndNoControlCharacters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("  hooks: {error: FC note error}\n") // noticed without a restart
	id := w.project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	h := Event{Event: EventError, Project: id, Server: id + "/web", Message: "KeyError: '\x1b[31m\u202Ex\a'", Error: &digest.Error{File: "a.py", Line: 3}}
	w.sup.Announce(h)
	if got := w.notes("error"); !slices.Contains(got, `env "DEVSERVERS_ERROR=a.py:3 KeyError: 'x'"`) {
		t.Errorf("%q", got)
	}
}

func TestAHookThatFailsIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("  hooks: {exit: [FC crash 4 oh, no-such-program, $HOME/$NONE]}\n")
	id := w.project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	w.mustStart(Ref{id, "web"})
	w.stop(Ref{id, "web"})
	w.notes("nothing")
	var got []string
	for _, h := range w.sup.Events(EventQuery{Events: []string{EventHookFailed}}).Events {
		got = append(got, h.Server+" "+h.Message)
	}
	all := strings.Join(got, "\n")
	if len(got) != 3 || !strings.Contains(all, "app/web the exit hook `") || !strings.Contains(all, "exit status 4") ||
		!strings.Contains(all, "no-such-program was not found in PATH") || !strings.Contains(all, "cannot expand $NONE") {
		t.Errorf("%s", all)
	}
}

func TestTheEndOfTheManagerLetsHooksEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings("  hooks: {exit: FC note exit}\n")
	id := w.project("app", "servers:\n  web: {command: FC say up, ready: {log: up}}\n")
	w.mustStart(Ref{id, "web"})
	w.close(false)
	if text, err := os.ReadFile(filepath.Join(w.dirs.Home, "exit")); err != nil || !strings.Contains(string(text), `"DEVSERVERS_STATE=stopped"`) {
		t.Errorf("%s %v", text, err)
	}
}
