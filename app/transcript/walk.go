package transcript

import (
	"bytes"
	"errors"
	"io"
	"time"
)

// walk iterates over the lines of a view from a record on. Its caller provides the bytes.
type walk struct {
	v *view

	pos, start, seq int64 // the next byte; the line that it belongs to
	milli           int64 // when that line began

	milliNow int64  // time of the record that pos is in
	next     record // the record after it
	upNext   place  // of next
	at       place  // place of the record after next
	win      []byte // index bytes read ahead
	ahead    int64  // records that were read last
	end      bool   // they were the last of their segment

	room *[]byte // for the window; nil = each has new memory
	full bool    // lines that are still to be used are in room
}

// The records that a walk reads at once: few at first, since a follower needs one or two.
const (
	indexFirst = 8
	indexAhead = 128
)

// walk begins at the byte of record r, whose place is p. When no line begins there, the beginning of the first line
// is missing.
func (v *view) walk(r record, p place) (*walk, error) {
	w := &walk{v: v, pos: r.off, start: r.start, seq: r.seq, milli: r.milli, milliNow: r.milli, at: place{p.seg, p.i + 1}}
	if err := w.pull(); err != nil {
		return nil, err
	}
	return w, w.settle()
}

// pull advances to the next record.
func (w *walk) pull() error {
	for {
		if len(w.win) == 0 {
			if err := w.fill(); err != nil {
				return err
			}
		}
		w.upNext = w.at
		if len(w.win) == 0 { // the segment has no more
			if (w.at.seg+1)*w.v.segment >= w.v.end {
				w.next = w.v.final()
				return nil
			}
			w.at, w.end = place{w.at.seg + 1, 0}, false
			continue
		}
		w.next = getRecord(w.win)
		if !w.next.sane(w.at.seg, w.v.segment) {
			return errDamaged
		}
		w.win = w.win[recordSize:]
		w.at.i++
		if w.next.off >= w.v.end {
			w.next = w.v.final()
			w.win = nil
		}
		return nil
	}
}

// fill reads records ahead. There are no more for this view where the index ends: they are stored before what follows
// them.
func (w *walk) fill() error {
	if w.end {
		return nil
	}
	if err := w.v.idx.open(w.v.dir, idxName(w.at.seg), w.at.seg); err != nil {
		return err
	}
	w.ahead = min(max(2*w.ahead, indexFirst), indexAhead)
	b := make([]byte, w.ahead*recordSize)
	n, err := pread(w.v.idx.fd, b, w.at.i*recordSize)
	if w.end = errors.Is(err, io.EOF); err != nil && !w.end {
		return err
	}
	w.win = b[:n/recordSize*recordSize]
	return nil
}

// settle applies the records at pos, where a line begins: they hold its number, which jumps where lines were lost.
func (w *walk) settle() error {
	for w.next.off <= w.pos && w.pos < w.v.end {
		if err := w.take(); err != nil {
			return err
		}
	}
	if w.pos == w.v.end {
		w.seq, w.start = w.v.seq, w.v.start
	}
	return nil
}

func (w *walk) take() error {
	if w.next.off == w.pos {
		w.seq, w.start = w.next.seq, w.next.start
		w.milli = w.next.milli
	}
	w.milliNow = w.next.milli
	return w.pull()
}

// step cuts one line from b, which holds the bytes from pos on; last reports whether b reaches the end of the view. If
// b has no whole line, ok is false and nothing has changed: the caller retries with more bytes. whole is false when the
// beginning of the line is missing.
func (w *walk) step(b []byte, last bool) (l Line, whole, ok bool, err error) {
	if w.pos >= w.start+w.v.maxLine {
		return l, false, false, errDamaged
	}
	b = b[:min(int64(len(b)), w.start+w.v.maxLine-w.pos)]
	size, nl := int64(len(b)), false
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		size, nl = int64(i)+1, true
	}
	cut := !nl && w.pos+size == w.start+w.v.maxLine
	lost, err := w.breaks(w.pos + size)
	if err != nil {
		return l, false, false, err
	}
	if lost >= 0 {
		size, nl, cut = lost-w.pos, false, false
	}
	if !nl && !cut && lost < 0 && !last {
		return l, false, false, nil
	}
	l = Line{Seq: w.seq, Off: w.pos, Time: time.UnixMilli(w.milli), Text: trimEnd(b[:size], nl), Cont: cut}
	l.Partial = !nl && !cut && lost < 0 && w.v.start < w.v.end
	whole = w.pos == w.start
	return l, whole, true, w.leap(size, l.Partial)
}

// hop skips whole lines that end in the first n bytes of b, which holds the bytes from pos on, without parsing each.
// It returns the number of bytes skipped. It stops before the next record and before a cut, so it may skip less than
// possible; 0 means that step is needed.
func (w *walk) hop(b []byte, n int64) (int64, error) {
	n = min(n, int64(len(b)), w.v.maxLine-1, w.next.off-w.pos)
	if n <= 0 || w.pos != w.start {
		return 0, nil
	}
	size := int64(bytes.LastIndexByte(b[:n], '\n')) + 1
	if size == 0 {
		return 0, nil
	}
	w.pos += size
	w.seq, w.start, w.milli = w.seq+int64(bytes.Count(b[:size], newline)), w.pos, w.milliNow
	return size, w.settle()
}

// leap advances past a line of size bytes.
func (w *walk) leap(size int64, partial bool) error {
	w.pos += size
	if partial {
		return nil
	}
	w.seq, w.start, w.milli = w.seq+1, w.pos, w.milliNow
	return w.settle()
}

// breaks applies the records between pos and before. It returns the offset of the first one at which a line begins
// that is not visible in the text, because what was before it was lost. -1 means none.
func (w *walk) breaks(before int64) (int64, error) {
	for w.next.off < before && w.next.off < w.v.end {
		if w.next.begins() && w.next.off > w.pos {
			return w.next.off, nil
		}
		w.milliNow = w.next.milli
		if err := w.pull(); err != nil {
			return -1, err
		}
	}
	return -1, nil
}

// trimEnd removes the line end from b, which has one if nl.
func trimEnd(b []byte, nl bool) []byte {
	if !nl {
		return b
	}
	b = b[:len(b)-1]
	if len(b) > 0 && b[len(b)-1] == '\r' {
		b = b[:len(b)-1]
	}
	return b
}
