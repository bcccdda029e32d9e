package sources

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/fsnotify/fsnotify"
)

func TestTemporaryFilesAreNotPartOfAnEdit(t *testing.T) {
	t.Parallel()
	w := &tree{root: t.TempDir(), written: map[string]bool{}, beats: beats{}}
	if err := os.WriteFile(filepath.Join(w.root, "main.js"), nil,
		0o600); err != nil { // main.js.new, renamed, as sed -i and editors save
		t.Fatal(err)
	}
	var e Edit
	for _, note := range []fsnotify.Event{
		{Op: fsnotify.Create, Name: "4913"}, {Op: fsnotify.Remove, Name: "4913"},
		{Op: fsnotify.Create, Name: "main.js.new"}, {Op: fsnotify.Rename, Name: "main.js.new"},
		{Op: fsnotify.Create, Name: "main.js"},
		{Op: fsnotify.Remove, Name: "old.js"},
	} {
		note.Name = filepath.Join(w.root, note.Name)
		w.take(t.Context(), note, &e)
	}
	if left := e.left(w.root); !slices.Equal(left, []string{"main.js", "old.js"}) {
		t.Errorf("%q", left)
	}
}

// TestEachVersionIsOneEdit: a save is several notes, and the last of them may come when the edit has been reported.
func TestEachVersionIsOneEdit(t *testing.T) {
	t.Parallel()
	w := &tree{root: t.TempDir(), written: map[string]bool{}, beats: beats{}}
	for _, text := range []string{"one", "of another size"} {
		file := filepath.Join(w.root, "main.js")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, late := range []bool{false, true} {
			var e Edit
			if w.take(t.Context(), fsnotify.Event{Op: fsnotify.Write, Name: file}, &e) == late {
				t.Errorf("%q, late %v: %+v", text, late, e)
			}
			w.tellOnce([]string{"main.js"})
		}
	}
}

// TestTooManyDirectoriesAreReported: what is left out is named.
func TestTooManyDirectoriesAreReported(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	w := &tree{root: root, dirs: map[string]bool{}, polled: poller{}}
	for i := range maxDirs - 2 {
		w.dirs[strconv.Itoa(i)] = true
	}
	for _, dir := range []string{"a", "b/c", "d"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w.walk(root)
	if w.beyond.Beyond != 2 || w.beyond.First != "b" {
		t.Errorf("%+v", w.beyond)
	}
}
