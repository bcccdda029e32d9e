package edits

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/reading/evidence"
)

// TestLoadIsComparedWithTheLastGoodOne: what was wrong before isn't blamed, and what can't be compared proves nothing.
func TestLoadIsComparedWithTheLastGoodOne(t *testing.T) {
	t.Parallel()
	w := newPrinter(t)
	ref := w.ref
	complaint := func(kind, text string) app.PageComplaint { return app.PageComplaint{Kind: kind, Text: text, Count: 1} }
	warning, exception := complaint(app.ComplaintConsole, "Warning: key 1"),
		complaint(app.ComplaintException, "TypeError: x")
	first := app.Edit{Number: 1, At: time.Now()}
	later := app.Edit{Number: 2, At: first.At.Add(time.Minute)}
	for _, c := range []struct {
		about       string
		edit        app.Edit
		load        app.PageLoad
		bad         int
		unsure, old bool
	}{
		{"an exception, never seen well", first, app.PageLoad{Path: "/b",
			Complaints: []app.PageComplaint{exception, warning}}, 1, true, false},
		{"a warning, never seen well", first, app.PageLoad{Path: "/", Complaints: []app.PageComplaint{warning}}, 0, true,
			false},
		{"again for this edit", first, app.PageLoad{Path: "/", Complaints: []app.PageComplaint{warning}}, 0, true, false},
		{"again for the next edit", later, app.PageLoad{Path: "/",
			Complaints: []app.PageComplaint{complaint(app.ComplaintConsole, "Warning: key 22")}}, 0, false, true},
		{"and something new", later, app.PageLoad{Path: "/",
			Complaints: []app.PageComplaint{warning, complaint(app.ComplaintRequest, "404")}}, 1, false, true},
		{"still", later, app.PageLoad{Path: "/", Complaints: []app.PageComplaint{warning,
			complaint(app.ComplaintRequest, "404")}}, 1, false, true},
		{"fixed", later, app.PageLoad{Path: "/"}, 0, false, true},
		{"a page that is not there", first, app.PageLoad{Path: "/no", Status: 404,
			Complaints: []app.PageComplaint{complaint(app.ComplaintRequest, "404")}}, 0, true, false},
		{"nor later", later, app.PageLoad{Path: "/no", Status: 404,
			Complaints: []app.PageComplaint{complaint(app.ComplaintRequest, "404")}}, 0, true, false},
	} {
		w.edits.noteLoad(ref, c.edit, c.load)
		p := w.edits.pageOf(ref)
		if p.Bad != c.bad || p.Unsure != c.unsure || p.Known != c.old {
			t.Errorf("%s: %+v", c.about, p)
		}
	}
	w.replace(true)
	w.edits.noteLoad(ref, later, app.PageLoad{Path: "/", Complaints: []app.PageComplaint{warning}})
	if p := w.edits.pageOf(ref); !p.Known || p.Bad != 1 {
		t.Errorf("the next manager knows nothing of the last good load: %+v", p)
	}
}

// TestWhatCouldNotBeOpenedEndsNoTrouble: only a new load ends what is wrong in a page.
func TestWhatCouldNotBeOpenedEndsNoTrouble(t *testing.T) {
	t.Parallel()
	w := newPrinter(t)
	ref, edit := w.ref, app.Edit{Number: 1, At: time.Now()}
	bad := app.PageLoad{Path: "/", Complaints: []app.PageComplaint{{Kind: app.ComplaintPage, Text: "500"}}}
	w.edits.noteLoad(ref, edit, bad)
	w.edits.noteLoad(ref, edit, app.PageLoad{Path: "/", Unknown: "no browser was found"})
	if p := w.edits.pageOf(ref); p.Bad != 1 || p.Load.Unknown != "" {
		t.Errorf("%+v", p)
	}
}

func (e *Edits) pageOf(ref app.Ref) evidence.OpenedPage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.server(ref).page
}
