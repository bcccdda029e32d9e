package web

import (
	"net/http"

	"devservers/app"
)

// How much of a run a terminal is shown at first. A terminal keeps a bounded number of lines, so that more than
// this would be drawn only to be dropped.
const (
	liveTail   = 256 << 10
	replayPart = 4 << 20
)

// socketRequest says which bytes a terminal wants. after is where it was when it lost its connection; from and to
// are a part of a run; with none of them it gets the run's end.
type socketRequest struct {
	after, from, to int64 // -1: not given
}

func readSocketRequest(r *http.Request) (socketRequest, error) {
	q := query{values: r.URL.Query()}
	ask := socketRequest{after: q.offset("after"), from: q.offset("from"), to: q.offset("to")}
	return ask, q.done()
}

// offset is a place in a run's bytes, -1 when it is not given.
func (q *query) offset(name string) int64 {
	s := q.text(name)
	if s == "" {
		return -1
	}
	return q.parseNumber(name, s, 1<<62)
}

// isPart tells whether a part was asked for rather than what comes.
func (a socketRequest) isPart() bool { return a.from >= 0 || a.to >= 0 }

// begin is the offset of the first byte to send.
func (a socketRequest) begin(l *app.Log) int64 {
	first, end := kept(l)
	switch {
	case a.after >= 0:
		return min(max(a.after, first), end)
	case a.from >= 0:
		return lineAt(l, min(max(a.from, first), end))
	case a.to >= 0:
		return lineAt(l, max(min(a.to, end)-replayPart, first))
	case l.Over():
		return lineAt(l, max(end-replayPart, first))
	}
	return lineAt(l, max(end-liveTail, first))
}

// end is the offset up to which a part goes.
func (a socketRequest) end(begin int64) int64 {
	if a.to >= 0 {
		return max(a.to, begin)
	}
	return begin + replayPart
}

// kept gives the offsets of the first byte that is kept and of the next one to come.
func kept(l *app.Log) (first, end int64) {
	b := l.Bounds()
	return b.End - b.Bytes, b.End
}

// lineAt is where the first line at or after off begins. A program that draws its screen never ends a line: there it
// is off itself.
func lineAt(l *app.Log, off int64) int64 {
	end := l.Bounds().End
	if begin := l.TailOffset(end - off); begin < end {
		return begin
	}
	return off
}
