package edits

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { apptest.Main(m) }

// world is a manager that follows edits and errors.
type world struct {
	*apptest.World
	edits *Edits
}

func newWorld(t *testing.T) *world {
	w := &world{World: apptest.New(t)}
	w.edits = New(w.Sup, filepath.Join(w.Dirs.State, "edits.json"), slog.New(slog.DiscardHandler))
	return w
}

// replace replaces the manager by another, which adopts the servers that run if keep.
func (w *world) replace(keep bool) {
	w.T.Helper()
	w.Close(keep)
	w.Open()
	w.edits = New(w.Sup, filepath.Join(w.Dirs.State, "edits.json"), slog.New(slog.DiscardHandler))
}

// events waits until the last events of a server, of these kinds (none = all), are as wanted: "event" or
// "event: a piece of its message", and returns them.
func (w *world) events(ref app.Ref, kinds []string, want ...string) []app.Event {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	var list []app.Event
	for range w.Sup.Changes(ctx) {
		list = w.Sup.Events.Page(app.EventQuery{Targets: []string{ref.String()}, Events: kinds, Limit: len(want)}).Events
		if slices.EqualFunc(list, want, func(h app.Event, want string) bool {
			event, message, _ := strings.Cut(want, ": ")
			return h.Event == event && strings.Contains(h.Message, message)
		}) {
			return list
		}
	}
	w.T.Fatalf("timed out waiting for %q: %+v", want, list)
	return nil
}

// printer is a server that prints what the test says.
type printer struct {
	*world
	ref  app.Ref
	dir  string
	last string // what the test did last: said or wrote
}

// turn keeps what is said and what is written apart, as the times of lines and of files are only as exact as that: which
// of the two came first is otherwise not known.
func (p *printer) turn(to string) {
	if p.last != "" && p.last != to {
		time.Sleep(digest.Early + 10*time.Millisecond)
	}
	p.last = to
}

func newPrinter(t *testing.T) *printer {
	w := newWorld(t)
	p := &printer{world: w, dir: filepath.Join(w.Dirs.Home, "shop")}
	w.Files("shop", map[string]string{"said.log": "starting\n"})
	p.ref = app.Ref{Project: w.Project("shop", "servers:\n  web: {command: tail -n +1 -f said.log, ready: {log: "+
		"starting}}\n"), Name: "web"}
	w.MustStart(p.ref)
	return p
}

// say has the server print a text.
func (p *printer) say(text string) {
	p.T.Helper()
	p.turn("said")
	f, err := os.OpenFile(filepath.Join(p.dir, "said.log"), os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		p.T.Fatal(err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		p.T.Fatal(err)
	}
	p.heard()
}

// heard waits until all that the test said is read: on a busy machine it may come after the time that a server has to
// react.
func (p *printer) heard() {
	p.T.Helper()
	said, err := os.ReadFile(filepath.Join(p.dir, "said.log"))
	if err != nil {
		p.T.Fatal(err)
	}
	var page ErrorPage
	fc.Until(p.T, "all is read", func() bool {
		page = p.errors(ErrorQuery{})
		_, read, _ := strings.Cut(page.Cursor, ":")
		n, _ := strconv.Atoi(read)
		return n >= bytes.Count(said, []byte("\n"))
	}, &page)
}

// write changes a file of the project.
func (p *printer) write(name, text string) {
	p.T.Helper()
	p.turn("wrote")
	p.Files("shop", map[string]string{name: text})
}

// writing is how long a write may take: its edit was made when it began, and the file's time is that of its end.
const writing = 100 * time.Millisecond

// edit writes files until the edit is noticed: directories are not watched at once. On a busy machine an earlier write
// may be noticed after the last one, which is then an edit of its own.
func (p *printer) edit(names ...string) app.Edit {
	p.T.Helper()
	before := p.edited().Edit
	for range 10 {
		for _, name := range names {
			p.write(name, time.Now().String())
		}
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		for range p.Sup.Changes(ctx) {
			e := p.edited().Edit
			if e != nil && (before == nil || e.Number > before.Number) && !e.At.Before(p.written(names[0]).Add(-writing)) {
				return *e
			}
		}
	}
	p.T.Fatalf("no edit of %q was noticed", names)
	return app.Edit{}
}

// written returns when a file was written last.
func (p *printer) written(name string) time.Time {
	p.T.Helper()
	info, err := os.Stat(filepath.Join(p.dir, name))
	if err != nil {
		p.T.Fatal(err)
	}
	return info.ModTime()
}

func (p *printer) edited() app.EditPage {
	p.T.Helper()
	page, err := p.edits.Edited(p.ref.Project)
	if err != nil {
		p.T.Fatal(err)
	}
	return page
}

// judged waits for the verdict on the last edit.
func (p *printer) judged() app.Verdict {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	page, err := p.edits.AwaitEdit(ctx, p.ref.Project, false, p.ref.Name)
	if err != nil || len(page.Verdicts) != 1 {
		p.T.Fatalf("%+v, %v", page, err)
	}
	for range 2 { // judged again, and remembered
		p.remembered(page.Verdicts[0])
	}
	return page.Verdicts[0]
}

// remembered waits until a verdict is what is known without reading output. Others may look at the processes meanwhile,
// and a busy one puts the verdict off.
func (p *printer) remembered(v app.Verdict) {
	p.T.Helper()
	var w app.Verdict
	fc.Until(p.T, "the verdict is known", func() bool {
		known, err := p.edits.LastEdit(p.ref.Project)
		if err != nil || len(known.Verdicts) != 1 {
			p.T.Fatalf("%+v, %v", known, err)
		}
		w = known.Verdicts[0]
		return v.State == w.State && len(v.New) == len(w.New) && len(v.Fixed) == len(w.Fixed) && v.Left == w.Left
	}, v, &w)
}

// errors returns the page of q about the server.
func (p *printer) errors(q ErrorQuery) ErrorPage {
	p.T.Helper()
	q.Ref = p.ref
	page, err := p.edits.Errors(context.Background(), q)
	if err != nil {
		p.T.Fatal(err)
	}
	return page
}

// until waits until the server has so many errors.
func (p *printer) until(errors int) app.Status {
	p.T.Helper()
	return p.Until(p.ref, "has another number of errors", func(st app.Status) bool { return st.Errors == errors })
}
