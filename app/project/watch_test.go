package project

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// TestRemovedDirectoryIsWatchedAgain: its watch went with it.
func TestRemovedDirectoryIsWatchedAgain(t *testing.T) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	dir := filepath.Join(t.TempDir(), "shop")
	files := map[string]bool{filepath.Join(dir, "devservers.yml"): true}
	if rewatch(w, files) {
		t.Error("a directory that isn't there is watched")
	}
	for range 2 {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if !rewatch(w, files) || rewatch(w, files) {
			t.Error("the directory is not watched once")
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		for e := range w.Events {
			if e.Name == dir && e.Has(fsnotify.Remove) {
				break
			}
		}
	}
}
