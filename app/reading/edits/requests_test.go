package edits

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// site is a printer whose port is served by the test, as a container's would be.
type site struct {
	*printer
	port int
	http *httptest.Server
	mu   sync.Mutex
	got  []*http.Request
	fail []string // pages that fail
	lack []string // pages that don't exist
	read string   // the file that each answer is made of; "" = none
}

func newSite(t *testing.T, check string) *site {
	s := &site{port: fc.FreePort(t)}
	w := newWorld(t)
	s.printer = &printer{world: w, dir: w.Dirs.Home + "/shop"}
	w.Files("shop", map[string]string{"said.log": "starting\n"})
	s.ref = app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: tail -n +1 -f said.log, port: "+
		"%d, ready: {tcp: %d}%s}\n", s.port, s.port, check)), Name: "web"}
	started := make(chan bool)
	go func() { w.MustStart(s.ref); close(started) }()
	w.Until(s.ref, "runs", func(st app.Status) bool { return st.PID != 0 })
	l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", s.port))
	if err != nil {
		t.Fatal(err)
	}
	s.http = &httptest.Server{Listener: l, Config: &http.Server{Handler: s}}
	s.http.Start()
	t.Cleanup(s.http.Close)
	<-started
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, r)
	if s.read != "" {
		_, _ = os.ReadFile(filepath.Join(s.dir, s.read))
	}
	switch {
	case slices.Contains(s.fail, r.URL.Path):
		http.Error(w, "KeyError: 'coffee'", http.StatusInternalServerError)
	case slices.Contains(s.lack, r.URL.Path):
		http.NotFound(w, r)
	}
}

// paths returns the paths requested since the last call.
func (s *site) paths() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.got {
		list = append(list, r.URL.Path)
	}
	s.got = nil
	return list
}

// check returns the verdict on the last edit, with a request.
func (s *site) check() app.Verdict {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	page, err := s.edits.AwaitEdit(ctx, s.ref.Project, true, s.ref.Name)
	if err != nil || len(page.Verdicts) != 1 {
		s.T.Fatalf("%+v, %v", page, err)
	}
	return page.Verdicts[0]
}

// TestVerdictRequestsAPage: only when somebody wants a verdict, with GET, by name, and it doesn't count as use.
func TestVerdictRequestsAPage(t *testing.T) {
	t.Parallel()
	begun := time.Now() // an earlier connection to this port may still be listed
	s := newSite(t, "")
	s.read = "shop/urls.py"
	s.edit("shop/urls.py")
	s.judged()
	if list := s.paths(); len(list) > 0 {
		t.Errorf("a save alone requests %q", list)
	}
	v := s.check()
	if len(s.got) != 1 || s.got[0].Method != http.MethodGet || s.got[0].URL.Path != "/" ||
		!strings.HasPrefix(s.got[0].UserAgent(), "devservers") {
		t.Errorf("%+v", s.got)
	}
	if v.State != app.VerdictOK || v.Request == nil || v.Request.Path != "/" ||
		!strings.Contains(v.Message, "GET / answered 200") {
		t.Errorf("%+v", v)
	}
	if at := machine.Used(s.port); at.After(begun) {
		t.Errorf("it counts as use at %v", at)
	}
}

func TestBrokenPageIsBroken(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.fail, s.read = []string{"/"}, "shop/urls.py"
	s.edit("shop/urls.py")
	if v := s.check(); v.State != app.VerdictBroken ||
		!strings.Contains(v.Message, "GET / answered 500: KeyError: 'coffee'") {
		t.Errorf("%+v", v)
	}
}

func TestCheckNamesOrForbidsThePage(t *testing.T) {
	t.Parallel()
	for check, want := range map[string]string{"": "[/menu]", ", check: {http: /health}": "[/health]",
		", check: off": "[]"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, check)
			s.say("GET /menu 200\n")
			s.edit("shop/urls.py")
			s.judged() // has read what it printed
			if v, got := s.check(), fmt.Sprint(s.paths()); got != want || (v.Request == nil) != (want == "[]") {
				t.Errorf("%q: %s, want %s; %+v", check, got, want, v)
			}
		})
	}
}

// TestEditUnderViteRequestsModuleAndPage: a page that the server renders may fail although its modules are good. What
// only the server may load is not requested as a module.
func TestEditUnderViteRequestsModuleAndPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, want, state string }{
		{"src/lib/Trip.svelte", "[/src/lib/Trip.svelte /]", app.VerdictBroken},
		{"src/hooks.server.js", "[/]", app.VerdictBroken},
		{"src/routes/lost/+page.js", "[/src/routes/lost/+page.js /lost /]", app.VerdictBroken},
		{"src/routes/(shop)/menu/+page.server.js", "[/menu]", app.VerdictOK},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			s := newViteSite(t)
			s.edit(c.file)
			s.say("page reload\n")
			v := s.check()
			if got := fmt.Sprint(s.paths()); got != c.want || v.State != c.state {
				t.Errorf("%s is %s, want %s; %+v", got, v.State, c.want, v)
			}
		})
	}
}

// newViteSite returns a server of Vite whose / fails, and which has no /lost.
func newViteSite(t *testing.T) *site {
	s := newSite(t, "")
	s.say("  VITE v7.0.0  ready in 300 ms\n")
	s.fail, s.lack = []string{"/"}, []string{"/lost"}
	s.paths()
	return s
}

// TestModuleUnderViteIsBrokenThenFixed: the page that was requested last is requested after the module.
func TestModuleUnderViteIsBrokenThenFixed(t *testing.T) {
	t.Parallel()
	s := newViteSite(t)
	s.edit("src/routes/(shop)/menu/+page.server.js")
	s.say("page reload\n")
	if v := s.check(); v.State != app.VerdictOK {
		t.Fatalf("%+v", v)
	}
	s.fail = []string{"/src/a.js"}
	s.edit("src/a.js")
	s.say("page reload\n")
	if v := s.check(); v.State != app.VerdictBroken || v.Request.Path != "/src/a.js" {
		t.Errorf("%+v", v)
	}
	s.fail = nil
	s.edit("src/a.js")
	s.say("page reload\n")
	if v := s.check(); v.State != app.VerdictOK || !strings.Contains(v.Message, "GET /src/a.js and /menu answered 200") {
		t.Errorf("%+v", v)
	}
}

// TestFreshRunForgetsAnOldBreak: a run that was started after the edit and is ready shows that it broke nothing.
func TestFreshRunForgetsAnOldBreak(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("shop/urls.py")
	p.say(keyError)
	if v := p.judged(); v.State != app.VerdictBroken || p.edits.Standing(p.ref) == nil {
		t.Fatalf("%+v", v)
	}
	if st, err := p.Sup.Status(p.ref); err != nil || st.Broken == nil ||
		!strings.HasPrefix(st.Broken.String(), "broken since the edit of shop/urls.py at ") {
		t.Errorf("%+v, %v", st.Broken, err)
	}
	p.replace(true) // the next manager knows it
	if b := p.edits.Standing(p.ref); b == nil || !slices.Equal(b.Edit.Files, []string{"shop/urls.py"}) {
		t.Fatalf("%+v", b)
	}
	if e := p.edited().Edit; e == nil || !slices.Equal(e.Files, []string{"shop/urls.py"}) {
		t.Fatalf("%+v", e)
	}
	p.Stop(p.ref)
	p.write("said.log", "starting\n")
	p.MustStart(p.ref)
	p.Until(p.ref, "is not broken", func(st app.Status) bool {
		return st.Broken == nil && p.edits.book.Get().Standing[p.ref.String()].Broken == nil
	})
	p.edit("shop/views.py")
	p.say("reloaded\n")
	if v := p.judged(); v.State != app.VerdictOK {
		t.Errorf("%+v", v)
	}
}

// TestReadyRunCountsBeforeItsHolderKnows freezes the holder of the fresh run, which records when the run became ready.
func TestReadyRunCountsBeforeItsHolderKnows(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.edit("shop/urls.py")
	s.say(keyError)
	if v := s.judged(); v.State != app.VerdictBroken {
		t.Fatalf("%+v", v)
	}
	s.Stop(s.ref)
	s.http.Close()
	s.write("said.log", "starting\n")
	if _, err := s.Sup.Start(context.Background(), s.ref, supervisor.StartOptions{Wait: app.WaitNone}); err != nil {
		t.Fatal(err)
	}
	st := s.Until(s.ref, "runs", func(st app.Status) bool { return st.PID != 0 })
	command, err := process.Read(st.PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(command.PPID, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(command.PPID, syscall.SIGCONT) }()
	l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", s.port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s.Until(s.ref, "is not broken", func(st app.Status) bool { return st.ReadyAt != nil && st.Broken == nil })
}

// TestFailingServerIsBroken: one whose port is closed is not good because it printed something.
func TestFailingServerIsBroken(t *testing.T) {
	t.Parallel()
	s := newSite(t, "")
	s.http.Close()
	s.Until(s.ref, "fails", func(st app.Status) bool { return st.State == app.Failing })
	s.edit("shop/urls.py")
	s.say("Starting service\n")
	if v := s.check(); v.State != app.VerdictBroken || v.Closed != s.port {
		t.Errorf("%+v", v)
	}
}

func TestEndpointsAreNotProvenByPages(t *testing.T) {
	for file, want := range map[string]bool{"app/api/total/route.js": true, "src/routes/api/+server.ts": true,
		"app/page.js": false, "route.js": false, "src/routes/+page.svelte": false} {
		if evidence.IsEndpoint(file) != want {
			t.Error(file)
		}
	}
}
