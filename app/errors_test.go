package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"devservers/app/digest"
)

// teller is a server that prints what the test tells it to.
type teller struct {
	*world
	ref  Ref
	file string
}

func newTeller(t *testing.T) *teller {
	w := newWorld(t)
	dir := filepath.Join(w.dirs.Home, "shop")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nexec tail -n +1 -f told.log\n"
	if err := os.WriteFile(filepath.Join(dir, "tell"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	g := &teller{world: w, file: filepath.Join(dir, "told.log")}
	g.tell("starting\n")
	g.ref = Ref{w.project("shop", "servers:\n  web: {command: ./tell, ready: {log: starting}}\n"), "web"}
	w.mustStart(g.ref)
	return g
}

func (g *teller) tell(text string) {
	g.t.Helper()
	f, err := os.OpenFile(g.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		g.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		g.t.Fatal(err)
	}
}

const (
	keyError = "Traceback (most recent call last):\n  File \"shop/urls.py\", line 9, in cart\n    return items[\"coffee\"]\nKeyError: 'coffee'\n"
	reloaded = "System check identified no issues (0 silenced).\n"
)

func TestAnErrorComesIsFixedAndComesAgain(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	pages := g.follow(ErrorQuery{Ref: g.ref})
	if p := <-pages; len(p.Errors) != 0 {
		t.Fatalf("errors before there were any: %+v", p)
	}
	g.tell(keyError)
	e := (<-pages).Errors[0]
	if e.Place() != "shop/urls.py:9" || e.Message != "KeyError: 'coffee'" || e.Fixed || e.Count != 1 || e.Last-e.From != 3 {
		t.Errorf("%+v", e)
	}
	g.until(g.ref, "counts it", func(st Status) bool { return st.Errors == 1 })
	g.tell(reloaded)
	if e = (<-pages).Errors[0]; !e.Fixed || e.Count != 1 {
		t.Errorf("it is not fixed: %+v", e)
	}
	g.until(g.ref, "does not count it", func(st Status) bool { return st.Errors == 0 })
	g.tell(keyError)
	if e = (<-pages).Errors[0]; e.Fixed || e.Count != 2 {
		t.Errorf("it did not come again: %+v", e)
	}
}

// follow gives the pages of a follower until the test ends.
func (g *teller) follow(q ErrorQuery) <-chan ErrorPage {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	pages, done := make(chan ErrorPage), make(chan error)
	go func() {
		done <- g.sup.FollowErrors(ctx, q, func(p ErrorPage) error {
			select {
			case pages <- p:
			case <-ctx.Done():
			}
			return ctx.Err()
		})
	}()
	g.t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			g.t.Errorf("the follower ended with %v", err)
		}
	})
	return pages
}

func (g *teller) errors(q ErrorQuery) ErrorPage {
	g.t.Helper()
	p, err := g.sup.Errors(context.Background(), q)
	if err != nil {
		g.t.Fatal(err)
	}
	return p
}

func TestAModuleThatWasEditedIsMendedByTheUpdateOfOneThatImportsIt(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	for _, name := range []string{"tea.js", "price.js"} {
		g.writeFile("src/"+name, "(")
		g.tell("1:02:03 AM [vite] Internal server error: Failed to parse source\n  Plugin: vite:import-analysis\n  File: src/" + name + ":1:1\n")
	}
	g.until(g.ref, "has two errors", func(st Status) bool { return st.Errors == 2 })
	g.writeFile("src/price.js", "1")
	g.tell("1:02:04 AM [vite] (client) hmr update /src/cake.js\n")
	g.until(g.ref, "has one error", func(st Status) bool { return st.Errors == 1 })
	if p := g.errors(ErrorQuery{Ref: g.ref}); len(p.Errors) != 1 || p.Errors[0].File != "src/tea.js" {
		t.Errorf("%+v", p)
	}
}

func TestTheErrorsOfARunOutliveTheRunAndTheManager(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	g.tell(keyError)
	run := g.until(g.ref, "has an error", func(st Status) bool { return st.Errors == 1 }).Run
	g.close(true)
	g.open()
	if p := g.errors(ErrorQuery{Ref: g.ref}); len(p.Errors) != 1 || p.Run != run {
		t.Errorf("taken up: %+v", p)
	}
	g.stop(g.ref)
	for _, id := range []string{"", run} {
		if p := g.errors(ErrorQuery{Ref: g.ref, Run: id}); len(p.Errors) != 1 || p.Run != run {
			t.Errorf("stopped, run %q: %+v", id, p)
		}
	}
	g.close(false)
	g.open()
	if p := g.errors(ErrorQuery{Ref: g.ref}); len(p.Errors) != 1 || p.Run != run {
		t.Errorf("after a restart: %+v", p)
	}
	_, err := g.sup.Errors(context.Background(), ErrorQuery{Ref: g.ref, Run: "nosuch"})
	failure(t, err, CodeNotFound)
}

func TestACursorGivesWhatChangedBehindIt(t *testing.T) {
	t.Parallel()
	g := newTeller(t)
	g.tell("ERROR: one\nWARN: two\n")
	g.until(g.ref, "has an error and a warning", func(st Status) bool { return st.Errors == 1 && st.Warnings == 1 })
	p := g.errors(ErrorQuery{Ref: g.ref, Warnings: true})
	if len(p.Errors) != 2 {
		t.Fatalf("%+v", p)
	}
	_, seq, err := ParseCursor(p.Cursor)
	if err != nil {
		t.Fatal(err)
	}
	g.tell("ERROR: three\n" + reloaded)
	g.until(g.ref, "is well", func(st Status) bool { return st.Errors == 0 })
	p = g.errors(ErrorQuery{Ref: g.ref, After: seq})
	if got := messages(p.Errors); len(got) != 2 || got[0] != "ERROR: one" || got[1] != "ERROR: three" || p.Fixed != 3 {
		t.Errorf("%q, %d fixed", got, p.Fixed)
	}
	if p = g.errors(ErrorQuery{Ref: g.ref}); len(p.Errors) != 0 {
		t.Errorf("fixed ones are still there: %+v", p)
	}
}

func messages(list []digest.Error) (texts []string) {
	for _, e := range list {
		texts = append(texts, e.Message)
	}
	return texts
}
