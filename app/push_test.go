package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app/config"
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
	if err := s.await(ctx, func() bool { return s.pushed == s.happened.next-1 && s.errands.running == 0 }); err != nil {
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
	var h Happening
	in, _ := strings.CutPrefix(ready[len(ready)-2], "in ")
	if err := json.Unmarshal([]byte(in), &h); err != nil || h.Event != OnReady || h.URL != st.URL {
		t.Errorf("%q: %+v, %v", in, h, err)
	}
	if slices.Contains(ready, `env "DEVSERVERS_RUN=`+st.Run+`"`) {
		t.Error("the hook counts as a process of the run")
	}
	w.stop(Ref{id, "web"})
	_, _ = w.start(Ref{id, "bad"})
	w.happened(id+"/bad", []string{OnExit}, "exit")
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
	g := newTeller(t)
	g.settings("  hooks: {error: FC note error}\n") // noticed without a restart
	g.tell("Traceback (most recent call last):\n  File \"a.py\", line 3, in b\n    c\nKeyError: '\x1b[31m\u202Ex\a'\n")
	g.happened(g.ref.String(), nil, "error")
	if got := g.notes("error"); !slices.Contains(got, `env "DEVSERVERS_ERROR=a.py:3 KeyError: 'x'"`) {
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
	for _, h := range w.sup.Happenings(HappeningQuery{Events: []string{OnHookFailed}}).Happenings {
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

func TestAnErrandIsEndedWithAllThatItHasStarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, kind := range []string{"plain", "setsid", "double", "deaf"} {
		argv := fc.Command("tree", "2", kind)
		output, err := errand{argv: argv, exe: argv[0], env: []string{"HOME=" + w.dirs.Home}, limit: 500 * time.Millisecond}.run(context.Background(), w.dirs.Home)
		if err == nil || !strings.Contains(err.Error(), "was ended after") {
			t.Errorf("%s: %q, %v", kind, output, err)
		}
	}
	w.none()
}

func TestWhatAnErrandPrintsIsBoundedAndInert(t *testing.T) {
	t.Parallel()
	run := func(args ...string) string {
		argv := fc.Command(args...)
		output, err := errand{argv: argv, exe: argv[0]}.run(context.Background(), "/")
		if err != nil {
			t.Error(err)
		}
		return output
	}
	if got := run("lines", "2"); got != "line 1\nline 2" {
		t.Errorf("%q", got)
	}
	if got := run("bytes", "1b5b33316d5265640a"); got != "Red" {
		t.Errorf("%q", got)
	}
	if got := run("flood", "1000000"); len(got) > errandOutput+10 || !strings.HasSuffix(got, "\n…") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestTooManyErrandsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	argv := fc.Command("exit", "0", "0s")
	release, ended := make(chan struct{}), make(chan error, 100)
	done := func(_ string, err error) {
		if err == nil {
			<-release
		}
		ended <- err
	}
	const more = 3
	for range errandsAtOnce + errandsWaiting + more {
		w.sup.send(errand{argv: argv, exe: argv[0], done: done})
	}
	for range more {
		if err := <-ended; !errors.Is(err, errTooMany) {
			t.Error(err)
		}
	}
	close(release)
	for range errandsAtOnce + errandsWaiting {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestNoticesOfAServerAreFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []string
		p := pusher{notices: map[string]*notice{}, show: func(title, text string) { shown = append(shown, title+"|"+text) }}
		crash := Happening{Event: OnExit, Server: "shop/api", Kind: config.KindServer, Message: "exited with code 3", Exit: &Exit{Signal: "KILL"}}
		fault := Happening{Event: OnError, Server: "shop/api", Message: "KeyError", Error: &digest.Fault{File: "a.py", Line: 3}}
		other := fault
		other.Server = "shop/web"
		pass := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			due := p.flush(time.Now())
			slices.Sort(shown)
			if !slices.Equal(shown, want) || len(want) > 0 && !due.IsZero() {
				t.Errorf("%q, want %q; the next is due %v", shown, want, due)
			}
			shown = nil
		}
		p.collect(fault)
		p.collect(crash)
		p.collect(other)
		pass(noticeHold - 1)
		pass(1, "new error in shop/web|a.py:3 KeyError", "shop/api crashed|exited with code 3\na.py:3 KeyError")
		p.collect(fault)
		p.collect(fault)
		pass(noticePause - 1)
		pass(1, "2 new errors in shop/api|a.py:3 KeyError")
		p.collect(crash)
		p.collect(crash)
		pass(noticePause, "shop/api crashed 2 times|exited with code 3")
		pass(noticePause)
		if len(p.notices) != 0 {
			t.Errorf("%d are kept for nothing", len(p.notices))
		}
	})
}

func TestANoticeIsShownAndInert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bin := filepath.Join(w.dirs.Home, "bin")
	w.script("bin", "notify-send", `exec FC note shown "$@"`)
	w.close(false)
	w.env = []string{"PATH=" + bin, "HOME=" + w.dirs.Home}
	w.settings("  notify: {desktop: true}\n")
	w.open()
	id := w.project("app", "servers:\n  web: {command: ./web}\n  bad: {command: FC exit 3 0s}\n")
	w.script("app", "web", "echo 'ERROR: <b>--\x1b[31m\u202Eevil</b> $(id) `id` & \"'\nexec FC say up")
	for _, name := range []string{"web", "bad"} {
		_, _ = w.start(Ref{id, name})
	}
	w.shown(`args ["--app-name=devservers" "--" "app/bad crashed" "exited with code 3 after `)
	w.shown("args [\"--app-name=devservers\" \"--\" \"new error in app/web\" \"ERROR: &lt;b&gt;--evil&lt;/b&gt; $(id) `id` &amp; \\\"\"]")
}

// shown waits for a notice of which the fake notify-send was given what begins so.
func (w *world) shown(want string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		changed := w.sup.Changed()
		got := w.notes("shown")
		if slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, want) }) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			w.t.Fatalf("%s was not shown: %q", want, got)
		}
	}
}

func TestAMissingNotifierIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.close(false)
	log := &lockedBuffer{}
	w.env, w.log = []string{"PATH=/nonexistent"}, log
	w.open()
	for range 3 {
		w.sup.show("title", "text")
	}
	if got := log.String(); strings.Count(got, "a notice can't be shown") != 1 || !strings.Contains(got, "notify-send was not found") {
		t.Errorf("%s", got)
	}
}

// lockedBuffer may be written and read at once.
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

func TestANoticeIsNeverPartOfAScript(t *testing.T) {
	const title, text = `-e " & do shell script "id`, `"; rm -rf`
	if got := notifier("darwin", title, text); !slices.Equal(got[len(got)-3:], []string{"--", title, text}) {
		t.Errorf("%q", got)
	}
	if notifier("plan9", title, text) != nil {
		t.Error("there is a notifier for an unknown system")
	}
}
