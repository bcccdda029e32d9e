package streams

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/web/wire"
	"devservers/views"
	"devservers/views/lines"
)

// panes are the cursors of a page's panes. Its stream has one, which names them all: a|b.
type panes struct {
	mu sync.Mutex
	at []string
}

// paneNames are the names of the panes' events.
var paneNames = []string{"log", "log2"}

// pass sends what is not a line, and so moves no cursor. Without cursors of its own, a message would have those of
// another page that shares the stream.
func (p *panes) pass(m wire.Message, emit func(wire.Message)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m.Cursor = strings.Join(p.at, "|")
	emit(m)
}

// emit sends what came for a pane, with the cursors of all.
func (p *panes) emit(i int, at string, m wire.Message, emit func(wire.Message)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at[i] = at
	m.Cursor = strings.Join(p.at, "|")
	emit(m)
}

// Feed sends the lines that follow a page of logs, in batches, as events named log, or log2 for its second pane. q is
// the page's stream address. The cursor of each batch is where the next one begins, so that no line is lost or doubled
// when the connection breaks or the manager is replaced.
func (p Pages) Feed(q url.Values) wire.Feed {
	return func(ctx context.Context, resume string, emit func(wire.Message)) {
		ask, err := url.ParseQuery(q.Get("logs"))
		if err != nil {
			return
		}
		resume = cmp.Or(resume, q.Get("logs-after"))
		l := p.read(q.Get("project"), ask)
		requests := []*request{l}
		if l.view.Ask.Beside != "" {
			requests = append(requests, p.beside(q.Get("project"), l))
		}
		at := &panes{at: make([]string, len(requests))}
		copy(at.at, strings.Split(resume, "|"))
		var all sync.WaitGroup
		event, _ := strconv.ParseInt(q.Get("logs-event"), 10, 64) // 0: all that are stored
		for i, l := range requests {
			all.Go(func() { l.follow(ctx, at, i, emit) })
			all.Go(func() { l.followEdits(ctx, event, at, i, emit) })
		}
		all.Wait()
	}
}

// follow sends what comes for one pane.
func (l *request) follow(ctx context.Context, at *panes, i int, emit func(wire.Message)) {
	if begin, err := app.ParseMergeCursor(at.at[i]); err == nil {
		l.query.At = begin
	}
	if l.view.Problem != "" {
		return
	}
	send := func(cursor string, html []byte) {
		at.emit(i, cursor, wire.Message{Event: paneNames[i], Encoded: html}, emit)
	}
	if len(l.on) > 0 {
		l.followSides(ctx, send)
		return
	}
	if l.query.Context == 0 { // lines around others depend on where the reading began
		l.followShared(ctx, send)
		return
	}
	_ = l.reader.FollowMerged(ctx, l.query, func(page app.MergedPage) error { // ends with ctx only: the filter was checked
		html, err := l.batch(ctx, page)
		if err == nil {
			send(page.After.String(), html)
		}
		return err
	})
}

// followEdits sends verdicts on edits. The page drops the ones that it has: after a gap they come again.
func (l *request) followEdits(ctx context.Context, after int64, at *panes, i int, emit func(wire.Message)) {
	if l.view.Problem != "" || l.narrow() {
		return
	}
	_ = l.sup.Events.Follow(ctx, l.sup.Changes(ctx), l.edits(after), func(page app.EventPage) error { // ends with ctx only
		for _, e := range page.Events {
			row, ok := views.ActivityEvent(e)
			if !ok {
				continue
			}
			var out bytes.Buffer
			if err := lines.Edits([]views.ActivityRow{row}).Render(ctx, &out); err != nil {
				return err
			}
			at.pass(wire.Message{Event: paneNames[i], Data: out.String()}, emit)
		}
		return nil
	})
}

// batch draws new lines for streams. A server that the page does not know has been declared since. Lines of an error
// that began in an earlier batch bring those with them, which the page then replaces.
func (l *request) batch(ctx context.Context, p app.MergedPage) ([]byte, error) {
	for _, line := range p.Lines {
		if _, known := l.view.Look.Servers[line.Server]; !known {
			l.servers(one(l.query.Projects))
			break
		}
	}
	p.Lines = l.complete(ctx, p.Lines)
	l.view.Look.Edits = nil // they come on their own
	var out bytes.Buffer
	err := lines.Chunk(l.view.Look, p).Render(ctx, &out)
	if n := len(p.Lines); n > 0 {
		l.view.Look.Today = lines.Day(p.Lines[n-1].Time)
	}
	return wire.Encode(out.String()), err
}

// maxAgain is how many lines of an error come again.
const maxAgain = 200

// complete adds to the first line of each run the lines of its error that came before it.
func (l *request) complete(ctx context.Context, lines []app.MergedLine) []app.MergedLine {
	var out []app.MergedLine
	seen := map[string]bool{}
	for i, line := range lines {
		e := line.Error
		if line.Gap == nil && !seen[line.Run] && e != nil && e.From < line.Seq && line.Seq-e.From <= maxAgain &&
			l.query.Grep == "" && len(l.query.Where) == 0 {
			if out == nil {
				out = append(make([]app.MergedLine, 0, len(lines)+maxAgain), lines[:i]...)
			}
			out = append(out, l.earlier(ctx, line)...)
		}
		seen[line.Run] = true
		if out != nil {
			out = append(out, line)
		}
	}
	if out == nil {
		return lines
	}
	return out
}

// earlier returns the lines of an error before one of them.
func (l *request) earlier(ctx context.Context, line app.MergedLine) (list []app.MergedLine) {
	page, err := l.reader.Read(ctx, logs.Query{
		Ref: l.view.Look.Servers[line.Server].Ref, Run: line.Run, Only: true, Direction: logs.Forward,
		After: line.Error.From - 1, Before: line.Seq, Limit: maxAgain, SGR: true,
	})
	if err != nil {
		return nil
	}
	for _, earlier := range page.Lines {
		earlier.Server, earlier.Level = line.Server, line.Error.Level
		list = append(list, app.MergedLine{LogLine: earlier, Error: line.Error, Again: true})
	}
	return list
}

// one is the only element, or "".
func one(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return ""
}
