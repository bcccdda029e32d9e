package logs

import (
	"context"

	"devservers/app"
)

// Follow yields what is there of q, and then what comes, until ctx ends, whose error it returns, or yield returns an
// error. It continues over restarts: the next run begins with a page that names it. With q.Only it ends, without an
// error, when the run is over.
//
// Every whole line comes once. A last line without an end comes as Partial once it has been quiet for a moment; the
// rest of it follows under the same Seq, as the new part only. The cursor of each page stays before such a line.
func (l *Logs) Follow(ctx context.Context, q Query, yield func(app.LogPage) error) error {
	if _, err := newFilter(q); err != nil {
		return err
	}
	if q.Before > 0 || !q.Until.IsZero() {
		return app.Failf(app.CodeInvalid, "leave before and until out", "following has no end")
	}
	begun, err := l.Begun(q.Ref)
	if err != nil {
		return err
	}
	at := app.Position{}
	if q.Run != "" || begun {
		if at, err = l.firstPage(ctx, q, yield); err != nil {
			return err
		}
	}
	return l.followFrom(ctx, q, at, yield)
}

// Begun reports whether a server has ever run. What it looks at is large, and must not be on the stack of each follower
// for as long as that follows.
//
//go:noinline
func (l *Logs) Begun(ref app.Ref) (bool, error) {
	now, err := l.sup.ServerRun(ref)
	return now.Run != nil, err
}

// firstPage yields what is there, and returns where it ends.
func (l *Logs) firstPage(ctx context.Context, q Query, yield func(app.LogPage) error) (app.Position, error) {
	page, err := l.Read(ctx, q)
	if err != nil {
		return app.Position{}, err
	}
	if n := len(page.Lines); n > 0 && page.Lines[n-1].Partial { // it has not been quiet yet
		page.Lines = page.Lines[:n-1]
	}
	run, seq, err := app.ParseCursor(page.Cursor)
	if err == nil {
		err = yield(page)
	}
	return app.Position{Run: run, Seq: seq}, err
}

// followFrom yields what comes after a place.
func (l *Logs) followFrom(ctx context.Context, q Query, at app.Position, yield func(app.LogPage) error) error {
	if q.Direction == Backward {
		q.Direction, q.Limit = Forward, 0
	}
	limit := q.limit(DefaultLimit, MaxLimit)
	m, err := l.newMerge(q, min(limit, mostStep), pageBytes)
	if err != nil {
		return err
	}
	defer m.close()
	src := m.add(q.Ref, at)
	src.name, src.only, src.quiet, m.ends = "", q.Only, true, true
	m.hasty = limit > 0
	named := at.Run // by the last page
	f := &follower{merge: m, join: func() {}}
	f.step = func(ctx context.Context) (given, error) {
		p, err := m.read(ctx, followLook)
		for _, page := range byRun(p, src.at, named) {
			if err == nil {
				err = yield(page)
			}
			named = page.Run
		}
		return ofPage(p), err
	}
	f.idle = func() (bool, error) {
		if src.log != nil && !src.over {
			return false, nil
		}
		_, err := l.Begun(q.Ref)
		return q.Only, err
	}
	return f.run(ctx)
}

// byRun splits a page of one server by its runs. When the run that at is in is another one than named, a page names
// it, even without lines.
func byRun(p app.MergedPage, at app.Position, named string) (pages []app.LogPage) {
	for _, line := range p.Lines {
		if n := len(pages); n == 0 || pages[n-1].Run != line.Run {
			pages = append(pages, app.LogPage{Run: line.Run})
		}
		page := &pages[len(pages)-1]
		page.Add(line)
		switch {
		case line.Gap != nil:
			page.Cursor = app.Cursor(line.Run, line.Gap.To)
		case !line.Partial:
			page.Cursor = app.Cursor(line.Run, line.Seq)
		}
		named = line.Run
	}
	if at.Run != named {
		pages = append(pages, app.LogPage{Run: at.Run})
	}
	if n := len(pages); n > 0 && pages[n-1].Run == at.Run {
		pages[n-1].Cursor = app.Cursor(at.Run, at.Seq)
	}
	return pages
}
