package sources

import (
	"os"
	"path/filepath"
	"slices"
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
