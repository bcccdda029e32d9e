//go:build real

package edits

import (
	"os/exec"
	"slices"
	"testing"
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
	if slices.Contains(e.Files, "src/a.gen.js") || slices.Contains(e.Files, "made/out.js") ||
		!slices.Contains(e.Files, "src/main.js") {
		t.Errorf("%q", e.Files)
	}
	if e = p.edit("src/new/deep/b.js"); !slices.Equal(e.Files, []string{"src/new/deep/b.js"}) {
		t.Errorf("a new folder: %q", e.Files)
	}
}
