//go:build real && linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/tests/fc"
)

// TestRealEditsAreJudged breaks and fixes a real Django project and a real Vite project, and checks the reported
// result of each edit.
func TestRealEditsAreJudged(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	w.ok(t, "start", "django", "vite")
	expect(t, w.fails(t, exitNoVerdict, "check"), `no edit was seen`)
	expect(t, w.ok(t, "errors"), `no errors`)
	t.Run("Django", func(t *testing.T) { judgeDjango(t, w) })
	t.Run("Vite", func(t *testing.T) { judgeVite(t, w) })
	t.Run("one of two modules of Vite", func(t *testing.T) { judgeTwo(t, w) })
}

func judgeDjango(t *testing.T, w *realWorld) {
	fetch(t, w.statuses(t)["django"].URL+"/") // makes Django read urls.py: its reloader watches only the files read
	undo := w.replace(t, "backend/shop/urls.py", "from shop import views", "from shop import nosuchmodule as views")
	out := w.fails(t, exitFailed, "check", "--timeout", "60s")
	expect(t, out, `backend/shop/urls\.py`, `✗ shop/django  .*1 new`,
		`✗ error shop/django backend/shop/urls\.py:3 ImportError: cannot import name 'nosuchmodule'`)
	expect(t, w.ok(t, "errors", "django", "--since", "edit"), `backend/shop/urls\.py:3`)
	w.djangoNotices(t, undo)
	expect(t, w.ok(t, "wait", "django", "--until", "rebuild"), `✓ shop/django  said after .*; PID \d+ started .* after the edit, GET / answered 200.*; 1 fixed`)
	expect(t, w.ok(t, "check"), `✓ fixed shop/django backend/shop/urls\.py:3`)
	expect(t, w.ok(t, "errors"), `no errors \(1 error fixed`)
}

// djangoNotices saves a change until Django prints that it reloads. Its reloader, when it has just begun, misses changes
// before its first check, and it doesn't print when that was. Once it has noticed, nothing may be saved: the verdict on
// another edit would not say what the one before has fixed.
func (w *realWorld) djangoNotices(t *testing.T, save func()) {
	t.Helper()
	const again = 3 * time.Second // Django checks each second
	log := w.statuses(t)["django"].Log
	noticed := func() int {
		out, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(out), "urls.py changed, reloading")
	}
	var saved time.Time
	before := noticed()
	fc.Until(t, "Django to notice an edit", func() bool {
		if is := noticed() > before; is || time.Since(saved) < again {
			return is
		}
		save()
		saved = time.Now()
		return false
	})
}

func judgeVite(t *testing.T, w *realWorld) {
	page := w.statuses(t)["vite"].URL
	fetch(t, page+"/src/main.js") // as a browser does: Vite checks only requested modules
	undo := w.replace(t, "frontend/src/main.js", "document", "import './nosuch.js'\ndocument")
	fc.Until(t, "Vite to say that the module is broken", func() bool {
		_, _ = get(page + "/src/main.js")
		return w.statuses(t)["vite"].Errors > 0
	})
	out := w.fails(t, exitFailed, "check")
	expect(t, out, `frontend/src/main\.js`, `✗ error shop/vite frontend/src/main\.js:1:\d+`)
	undo()
	expect(t, w.ok(t, "wait", "vite", "--until", "rebuild"),
		`✓ shop/vite  said after .*src/main\.js; .*GET /src/main\.js and / answered 200; 1 fixed`)
	fetch(t, page+"/src/main.js")
	expect(t, w.ok(t, "check"), `✓ fixed shop/vite frontend/src/main\.js:1:\d+`)
}

// judgeTwo breaks two modules that accept updates and one that the second imports. Fixing one of the first two leaves
// the other as it is. Vite's line about the imported one names the module that imports it.
func judgeTwo(t *testing.T, w *realWorld) {
	page := w.statuses(t)["vite"].URL
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(w.dir, "frontend", "src", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const accept = "\nif (import.meta.hot) import.meta.hot.accept()\n"
	write("tea.js", "export const tea = 1"+accept)
	write("price.js", "export const price = 1\n")
	write("cake.js", "import './price.js'"+accept)
	ask := func(name string, answer, broken int) { // as a browser does
		t.Helper()
		fc.Until(t, "Vite to look at "+name, func() bool { return answered(page+"/src/"+name) == answer })
		fc.Until(t, "the errors to be seen", func() bool { return w.statuses(t)["vite"].Errors == broken })
	}
	for _, name := range []string{"tea.js", "cake.js", "price.js"} {
		ask(name, 200, 0)
	}
	write("tea.js", "export const tea = (1 +"+accept)
	ask("tea.js", 500, 1)
	write("price.js", "export const price = (\n")
	ask("price.js", 500, 2)
	write("price.js", "export const price = 3\n")
	expect(t, w.fails(t, exitFailed, "wait", "vite", "--until", "rebuild"),
		`GET /src/price\.js and / answered 200; .*1 fixed; broken since the edit of frontend/src/`)
	expect(t, w.ok(t, "errors", "vite"), `frontend/src/tea\.js:1`)
	write("tea.js", "export const tea = 2"+accept)
	expect(t, w.ok(t, "wait", "vite", "--until", "rebuild"), `1 fixed`)
	expect(t, w.ok(t, "errors", "vite"), `no errors`)
}

// answered returns the status code of the response, or 0 if there is none.
func answered(url string) int {
	answer, err := realClient().Get(url)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	return answer.StatusCode
}
