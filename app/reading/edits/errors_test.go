package edits

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/tests/apptest"
)

const (
	keyError = "Traceback (most recent call last):\n  File \"shop/urls.py\", line 9, in cart\n" +
		"    return items[\"coffee\"]\nKeyError: 'coffee'\n"
	changed  = "shop/urls.py changed, reloading.\n"
	reloaded = "shop/urls.py changed, reloading.\nSystem check identified no issues (0 silenced).\n"
)

func TestErrorComesIsFixedAndComesAgain(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	pages := p.follow(ErrorQuery{})
	if page := <-pages; len(page.Errors) != 0 {
		t.Fatalf("errors before there were any: %+v", page)
	}
	p.say(changed + keyError)
	e := p.next(pages, func(e digest.Error) bool { return e.Message == "KeyError: 'coffee'" })
	if e.Place() != "shop/urls.py:9" || e.Message != "KeyError: 'coffee'" || e.Fixed || e.Count != 1 ||
		e.Last-e.From != 3 {
		t.Errorf("%+v", e)
	}
	p.until(1)
	p.say(reloaded)
	if e = p.next(pages, func(e digest.Error) bool { return e.Fixed }); e.Count != 1 {
		t.Errorf("it is another error: %+v", e)
	}
	p.until(0)
	p.say(keyError)
	p.next(pages, func(e digest.Error) bool { return !e.Fixed && e.Count == 2 })
}

// next waits for a page of a follower with an error that is as wanted: a busy machine may show it in the making first.
func (p *printer) next(pages <-chan ErrorPage, is func(digest.Error) bool) (e digest.Error) {
	p.T.Helper()
	for late := time.After(apptest.Patience); ; {
		select {
		case page := <-pages:
			if e = page.Errors[0]; is(e) {
				return e
			}
		case <-late:
			p.T.Fatalf("timed out: %+v", e)
		}
	}
}

// follow returns the pages of a follower until the test ends.
func (p *printer) follow(q ErrorQuery) <-chan ErrorPage {
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	pages, done := make(chan ErrorPage), make(chan error)
	go func() {
		q.Ref = p.ref
		done <- p.edits.FollowErrors(ctx, q, func(page ErrorPage) error {
			select {
			case pages <- page:
			case <-ctx.Done():
			}
			return ctx.Err()
		})
	}()
	p.T.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			p.T.Errorf("the follower ended with %v", err)
		}
	})
	return pages
}

// A request for the verdict can show that an error is fixed, without a line of output.
func TestFollowerHearsOfFixesWithoutOutput(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	pages := p.follow(ErrorQuery{})
	if page := <-pages; len(page.Errors) != 0 {
		t.Fatalf("%+v", page)
	}
	p.say(keyError)
	p.next(pages, func(e digest.Error) bool { return e.Message == "KeyError: 'coffee'" && !e.Fixed })
	r, err := p.edits.errorsOf(p.ref, "")
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	r.d.Fix(time.Now(), func(digest.Error) bool { return true })
	r.mu.Unlock()
	p.Sup.Announce()
	p.next(pages, func(e digest.Error) bool { return e.Fixed })
}

func TestUpdateOfAnImporterFixesAnEditedModule(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	for _, name := range []string{"tea.js", "price.js"} {
		p.write("src/"+name, "(")
		p.say("1:02:03 AM [vite] Internal server error: Failed to parse source\n  Plugin: vite:import-analysis\n  File: src/" + name + ":1:1\n")
	}
	p.until(2)
	p.edit("src/price.js")
	p.say("1:02:04 AM [vite] (client) hmr update /src/cake.js\n")
	p.until(1)
	if page := p.errors(ErrorQuery{}); len(page.Errors) != 1 || page.Errors[0].File != "src/tea.js" {
		t.Errorf("%+v", page)
	}
}

func TestErrorsOutliveRunAndManager(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say(keyError)
	run := p.until(1).Run
	p.replace(true)
	if page := p.errors(ErrorQuery{}); len(page.Errors) != 1 || page.Run != run {
		t.Errorf("taken up: %+v", page)
	}
	p.Stop(p.ref)
	for _, id := range []string{"", run} {
		if page := p.errors(ErrorQuery{Run: id}); len(page.Errors) != 1 || page.Run != run {
			t.Errorf("stopped, run %q: %+v", id, page)
		}
	}
	p.replace(false)
	if page := p.errors(ErrorQuery{}); len(page.Errors) != 1 || page.Run != run {
		t.Errorf("after a restart: %+v", page)
	}
	_, err := p.edits.Errors(context.Background(), ErrorQuery{Ref: p.ref, Run: "nosuch"})
	apptest.Failure(t, err, app.CodeNotFound)
}

func TestLastWordsOfAFailedRunAreAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: cat gone.txt}\n"), Name: "web"}
	_, _ = w.Start(ref) // it fails
	w.Until(ref, "has failed with an error", func(st app.Status) bool { return !st.State.Up() && st.Errors == 1 })
	page, err := w.edits.Errors(context.Background(), ErrorQuery{Ref: ref})
	if err != nil || len(page.Errors) != 1 || page.Errors[0].Message != "cat: gone.txt: No such file or directory" {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestErrorsAfterACursor(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say(changed + "ERROR: one\nWARN: two\n")
	p.Until(p.ref, "has an error and a warning", func(st app.Status) bool { return st.Errors == 1 && st.Warnings == 1 })
	page := p.errors(ErrorQuery{Warnings: true})
	if len(page.Errors) != 2 {
		t.Fatalf("%+v", page)
	}
	_, seq, err := app.ParseCursor(page.Cursor)
	if err != nil {
		t.Fatal(err)
	}
	p.say(changed + "ERROR: three\n" + reloaded)
	p.until(0)
	page = p.errors(ErrorQuery{After: seq})
	if got := messages(page.Errors); len(got) != 2 || got[0] != "ERROR: one" || got[1] != "ERROR: three" ||
		page.Fixed != 3 {
		t.Errorf("%q, %d fixed", got, page.Fixed)
	}
	if page = p.errors(ErrorQuery{}); len(page.Errors) != 0 {
		t.Errorf("fixed ones are still there: %+v", page)
	}
}

func messages(list []digest.Error) (texts []string) {
	for _, e := range list {
		texts = append(texts, e.Message)
	}
	return texts
}

func TestErrorEvents(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say(changed + keyError)
	h := p.events(p.ref, []string{app.EventError, app.EventFixed}, "error: KeyError: 'coffee'")[0]
	if h.Error.Place() != "shop/urls.py:9" || h.Run == "" {
		t.Errorf("%+v", h)
	}
	p.say(changed + keyError)
	p.Until(p.ref, "has it twice", func(app.Status) bool { return p.errors(ErrorQuery{}).Errors[0].Count == 2 })
	p.say(reloaded)
	p.events(p.ref, []string{app.EventError, app.EventFixed}, "error", "fixed: KeyError: 'coffee'")
	p.replace(true)
	p.say("ERROR: another\n")
	p.events(p.ref, nil, "error: another")
	if list := p.Sup.Events.Page(app.EventQuery{Targets: []string{p.ref.String()}}).Events; len(list) != 1 {
		t.Errorf("events for what was before this manager: %+v", list)
	}
}

func TestFloodOfErrorsIsFolded(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "Traceback (most recent call last):\n  File \"a.py\", line %d, in b\n    c\nKeyError: '%s'\n", i,
			strings.Repeat("x", i))
	}
	p.say(text.String())
	p.until(50)
	list := p.Sup.Events.Page(app.EventQuery{Events: []string{app.EventError}}).Events
	more := 0
	for _, h := range list {
		more += h.More
	}
	if len(list)+more != 50 || more == 0 {
		t.Errorf("%d are told, and %d more", len(list), more)
	}
}
