package streams

import (
	"net/http"

	"devservers/app/record/history"
	"devservers/app/web/wire"
)

// How much of a run a terminal shows at first. A terminal holds a bounded number of lines, so most of what exceeds this
// would be drawn only to be dropped.
const (
	liveTail   = 256 << 10
	replayPart = 4 << 20
)

// request states which bytes a terminal wants: those after the place where it lost its connection, a part of the run
// (from, to), or the run's end.
type wanted struct {
	after, from, to int64 // -1: not given
}

func readRequest(r *http.Request) (wanted, error) {
	q := wire.NewParameters(r.URL.Query())
	ask := wanted{after: q.Offset("after"), from: q.Offset("from"), to: q.Offset("to")}
	return ask, q.Done()
}

// isPart reports whether the terminal wants a part rather than what comes.
func (a wanted) isPart() bool { return a.from >= 0 || a.to >= 0 }

// begin returns the offset of the first byte to send.
func (a wanted) begin(l *history.Log) int64 {
	first, end := stored(l)
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

// end returns the offset at which a part ends.
func (a wanted) end(begin int64) int64 {
	if a.to >= 0 {
		return max(a.to, begin)
	}
	return begin + replayPart
}

// stored returns the offsets of the first stored byte and of the next one to come.
func stored(l *history.Log) (first, end int64) {
	b := l.Bounds()
	return b.End - b.Bytes, b.End
}

// lineAt returns where the first line at or after off begins, and off itself if a program draws its screen and so never
// ends a line.
func lineAt(l *history.Log, off int64) int64 {
	end := l.Bounds().End
	if begin := l.TailOffset(end - off); begin < end {
		return begin
	}
	return off
}
