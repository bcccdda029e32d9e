package transcript

import "math"

// Tail returns the newest n lines in ascending order.
func (r *Reader) Tail(n int) (Page, error) { return r.Before(math.MaxInt64, Limit{Lines: n}) }

// Before returns the newest lines with Seq < seq, in ascending order.
func (r *Reader) Before(seq int64, limit Limit) (Page, error) {
	var p Page
	err := r.look(func(v *view) (err error) {
		p, err = v.before(seq, limit.filled())
		return err
	})
	return p, err
}

func (v *view) before(seq int64, limit Limit) (p Page, err error) {
	room := limit.Bytes
	var found []Line // newest first
	err = v.backwards(seq, windowFor(limit.Lines), func(lines []Line) bool {
		for i := len(lines) - 1; i >= 0; i-- {
			if len(found) > 0 && (len(found) >= limit.Lines || len(lines[i].Text) > room) {
				p.More = true
				return false
			}
			found = append(found, lines[i])
			room -= len(lines[i].Text)
		}
		return true
	})
	for i := len(found) - 1; i >= 0; i-- {
		p.Lines = append(p.Lines, found[i])
	}
	return p, err
}

// backwards yields the lines with Seq < seq in blocks of about size bytes. The newest block comes first; the lines of
// each block are in ascending order.
func (v *view) backwards(seq, size int64, yield func([]Line) bool) error {
	hi, err := v.behind(seq)
	extra := v.maxLine // bytes behind hi that the last line of the block may need
	for err == nil && hi > v.firstOff() {
		rec, at, err := v.atOffset(max(hi-size, v.firstOff()))
		if err != nil {
			return err
		}
		lines, err := v.block(rec, at, hi, extra, seq)
		if err != nil {
			return err
		}
		switch {
		case len(lines) > 0:
			if !yield(lines) {
				return nil
			}
			hi, extra = lines[0].Off, 1
		case rec.off == v.firstOff():
			return nil
		default:
			size *= 2
		}
	}
	return err
}

// behind returns an offset behind the beginning of all lines with Seq < seq, and not far behind.
func (v *view) behind(seq int64) (int64, error) {
	if seq > v.seq || v.end == v.firstOff() {
		return v.end, nil
	}
	w, err := v.from(seq)
	if err != nil {
		return 0, err
	}
	return w.next.off, nil
}

// block returns the lines that begin at or after rec and before hi, and have Seq < seq.
func (v *view) block(rec record, at place, hi, extra, seq int64) (lines []Line, err error) {
	w, err := v.walk(rec, at)
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(hi+extra, v.end)-rec.off)
	if err := v.read(rec.off, b); err != nil {
		return nil, err
	}
	_, err = w.window(b, hi, func(l Line, whole bool) bool {
		if l.Seq >= seq {
			return false
		}
		if whole {
			lines = append(lines, l)
		}
		return true
	})
	return lines, err
}
