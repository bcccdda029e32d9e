//go:build linux

package cli

import (
	"testing"
)

// TestRealEditsAreJudged breaks and mends a real Django project and a real Vite project, and asks each time what the edit did.
func TestRealEditsAreJudged(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	w.ok(t, "start", "django", "vite")
	expect(t, w.ok(t, "check"), `no edit was seen`)
	expect(t, w.ok(t, "errors"), `no errors`)
	t.Run("Django", func(t *testing.T) { judgeDjango(t, w) })
	t.Run("Vite", func(t *testing.T) { judgeVite(t, w) })
}

func judgeDjango(t *testing.T, w *realWorld) {
	fetch(t, w.statuses(t)["django"].URL+"/") // Django has read urls.py: its reloader watches what was read
	undo := w.replace(t, "backend/shop/urls.py", "from shop import views", "from shop import nosuchmodule as views")
	out := w.fails(t, exitFailed, "check", "--timeout", "60s")
	expect(t, out, `backend/shop/urls\.py`, `✗ shop/django  said after .*1 new`, `✗ error shop/django backend/shop/urls\.py:3 ImportError: cannot import name 'nosuchmodule'`)
	expect(t, out, `· shop/vite  no reaction seen`)
	expect(t, w.ok(t, "errors", "django", "--since", "edit"), `backend/shop/urls\.py:3`)
	undo()
	expect(t, w.ok(t, "wait", "django", "--until", "rebuild", "--timeout", "60s"), `✓ shop/django  said after .*; 1 fixed`)
	expect(t, w.ok(t, "check"), `✓ fixed shop/django backend/shop/urls\.py:3`)
	expect(t, w.ok(t, "errors"), `no errors \(1 error fixed`)
}

func judgeVite(t *testing.T, w *realWorld) {
	page := w.statuses(t)["vite"].URL
	fetch(t, page+"/src/main.js") // as a browser does: Vite looks at what was asked for
	undo := w.replace(t, "frontend/src/main.js", "document", "import './nosuch.js'\ndocument")
	eventually(t, "Vite to say that the module is broken", func() bool {
		_, _ = get(page + "/src/main.js")
		return w.statuses(t)["vite"].Errors > 0
	})
	out := w.fails(t, exitFailed, "check")
	expect(t, out, `frontend/src/main\.js`, `✗ error shop/vite frontend/src/main\.js:1:\d+`)
	undo()
	expect(t, w.ok(t, "wait", "vite", "--until", "rebuild"), `✓ shop/vite  said after .*src/main\.js; 1 fixed`)
	fetch(t, page+"/src/main.js")
	expect(t, w.ok(t, "check"), `✓ fixed shop/vite frontend/src/main\.js:1:\d+`)
}
