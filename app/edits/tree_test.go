package edits

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsnotify/fsnotify"
)

func TestIgnoredFilesAreNotEdits(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	dir := p.dir
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	p.write(".gitignore", "made/\n*.gen.js\n")
	p.write("src/main.js", "")
	p.Stop(p.ref)
	p.MustStart(p.ref) // watches the files again
	p.edit("src/main.js")
	p.write("made/out.js", "")
	p.write("src/a.gen.js", "")
	p.write("node_modules/x/index.js", "")
	p.write("db.sqlite3", "")
	e := p.edit("src/main.js", "src/new/deep/b.js", "src/new/c.js")
	if slices.Contains(e.Files, "src/a.gen.js") || slices.Contains(e.Files, "made/out.js") || !slices.Contains(e.Files, "src/main.js") {
		t.Errorf("%q", e.Files)
	}
	if e = p.edit("src/new/deep/b.js"); !slices.Equal(e.Files, []string{"src/new/deep/b.js"}) {
		t.Errorf("a new folder: %q", e.Files)
	}
}

func TestTemporaryFilesAreNotPartOfAnEdit(t *testing.T) {
	t.Parallel()
	w := &tree{root: t.TempDir()}
	if err := os.WriteFile(filepath.Join(w.root, "main.js"), nil, 0o600); err != nil { // main.js.new, renamed, as sed -i and editors save
		t.Fatal(err)
	}
	var e change
	for _, note := range []fsnotify.Event{
		{Op: fsnotify.Create, Name: "4913"}, {Op: fsnotify.Remove, Name: "4913"},
		{Op: fsnotify.Create, Name: "main.js.new"}, {Op: fsnotify.Rename, Name: "main.js.new"}, {Op: fsnotify.Create, Name: "main.js"},
		{Op: fsnotify.Remove, Name: "old.js"},
	} {
		note.Name = filepath.Join(w.root, note.Name)
		w.take(t.Context(), note, &e)
	}
	if left := e.left(w.root); !slices.Equal(left, []string{"main.js", "old.js"}) {
		t.Errorf("%q", left)
	}
}
