package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"devservers/app/digest"
)

// write changes a file of the project.
func (g *teller) writeFile(name, text string) {
	g.t.Helper()
	file := filepath.Join(filepath.Dir(g.file), name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

// editOf writes files until the edit is seen: the folders are not watched from the first moment on.
func (g *teller) editOf(names ...string) Edit {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	before := g.edited().Edit
	for {
		for _, name := range names {
			g.writeFile(name, time.Now().String())
		}
		short, done := context.WithTimeout(ctx, 2*time.Second)
		err := g.sup.await(short, func() bool {
			e := g.sup.projects[g.ref.Project].edit
			return e != nil && (before == nil || e.Number > before.Number)
		})
		done()
		if err == nil {
			return *g.edited().Edit
		}
		if ctx.Err() != nil {
			g.t.Fatalf("no edit of %q was seen", names)
		}
	}
}

func (g *teller) edited() EditPage {
	g.t.Helper()
	page, err := g.sup.Edited(context.Background(), g.ref.Project)
	if err != nil {
		g.t.Fatal(err)
	}
	return page
}

// judged waits for the verdict on the last edit.
func (g *teller) judged() Verdict {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	page, err := g.sup.AwaitEdit(ctx, g.ref.Project, g.ref.Name)
	if err != nil || len(page.Verdicts) != 1 {
		g.t.Fatalf("%+v, %v", page, err)
	}
	for range 2 { // made anew, and remembered
		known, err := g.sup.LastEdit(ctx, g.ref.Project)
		if v, w := page.Verdicts[0], known.Verdicts[0]; err != nil || v.State != w.State || len(v.New) != len(w.New) || len(v.Fixed) != len(w.Fixed) || v.Left != w.Left {
			g.t.Errorf("known: %+v, now: %+v, %v", w, v, err)
		}
	}
	return page.Verdicts[0]
}

func TestAnEditIsJudged(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	g.tell("ERROR: old\n")
	g.until(g.ref, "has an error", func(st Status) bool { return st.Errors == 1 })
	g.editOf("shop/urls.py")
	g.tell("shop/urls.py changed, reloading.\n" + keyError)
	g.until(g.ref, "has another", func(st Status) bool { return st.Errors == 2 })
	g.tell("System check identified no issues (0 silenced).\n" + keyError)
	v := g.judged()
	if v.State != VerdictBad || len(v.New) != 1 || v.New[0].Place() != "shop/urls.py:9" || len(v.Fixed) != 1 || v.Reaction == "" {
		t.Errorf("broken: %+v", v)
	}
	g.editOf("shop/urls.py")
	g.tell(reloaded)
	if v = g.judged(); v.State != VerdictGood || len(v.New) != 0 || len(v.Fixed) != 1 || v.Left != 0 {
		t.Errorf("mended: %+v", v)
	}
	g.tell(keyError)
	g.until(g.ref, "has an error again", func(st Status) bool { return st.Errors == 1 })
	g.editOf("shop/views.py")
	g.tell(reloaded)
	g.until(g.ref, "was started anew", func(st Status) bool { return st.Errors == 0 })
	g.tell(keyError)
	g.until(g.ref, "has the same error", func(st Status) bool { return st.Errors == 1 })
	if v = g.judged(); v.State != VerdictGood || len(v.New) != 0 || len(v.Fixed) != 0 || v.Left != 1 {
		t.Errorf("an edit that mends nothing: %+v", v)
	}
	g.editOf("README.md")
	if v = g.judged(); v.State != VerdictNone {
		t.Errorf("an edit that means nothing: %+v", v)
	}
}

func TestWhatGitIgnoresIsNoEdit(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	dir := filepath.Dir(g.file)
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	g.writeFile(".gitignore", "made/\n*.gen.js\n")
	g.writeFile("src/main.js", "")
	g.stop(g.ref)
	g.mustStart(g.ref) // watches afresh
	g.editOf("src/main.js")
	g.writeFile("made/out.js", "")
	g.writeFile("src/a.gen.js", "")
	g.writeFile("node_modules/x/index.js", "")
	g.writeFile("db.sqlite3", "")
	e := g.editOf("src/main.js", "src/new/deep/b.js", "src/new/c.js")
	if slices.Contains(e.Files, "src/a.gen.js") || slices.Contains(e.Files, "made/out.js") || !slices.Contains(e.Files, "src/main.js") {
		t.Errorf("%q", e.Files)
	}
	if e = g.editOf("src/new/deep/b.js"); !slices.Equal(e.Files, []string{"src/new/deep/b.js"}) {
		t.Errorf("a new folder: %q", e.Files)
	}
}

func TestFilesThatAreMadeAndRemovedWithinAnEditAreNoPartOfIt(t *testing.T) {
	t.Parallel()
	w := &treeWatch{root: t.TempDir()}
	if err := os.WriteFile(filepath.Join(w.root, "main.js"), nil, 0o600); err != nil { // main.js.new, renamed, as sed -i and editors save
		t.Fatal(err)
	}
	var e fileEdit
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

func TestAnErrorThatMovedIsNotNew(t *testing.T) {
	at := time.Unix(1000, 0)
	moment := func(seconds int) time.Time { return at.Add(time.Duration(seconds) * time.Second) }
	fixedAt := moment(1)
	r := reading{edit: Edit{At: at, Files: []string{"a.ts"}}, now: moment(20), status: Status{State: Ready}, entries: []digest.Error{
		{Level: "error", Fingerprint: "moved", Line: 3, Since: moment(-9), LastAt: moment(-9), Fixed: true, FixedAt: &fixedAt},
		{Level: "error", Fingerprint: "moved", Line: 4, Since: moment(1), LastAt: moment(1)},
		{Level: "error", Fingerprint: "new", Since: moment(1), LastAt: moment(1)},
		{Level: "error", Fingerprint: "long fixed", Since: moment(-9), LastAt: moment(-9), Fixed: true, FixedAt: &at},
	}}
	if v := r.judge(); len(v.New) != 1 || v.New[0].Fingerprint != "new" || v.Left != 1 || len(v.Fixed) != 0 || v.State != VerdictBad {
		t.Errorf("%+v", v)
	}
}

func TestARunThatWasStartedAnewIsHeldAgainstTheOneBefore(t *testing.T) {
	at := time.Unix(1000, 0)
	started := at.Add(time.Second)
	r := reading{edit: Edit{At: at, Files: []string{"a.py"}}, now: at.Add(20 * time.Second), status: Status{State: Ready, StartedAt: &started},
		before:  []digest.Error{{Level: "error", Fingerprint: "a"}, {Level: "error", Fingerprint: "b"}},
		entries: []digest.Error{{Level: "error", Fingerprint: "b", Since: started, LastAt: started}},
	}
	if v := r.judge(); len(v.New) != 0 || v.Left != 1 || len(v.Fixed) != 1 || v.Fixed[0].Fingerprint != "a" || v.State != VerdictGood {
		t.Errorf("%+v", v)
	}
}
