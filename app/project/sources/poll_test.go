package sources

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// TestEditsAreNoticedWithoutWatches: the system has no more of them for this user.
func TestEditsAreNoticedWithoutWatches(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{"a.go", "sub/b.go", "sub/gone.go"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700),
			os.WriteFile(filepath.Join(root, name), []byte("one"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	w := &tree{root: root, dirs: map[string]bool{}, polled: poller{}, written: map[string]bool{}, beats: beats{}} // no watcher at all
	w.watchAll(t.Context())
	if len(w.polled) != 2 {
		t.Fatalf("looks at %v", w.polled)
	}
	if got := w.polled.changes(); len(got) > 0 {
		t.Errorf("nothing has changed: %v", got)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(root, "sub/b.go"), []byte("longer"), 0o600),
		os.WriteFile(filepath.Join(root, "new.go"), nil, 0o600), os.Remove(filepath.Join(root, "sub/gone.go")),
		os.Mkdir(filepath.Join(root, "more"), 0o700)); err != nil {
		t.Fatal(err)
	}
	got, e := w.polled.changes(), Edit{}
	for _, note := range got {
		w.take(t.Context(), note, &e)
	}
	slices.Sort(e.Files)
	if !slices.Equal(e.Files, []string{"new.go", "sub/b.go", "sub/gone.go"}) {
		t.Errorf("%v made %v", got, e.Files)
	}
	if w.polled[filepath.Join(root, "more")] == nil {
		t.Error("a new directory is not looked at")
	}
	if slices.ContainsFunc(got, func(n fsnotify.Event) bool { return n.Name == filepath.Join(root, "a.go") }) {
		t.Error("a file that is as before")
	}
}
