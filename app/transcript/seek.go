package transcript

import "time"

// Seek returns the number of the first kept line at or after t; After with that number minus one reads from there. If
// there is none yet, it returns the number of the next line. Times are as exact as the index (see the package).
func (r *Reader) Seek(t time.Time) int64 {
	var seq int64
	err := r.look(func(v *view) (err error) {
		seq, err = v.since(ceilMilli(t))
		return err
	})
	if err != nil {
		return r.Bounds().First
	}
	return seq
}

func (v *view) since(milli int64) (int64, error) {
	if v.end == v.firstOff() {
		return v.seq, nil
	}
	rec, at, ok, err := v.locate(func(r record) bool { return r.milli < milli })
	if err != nil {
		return 0, err
	}
	if !ok { // all lines are at or after t
		return v.firstSeq, nil
	}
	w, err := v.walk(rec, at)
	if err != nil {
		return 0, err
	}
	next := w.next
	for next.off < v.end && w.next.off == next.off { // if several are at one byte, the last counts
		next = w.next
		if err := w.pull(); err != nil {
			return 0, err
		}
	}
	if next.begins() {
		return next.seq, nil
	}
	return next.seq + 1, nil
}

// TailOffset returns an offset for Raw: the beginning of a line at most n bytes before the end, or the end itself if
// one line is longer.
func (r *Reader) TailOffset(n int64) int64 {
	var off int64
	err := r.look(func(v *view) (err error) {
		off, err = v.lineFrom(v.end - n)
		return err
	})
	if err != nil {
		return r.Bounds().End
	}
	return off
}

// lineFrom returns where the first whole line at or after off begins.
func (v *view) lineFrom(off int64) (int64, error) {
	off = max(off, v.firstOff())
	if off >= v.end {
		return v.end, nil
	}
	rec, at, err := v.atOffset(off)
	if err != nil {
		return 0, err
	}
	w, err := v.walk(rec, at)
	if err != nil {
		return 0, err
	}
	begin := v.end
	err = w.run(0, func(l Line, whole bool) bool {
		if whole && l.Off >= off {
			begin = l.Off
			return false
		}
		return true
	})
	return begin, err
}
