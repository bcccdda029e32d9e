//go:build real && linux

package cli

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// TestRealDevServers is a day with what people really run: Vite by npm, Django's runserver, Redis, Python's
// http.server and a Celery worker, declared in one devservers.yml as their users would write it. Each step goes on
// from the one before.
func TestRealDevServers(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	for _, step := range []struct {
		name string
		do   func(t *testing.T, w *realWorld)
	}{
		{"start brings all up", startsAll},
		{"status shows addresses that answer", addressesAnswer},
		{"a second start is a no-op that says so", startsAgain},
		{"tasks reach the servers", tasksRun},
		{"logs have Vite's colors at a terminal and none in a pipe", colors},
		{"Django reloads an edited file", reloads},
		{"a restart leaves the others alone", restartsOne},
		{"a killed manager loses nothing", managerKilled},
		{"another checkout gets its own ports", otherCheckout},
		{"a port held by hand from another checkout is told", heldByHand},
		{"a broken vite.config.js is told by its last lines", brokenVite},
		{"a module that Django misses is told by the traceback", brokenDjango},
		{"stop leaves nothing", stopsAll},
	} {
		if !t.Run(step.name, func(t *testing.T) { step.do(t, w) }) {
			t.Fatal("the steps after this one build on it")
		}
	}
}

func startsAll(t *testing.T, w *realWorld) {
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	out := w.ok(t, "start")
	for _, name := range realServers {
		expect(t, out, `(?m)^  ● `+name+` +ready  `)
	}
}

func addressesAnswer(t *testing.T, w *realWorld) {
	all := w.statuses(t)
	for _, name := range realServers {
		if st := all[name]; st.State != app.Ready {
			t.Errorf("%s is %s (%s), not ready", name, st.State, st.Reason)
		}
	}
	expect(t, fetch(t, all["vite"].URL+"/"), `<title>storefront</title>`, `/@vite/client`)
	expect(t, fetch(t, all["vite"].URL+"/src/main.js"), `Hello from Vite`)
	expect(t, fetch(t, all["django"].URL+"/"), `Hello from Django`)
	expect(t, fetch(t, all["files"].URL+"/"), `href="manage.py"`)
	if got := ping(t, strings.TrimPrefix(all["redis"].URL, "redis://")); got != "+PONG\r\n" {
		t.Errorf("Redis answers %q", got)
	}
	expect(t, w.ok(t, "logs", "worker", "--grep", "ready"), `celery@.* ready`)
	printed, err := os.ReadFile(all["django"].Log)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, string(printed), `Starting development server at`)
}

func startsAgain(t *testing.T, w *realWorld) {
	before := w.statuses(t)
	out := w.ok(t, "start")
	for _, name := range realServers {
		expect(t, out, `(?m)^  ● `+name+` +already ready`)
	}
	same(t, before, w.statuses(t), realServers...)
}

func tasksRun(t *testing.T, w *realWorld) {
	expect(t, w.ok(t, "run", "migrate"), `Applying auth\.0001_initial\.\.\. ?OK`)
	expect(t, w.ok(t, "run", "order"), `ordered [0-9a-f-]{36}`)
	expect(t, w.ok(t, "wait", "worker", "--until", "log", "--pattern", "succeeded in .*: 42", "--timeout", "20s"), `42`)
}

func colors(t *testing.T, w *realWorld) {
	pipe := w.ok(t, "logs", "vite")
	expect(t, pipe, `VITE v\d+`)
	if strings.Contains(pipe, "\x1b") {
		t.Errorf("in a pipe there are escape sequences: %q", pipe)
	}
	f := w.follow(t, true, "logs", "-f", "vite")
	f.until(t, `\x1b\[32m.*VITE`)
	f.until(t, `\x1b\[36mhttp://localhost`)
	f.interrupt(t)
}

func reloads(t *testing.T, w *realWorld) {
	before := w.statuses(t)["django"]
	f := w.follow(t, false, "logs", "-f", "-n", "1000", "django")
	f.until(t, `Starting development server at`) // it follows from here on
	child := w.listener(t, before.Port)
	w.replace(t, "backend/shop/views.py", "Hello from Django", "Hello again")
	f.until(t, `views\.py changed, reloading`)
	f.until(t, `Starting development server at`)
	f.interrupt(t)
	fc.Until(t, "the new page", func() bool {
		page, err := get(before.URL + "/")
		return err == nil && strings.Contains(page, "Hello again")
	})
	// the port was closed meanwhile
	fc.Until(t, "it to be ready", func() bool { return w.statuses(t)["django"].State == app.Ready })
	after := w.statuses(t)["django"]
	if after.Run != before.Run || after.PID != before.PID || after.State != app.Ready {
		t.Errorf("the run was %s, PID %d; it is %s, PID %d, %s", before.Run, before.PID, after.Run, after.PID, after.State)
	}
	if now := w.listener(t, before.Port); now == child {
		t.Errorf("PID %d listens still: nothing was reloaded", now)
	}
}

func restartsOne(t *testing.T, w *realWorld) {
	before := w.statuses(t)
	expect(t, w.ok(t, "restart", "files"), `files  ready  http://files.shop.localhost:`)
	after := w.statuses(t)
	same(t, before, after, "redis", "django", "vite", "worker")
	if after["files"].PID == before["files"].PID || after["files"].Port != before["files"].Port {
		t.Errorf("files was %+v, is %+v", before["files"], after["files"])
	}
}

func managerKilled(t *testing.T, w *realWorld) {
	before := w.statuses(t)
	w.KillManager()
	if _, err := get(before["django"].URL + "/printed-without-a-manager"); err != nil {
		t.Error(err)
	}
	same(t, before, w.statuses(t), realServers...)
	expect(t, w.ok(t, "wait", "django", "--until", "log", "--pattern", "printed-without-a-manager", "--timeout", "10s"),
		`printed-without-a-manager`)
}

func otherCheckout(t *testing.T, w *realWorld) {
	other := w.worktree(t, "fix")
	w.okIn(t, other, "trust", "--yes")
	expect(t, w.okIn(t, other, "start", "files"), `files  ready  http://files.shop--fix.localhost:`)
	mine, theirs := w.statuses(t)["files"], w.statusesOf(t, "shop@fix")["files"]
	if mine.Port == theirs.Port {
		t.Errorf("both checkouts have port %d", mine.Port)
	}
	expect(t, w.okIn(t, other, "start", "django"), `django  ready  http://django.shop--fix.localhost:`)
	django, own := w.statuses(t)["django"], w.statusesOf(t, "shop@fix")["django"]
	if own.Port == django.Port || w.listener(t, own.Port) == w.listener(t, django.Port) {
		t.Errorf("both checkouts serve on port %d", own.Port)
	}
	w.okIn(t, other, "stop", "files", "django")
}

func heldByHand(t *testing.T, w *realWorld) {
	port := w.statuses(t)["django"].Port
	w.ok(t, "stop", "django")
	byHand := exec.Command("/usr/bin/python3", "manage.py", "runserver", "--noreload", strconv.Itoa(port))
	byHand.Dir, byHand.Env = w.worktree(t, "fix")+"/backend", w.Env
	if err := byHand.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = byHand.Process.Kill(); _ = byHand.Wait() }()
	fc.Until(t, "Django by hand", func() bool {
		_, err := get("http://127.0.0.1:" + strconv.Itoa(port) + "/")
		return err == nil
	})
	out := w.fails(t, exitFailed, "start", "django")
	expect(t, out, `PID `+strconv.Itoa(byHand.Process.Pid)+` `, `manage\.py runserver`,
		`another checkout of this project`)
	if err := byHand.Process.Signal(syscall.Signal(0)); err != nil {
		t.Error("the process of another was ended:", err)
	}
}

func brokenVite(t *testing.T, w *realWorld) {
	w.ok(t, "stop", "vite")
	defer w.replace(t, "frontend/vite.config.js", "})", "")()
	out := w.fails(t, exitFailed, "start", "vite")
	expect(t, out, `✗ vite +exited with code 1 `, `PARSE_ERROR|Expected|Unexpected`, `vite\.config\.js`,
		`devservers logs shop/vite`)
	fc.Until(t, "vite to be shown as exited", func() bool {
		st := w.statuses(t)["vite"]
		return st.State == app.Failed && st.Failure != nil && st.Exit != nil
	})
}

func brokenDjango(t *testing.T, w *realWorld) {
	undo := w.replace(t, "backend/shop/urls.py", "from shop import views", "from shop import nosuchmodule as views")
	expect(t, w.fails(t, exitTimeout, "start", "django", "--timeout", "3s"), `django +is not ready.*waiting for port \d+`)
	out := w.fails(t, exitTimeout, "start", "django")
	expect(t, out, `✗ django `, `an error in backend/shop/urls\.py:3`, `ImportError: cannot import name 'nosuchmodule'`,
		`look at backend/shop/urls\.py:3`)
	undo()
	expect(t, w.ok(t, "wait", "django", "--timeout", "30s"), `shop/django is ready`)
}

func stopsAll(t *testing.T, w *realWorld) {
	all := w.statuses(t)
	w.KillManager()
	expect(t, w.ok(t), `Status: not running, 4 servers left running`)
	expect(t, w.ok(t, "stop"), `manager stopped, and with it .*shop/redis`)
	// the manager releases its lock, and then ends
	fc.Until(t, "no process to be left", func() bool { return len(w.Processes()) == 0 })
	for _, name := range realServers {
		if port := all[name].Port; port != 0 && !fc.Silent(port) {
			t.Errorf("port %d of %s is still taken", port, name)
		}
	}
}
