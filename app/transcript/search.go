package transcript

import (
	"bytes"
	"context"
	"errors"
	"math"
	"time"
)

const (
	searchFirst = 64 << 10  // bytes of the first block, which often has the newest matches
	searchBlock = 128 << 10 // bytes of all later blocks, about
)

// Search yields matching lines, the newest first, until yield returns false, q.Limit is reached, or all lines are
// searched. It compares text without escape sequences and yields it as printed. It uses about 1 MiB of memory,
// however long the transcript is. It does not find lines that the cap drops meanwhile, or whose files somebody removed.
// When ctx ends, it returns ctx's error.
func (r *Reader) Search(ctx context.Context, q Search, yield func(Line) bool) error {
	v := r.view()
	defer v.close()
	s := &search{view: v, q: q, match: newMatcher(q), yield: yield, left: q.Limit}
	if q.Limit <= 0 {
		s.left = math.MaxInt
	}
	err := s.run(ctx)
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}

type search struct {
	*view
	q     Search
	match *matcher
	yield func(Line) bool
	left  int
	buf   []byte
	found []Line // the newest matches of a block: a ring of at most left
	n     int    // how many matches there were
}

func (s *search) run(ctx context.Context) error {
	hi, err := s.top()
	size, extra := int64(searchFirst), s.maxLine
	for more := s.left > 0; err == nil && more && hi > s.firstOff(); {
		if err = ctx.Err(); err != nil {
			return err
		}
		var lo int64
		lo, more, err = s.block(hi, size, extra)
		if lo == hi {
			size *= 2
			continue
		}
		hi, size, extra = lo, searchBlock, 1
	}
	return err
}

// top returns an offset behind all lines that the query allows.
func (s *search) top() (int64, error) {
	before := s.q.Before
	if before <= 0 {
		before = math.MaxInt64
	}
	if !s.q.Until.IsZero() {
		seq, err := s.since(ceilMilli(s.q.Until))
		if err != nil {
			return 0, err
		}
		before = min(before, seq)
	}
	s.q.Before = before
	return s.behind(before)
}

// ceilMilli returns the first Unix millisecond that is not before t.
func ceilMilli(t time.Time) int64 {
	return t.Add(time.Millisecond - 1).UnixMilli()
}

// block searches the lines that begin in about size bytes before hi. lo is where the first of them begins, or hi if
// there is none. extra is the most bytes behind hi that belong to the last of them.
func (s *search) block(hi, size, extra int64) (lo int64, more bool, err error) {
	rec, at, err := s.atOffset(max(hi-size, s.firstOff()))
	if err != nil {
		return 0, false, err
	}
	w, err := s.walk(rec, at)
	if err != nil {
		return 0, false, err
	}
	b, err := s.load(rec.off, min(hi+extra, s.end))
	if err != nil {
		return 0, false, err
	}
	if !rec.begins() {
		if _, _, _, err := w.step(b, rec.off+int64(len(b)) == s.end); err != nil {
			return 0, false, err
		}
	}
	if lo = w.pos; lo >= hi {
		return hi, rec.off > s.firstOff(), nil
	}
	b = b[lo-rec.off:]
	more = rec.off > s.firstOff() && !s.old(rec)
	if !s.match.possible(b) {
		return lo, more, nil
	}
	if err = s.sift(w, b, hi); err != nil {
		return 0, false, err
	}
	return lo, s.give() && more, nil
}

// sift collects the matching lines of b that begin before hi. b holds the bytes from w on. It checks only lines that
// can match.
func (s *search) sift(w *walk, b []byte, hi int64) error {
	base, next := w.pos, hint{literal: -1, escape: -1}
	for w.pos < hi {
		rest := b[w.pos-base:]
		s.match.look(&next, rest, w.pos)
		n, err := w.hop(rest, min(next.literal, next.escape, hi)-w.pos)
		if err != nil {
			return err
		}
		if n > 0 {
			continue
		}
		l, whole, ok, err := w.step(rest, w.pos+int64(len(rest)) == s.end)
		if err != nil || !ok || !s.take(l, whole) {
			return err
		}
		if b[w.pos-base-1] != '\n' {
			next.literal = -1 // a line begins here that the hint doesn't know of
		}
	}
	return nil
}

func (s *search) load(from, to int64) ([]byte, error) {
	if int64(cap(s.buf)) < to-from {
		s.buf = make([]byte, to-from)
	}
	b := s.buf[:to-from]
	return b, s.read(from, b)
}

// old reports whether everything before r is outside the query's bounds.
func (s *search) old(r record) bool {
	return r.seq <= s.q.After || !s.q.Since.IsZero() && r.milli < s.q.Since.UnixMilli()
}

// take stores a matching line.
func (s *search) take(l Line, whole bool) bool {
	if l.Seq >= s.q.Before {
		return false
	}
	if whole && l.Seq > s.q.After && s.timely(l) && s.match.match(l.Text) {
		if len(s.found) < s.left {
			s.found = append(s.found, l)
		} else {
			s.found[s.n%s.left] = l
		}
		s.n++
	}
	return true
}

func (s *search) timely(l Line) bool {
	return (s.q.Since.IsZero() || !l.Time.Before(s.q.Since)) && (s.q.Until.IsZero() || l.Time.Before(s.q.Until))
}

// give yields the matches of a block, the newest first. It copies the text, because the block's memory is reused.
func (s *search) give() bool {
	size := s.left
	for i := s.n - 1; i >= 0 && i >= s.n-size; i-- {
		l := s.found[i%size]
		l.Text = bytes.Clone(l.Text)
		s.left--
		if !s.yield(l) || s.left == 0 {
			return false
		}
	}
	s.found, s.n = s.found[:0], 0
	return true
}
