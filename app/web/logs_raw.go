package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"devservers/app/record/history"
	"devservers/app/web/wire"
)

// The sizes of raw output: what a terminal that attaches is shown first, and one read.
const (
	rawTail = 64 << 10
	rawStep = 64 << 10
)

// rawLog sends a run's bytes as printed: all of them for a download, or their end for a terminal, which then gets new
// ones until the run is over.
func (s logAPI) rawLog(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	l, err := s.sup.OpenLog(ask.Ref, ask.Run)
	if err != nil {
		return err
	}
	defer l.Close()
	end, off := l.Bounds().End, int64(0)
	if ask.follow && ask.bytes < 0 {
		ask.bytes = rawTail
	}
	if ask.bytes >= 0 {
		off = l.TailOffset(ask.bytes)
	}
	w.Header().Set("X-Devservers-Run", l.Run)
	w.Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote(ask.Ref.Name+"-"+l.Run+".log"))
	out := wire.Begin(w, "application/octet-stream")
	if !ask.follow {
		_, err := copyRaw(out, l, off, end)
		return wire.Gone(errors.Join(err, out.Send()))
	}
	return wire.Gone(followRaw(r.Context(), out, l, off))
}

// rawReader is a transcript's bytes; see transcript.Reader.
type rawReader interface {
	Raw(off int64, buf []byte) (n int, at int64, err error)
}

// copyRaw copies from off up to end, without what is gone, and returns where it stopped.
func copyRaw(out io.Writer, from rawReader, off, end int64) (int64, error) {
	buf := make([]byte, rawStep)
	for off < end {
		n, at, err := from.Raw(off, buf[:min(rawStep, end-off)])
		if err != nil || n == 0 {
			return off, err
		}
		if _, err := out.Write(buf[:n]); err != nil {
			return off, err
		}
		off = at + int64(n)
	}
	return off, nil
}

func followRaw(ctx context.Context, out wire.Stream, l *history.Log, off int64) error {
	for {
		changed, over := l.Changed(), l.Over() // before the reading, so that no change is missed
		var err error
		if off, err = copyRaw(out, l, off, l.Bounds().End); err != nil {
			return err
		}
		if err := out.Send(); err != nil || over {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
