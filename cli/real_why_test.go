//go:build real && linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/tests/fc"
)

// TestRealFaultsAreExplained gives real tools real faults, and checks each time that the fault is explained.
func TestRealFaultsAreExplained(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	t.Run("Celery without Redis", func(t *testing.T) {
		w.ok(t, "start", "worker", "--no-wait")
		fc.Until(t, "Celery to look for Redis", func() bool {
			return strings.Contains(w.ok(t, "logs", "worker"),
				"Connection refused")
		})
		expect(t, w.ok(t, "why", "worker"), `dependency +a server does not answer on port \d+`,
			`shop/redis is declared to listen there, and is not running`, `→ devservers start shop/redis`)
		w.ok(t, "stop", "worker")
	})
	t.Run("Django without migrations", func(t *testing.T) {
		w.ok(t, "start", "django")
		expect(t, w.ok(t, "why", "django"), `shop/django is ready, with 1 finding`,
			`migration +the database is behind its migrations`, `line \d+: "You have`, `→ devservers run shop/migrate`)
		w.ok(t, "run", "migrate")
		w.ok(t, "restart", "django")
		expect(t, w.ok(t, "why", "django"), `nothing is known to be wrong`)
		w.ok(t, "stop", "django")
	})
	t.Run("Vite", func(t *testing.T) { whyVite(t, w) })
}

// whyVite tests an import that is not installed, and then a project without any packages.
func whyVite(t *testing.T, w *realWorld) {
	undo := w.replace(t, "frontend/src/main.js", "document", "import axios from 'axios'\ndocument")
	w.ok(t, "start", "vite")
	fc.Until(t, "Vite to miss the package", func() bool {
		_, _ = get(w.statuses(t)["vite"].URL + "/src/main.js")
		return strings.Contains(w.ok(t, "logs", "vite"), "Failed to resolve import")
	})
	expect(t, w.ok(t, "why", "vite"), `module +the package axios is not installed`,
		`frontend/package-lock\.json does not list it`, `→ check the name: adding axios to frontend/package\.json is a person's decision`)
	undo()
	w.ok(t, "stop", "vite")
	modules := filepath.Join(w.dir, "frontend", "node_modules")
	if err := os.Rename(modules, modules+".away"); err != nil {
		t.Fatal(err)
	}
	w.fails(t, exitFailed, "start", "vite")
	expect(t, w.ok(t, "why", "vite"), `module +the program vite is not installed`,
		`the script dev of frontend/package\.json calls it`, `→ cd frontend && npm install`)
}
