package why

import (
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/edits"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { apptest.Main(m) }

type world struct {
	*apptest.World
	causes *Why
}

func newWorld(t *testing.T) *world {
	w := apptest.New(t)
	return &world{w, New(w.Sup, edits.New(w.Sup, "", slog.New(slog.DiscardHandler)))}
}

// why returns the finding of a kind.
func (w *world) why(ref app.Ref, kind app.FindingKind) app.Finding {
	w.T.Helper()
	d, err := w.causes.Diagnose(w.T.Context(), ref)
	if err != nil {
		w.T.Fatal(err)
	}
	i := slices.IndexFunc(d.Findings, func(f app.Finding) bool { return f.Kind == kind })
	if i < 0 {
		w.T.Fatalf("no finding of kind %s: %+v", kind, d)
	}
	return d.Findings[i]
}

// whySoon waits for a finding about a run that is up: on a busy machine it listens late, or before its last line is
// stored.
func (w *world) whySoon(ref app.Ref, kind app.FindingKind) app.Finding {
	w.T.Helper()
	return w.soon(ref, kind, func(app.Finding) bool { return true })
}

// hasSoon is has for such a run: what is found of it early may still say that it does not listen.
func (w *world) hasSoon(ref app.Ref, kind app.FindingKind, problem, evidence, fix string) {
	w.T.Helper()
	has(w.T, w.soon(ref, kind, func(f app.Finding) bool { return says(f, problem, evidence, fix) }), problem, evidence,
		fix)
}

func (w *world) soon(ref app.Ref, kind app.FindingKind, good func(app.Finding) bool) app.Finding {
	w.T.Helper()
	for limit := time.Now().Add(apptest.Patience); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		d, _ := w.causes.Diagnose(w.T.Context(), ref)
		if i := slices.IndexFunc(d.Findings, func(f app.Finding) bool { return f.Kind == kind }); i >= 0 &&
			good(d.Findings[i]) {
			break
		}
	}
	return w.why(ref, kind)
}

func has(t testing.TB, f app.Finding, problem, evidence, fix string) {
	t.Helper()
	if !says(f, problem, evidence, fix) {
		t.Errorf("%+v", f)
	}
}

func says(f app.Finding, problem, evidence, fix string) bool {
	return strings.Contains(f.Problem, problem) && strings.Contains(evidenceOf(f), evidence) && strings.Contains(f.Fix,
		fix)
}

func TestDiagnoseChecksTheNextStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t) // which nobody else takes once it is free again
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	id := w.Project("shop", fmt.Sprintf(`servers:
  web: {command: FC listen 127.0.0.1:$PORT, port: %d}
  twin: {command: FC listen 127.0.0.1:$PORT, port: %d}
  gone: {command: ./no-such-program}
  foreign: {command: no-such-program-at-all}
  vars: {command: FC echo, env_file: .env.missing}
  fine: {command: FC echo}
`, port, port))
	web := app.Ref{Project: id, Name: "web"}
	_, err = w.Start(web)
	apptest.Failure(t, err, app.CodePortInUse)
	has(t, w.why(web, "port"), fmt.Sprintf("PID %d (", os.Getpid()), "", "another port")
	l.Close()
	has(t, w.why(web, "other"), "the last start was refused", "nothing prevents a start now", "devservers start shop/web")
	w.MustStart(web)
	has(t, w.why(app.Ref{Project: id, Name: "twin"}, "port"), "our own shop/web", "",
		fmt.Sprintf("both use port %d: give one of them another port in devservers.yml (`port: auto` picks a free one)",
			port))
	has(t, w.why(app.Ref{Project: id, Name: "gone"}, "executable"), "no-such-program", "", "")
	has(t, w.why(app.Ref{Project: id, Name: "foreign"}, "executable"), "no-such-program-at-all", "", "allow")
	has(t, w.why(app.Ref{Project: id, Name: "vars"}, "env"), ".env.missing", "", "create it")
	for _, ref := range []app.Ref{web, {Project: id, Name: "fine"}} {
		if d, err := w.causes.Diagnose(w.T.Context(), ref); err != nil || len(d.Findings) != 0 {
			t.Errorf("%+v %v", d, err)
		}
	}
	w.Write("shop", "servers:\n  fine: {command: FC echo, prot: 1}\n")
	has(t, w.why(app.Ref{Project: id, Name: "fine"}, "config"), "devservers.yml:3:", "", "")
	w.Write("shop", "servers:\n  fine: {command: FC echo more}\n")
	has(t, w.why(app.Ref{Project: id, Name: "fine"}, "trust"), "has changed since it was trusted", "", "devservers trust")
}

func TestDiagnoseFindsOtherPortAndChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := fc.FreePort(t)
	id := w.Project("shop",
		fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: auto, ready: {timeout: 100ms}}\n", other))
	ref := app.Ref{Project: id, Name: "web"}
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeNotReady)
	w.hasSoon(ref, "listens", fmt.Sprintf("it listens on 127.0.0.1:%d, not on port", other), "does not use $PORT",
		"declare the port")
	w.Write("shop", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: auto, env: {A: \"1\"}, ready: "+
		"{timeout: 100ms}}\n", other))
	w.Trust(id)
	has(t, w.why(ref, "changed"), "declaration has changed since it was started", "", "devservers restart")
}

func TestDiagnoseNamesMissingDependencies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.causes.patience = time.Hour
	w.Files("shop", map[string]string{"pay.py": "key = os.environ['STRIPE_KEY']\n"})
	id := w.Project("shop",
		"servers:\n  web: {command: FC echo, depends_on: [db, cache]}\n  db: {command: FC echo, ready: {log: never}}\n"+
			"  cache: {command: FC echo}\n"+
			"  api: {command: FC echo, depends_on: [bad]}\n"+
			"  bad: {command: FC crash 3 STRIPE_KEY is not set, ready: {log: never}}\n")
	web, api := app.Ref{Project: id, Name: "web"}, app.Ref{Project: id, Name: "api"}
	if _, err := w.Sup.Start(t.Context(), web, supervisor.StartOptions{Actor: apptest.Me, Wait: "none"}); err != nil {
		t.Fatal(err)
	}
	w.Until(web, "waits for db alone", func(s app.Status) bool { return s.Reason == "needs db to be ready" })
	d, err := w.causes.Diagnose(t.Context(), web)
	if err != nil || len(d.Findings) != 1 {
		t.Errorf("%+v %v", d, err)
	}
	has(t, w.why(web, "dependency"), "web needs db (ready), which is starting", "waiting for a line",
		"devservers logs shop/db")
	_, err = w.Start(api)
	apptest.Failure(t, err, app.CodeDependency)
	has(t, w.why(api, "dependency"), "api needs bad (ready), which has failed", "STRIPE_KEY is not set",
		"set-env shop/bad STRIPE_KEY")
	has(t, w.why(app.Ref{Project: id, Name: "bad"}, "env"), "STRIPE_KEY is not set", "line 1", "set-env shop/bad")
}

func TestExternalServerThatDoesNotServeIsToBeStartedElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	id := w.Project("shop", fmt.Sprintf("servers:\n  db: {managed: false, port: %d}\n", port))
	db := app.Ref{Project: id, Name: "db"}
	w.Until(db, "is looked at", func(s app.Status) bool { return s.Reason != "" })
	has(t, w.why(db, "other"), fmt.Sprintf("nothing serves it on port %d", port), "", "start db where it belongs")
}

func TestDiagnoseFindsAQuestion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: \"FC ask 'Proceed? [y/N]'\", ready: {log: never}}\n")
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
		t.Fatal(err)
	}
	w.hasSoon(ref, "input", "waiting for an answer", "Proceed? [y/N]", "devservers attach shop/web")
}

func TestDiagnoseNamesCommandsThatCannotRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Files("shop", map[string]string{"run.sh": "#!/bin/sh\necho up\n"})
	id := w.Project("shop", "servers:\n  web: {command: uname -a}\n  script: {command: ./run.sh}\n")
	has(t, w.why(app.Ref{Project: id, Name: "web"}, "executable"), "uname", "", "allow")
	has(t, w.why(app.Ref{Project: id, Name: "script"}, "executable"), "run.sh", "", "chmod")
}

func TestFailedHookExplainsItsServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Files("shop", map[string]string{"pay.py": "key = os.environ['STRIPE_KEY']\n"})
	id := w.Project("shop", "servers:\n  web: {command: FC echo, before_start: FC crash 3 STRIPE_KEY is not set}\n")
	ref := app.Ref{Project: id, Name: "web"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, w.causes.Explain(t.Context(), ref, err), app.CodeDependency)
	if len(e.Findings) != 1 || e.Findings[0].Problem != "the environment variable STRIPE_KEY is not set" {
		t.Errorf("%+v", e)
	}
	has(t, w.why(ref, "env"), "STRIPE_KEY is not set", "web.before_start failed: exited with code 3",
		"set-env shop/web STRIPE_KEY")
}

func TestErrorWithoutRuleIsShownWithItsPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Files("shop", map[string]string{"urls.py": "a\n(\n"})
	w.Script("shop", "run",
		"echo '  File \"'$PWD'/urls.py\", line 2'; echo '    ('; echo '    ^'; echo \"SyntaxError: '(' was never closed\"; "+
			"exit 1")
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: ./run, ready: {log: no-such-line}}\n"),
		Name: "web"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, w.causes.Explain(t.Context(), ref, err), app.CodeExited)
	if len(e.Findings) != 1 || strings.Contains(e.Hint, "why") {
		t.Errorf("%+v", e)
	}
	has(t, w.why(ref, "code"), "an error in urls.py:2", "was never closed", "look at urls.py:2")
}

// listensNoMore returns a server that was ready and has printed an error since it stopped listening.
func (w *world) listensNoMore() app.Ref {
	w.Files("shop", map[string]string{"urls.py": "a\n(\n"})
	w.Script("shop", "run",
		"FC listen 127.0.0.1:$PORT & until [ -e broken ]; do sleep 0.05; done; kill -9 $!; wait; printf '  File "+
			"\"urls.py\", line 2\\n    (\\nSyntaxError: \\047(\\047 was never closed\\n'; exec sleep 600")
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: ./run, port: auto}\n"), Name: "web"}
	w.MustStart(ref)
	w.Files("shop", map[string]string{"broken": ""})
	w.hasSoon(ref, "code", "an error in urls.py:2", "nothing listens on port", "look at urls.py:2")
	return ref
}

func TestServerThatListensNoMoreIsExplainedByItsError(t *testing.T) {
	t.Parallel()
	newWorld(t).listensNoMore()
}

func TestReloaderThatMissedAnEditIsRestarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.listensNoMore()
	w.Files("shop", map[string]string{"urls.py": "a\n()\n"})
	w.hasSoon(ref, "code", "an error in urls.py:2",
		"urls.py was edited after that, and the server has printed nothing since", "devservers restart shop/web")
}

func TestScriptWithoutItsInterpreterIsExplainedAtTheStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: ./serve}\n")
	w.Files("shop", map[string]string{"serve": "#!/no/such/python\n"})
	if err := os.Chmod(filepath.Join(w.Dirs.Home, "shop", "serve"), 0o755); err != nil {
		t.Fatal(err)
	}
	ref := app.Ref{Project: id, Name: "web"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, w.causes.Explain(t.Context(), ref, err), app.CodeExecutable)
	if len(e.Findings) == 0 || !strings.Contains(e.Findings[0].Problem, "the interpreter /no/such/python") {
		t.Errorf("%+v", e)
	}
}

func TestServerThatEndsWithoutAnErrorRunsNoServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC crash 0, port: auto}\n"), Name: "web"}
	if _, err := w.Start(ref); err == nil {
		t.Error("it started")
	}
	has(t, w.why(ref, "other"), "does not run a server", "the command: ", "tasks:")
}

func TestServerWithoutPortSaysHowItIsJudged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	w.MustStart(ref)
	d, err := w.causes.Diagnose(t.Context(), ref)
	if err != nil || !strings.Contains(d.Message, "it has no port") {
		t.Errorf("%+v %v", d, err)
	}
}

func TestStateAndFindingsComeFromOneLook(t *testing.T) {
	t.Parallel()
	port := fc.FreePort(t)
	st := failing(app.Status{State: app.Ready, Location: app.Location{URL: "http://localhost", Port: port}})
	if st.State != app.Failing || !strings.Contains(st.Reason, "nothing listens on port") {
		t.Errorf("%+v", st)
	}
	if st := failing(app.Status{State: app.Starting, Location: app.Location{URL: "http://localhost",
		Port: port}}); st.State != app.Starting {
		t.Errorf("%+v", st)
	}
}

// evidenceOf returns the evidence of a finding, for people.
func evidenceOf(f app.Finding) (text string) {
	for _, e := range f.Evidence {
		text += e.String() + "\n"
	}
	return text
}

// TestCrashIsExplainedByWhatWasPrinted: V8 ends a program without memory by SIGABRT, which alone says nothing.
func TestCrashIsExplainedByWhatWasPrinted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: ./full, ready: {log: up}}\n  odd: {command: ./odd, ready: {log: up}}\n")
	w.Script("shop", "full", "echo 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'; kill -ABRT $$")
	w.Script("shop", "odd", "kill -ABRT $$")
	for name, kind := range map[string]app.FindingKind{"web": app.FindingMemory, "odd": app.FindingOther} {
		ref := app.Ref{Project: id, Name: name}
		_, _ = w.Start(ref)
		d, err := w.causes.Diagnose(t.Context(), ref)
		if err != nil || len(d.Findings) == 0 || d.Findings[0].Kind != kind {
			t.Errorf("%s: %+v, %v", name, d.Findings, err)
		}
	}
}

// TestCodeOfASignalAloneIsNoSignal: any program can exit with 137; only a line, or the memory of the run, shows that a
// signal has ended one.
func TestCodeOfASignalAloneIsNoSignal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: ./own, ready: {log: up}}\n  odd: {command: ./child, ready: {log: up}}\n")
	w.Script("shop", "own", "echo 'the gateway is closed'; exit 143")
	w.Script("shop", "child", "echo ./child: line 3: 4711 Terminated node app.js; exit 143")
	for name, problem := range map[string]string{"web": "is what a shell gives", "odd": "a process that it started was ended"} {
		ref := app.Ref{Project: id, Name: name}
		_, _ = w.Start(ref)
		has(t, w.why(ref, app.FindingOther), problem, "128", "")
	}
}
