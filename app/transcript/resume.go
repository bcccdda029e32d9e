package transcript

import "sync/atomic"

// mark is where a read ended: behind the whole line seq. The next read of a follower continues there, with the same
// files, and without a search in the index.
type mark struct {
	seq  int64 // 0: there is none
	here walk
	files
}

// kept counts the marks of this process that have files open.
var kept atomic.Int64

// mostKept bounds them, so that many followers don't use up the descriptors: the others open files for each read.
const mostKept = 200

func (m *mark) open() bool { return m.log.on || m.idx.on }

// keep stores where the read of a view has ended, and takes over its files.
func (r *Reader) keep(v *view) {
	m := v.mark
	if m.seq == 0 {
		return
	}
	m.files, v.files = v.files, files{}
	if m.open() && kept.Add(1) > mostKept {
		m.close()
	}
	r.mu.Lock()
	old := r.mark
	r.mark = m
	r.mu.Unlock()
	old.close()
}

// close closes the files.
func (m *mark) close() {
	if m.open() {
		kept.Add(-1)
		m.files.close()
	}
}

// resume returns a view that continues behind line seq, or nil if the last read didn't end there.
func (r *Reader) resume(seq int64) *view {
	r.mu.Lock()
	m := r.mark
	if seq == 0 || m.seq != seq {
		r.mu.Unlock()
		return nil
	}
	r.mark = mark{} // one goroutine at a time has it
	r.mu.Unlock()
	if m.open() {
		kept.Add(-1)
	}
	v := r.view()
	v.mark, v.files = m, m.files
	if m.here.at.seg < v.firstSeg || m.here.pos < v.firstOff() || m.here.pos > v.end { // dropped meanwhile
		v.close()
		return nil
	}
	return v
}

// here returns the walk, which is where a line begins, to be continued in a later view.
func (w *walk) here() walk {
	return walk{pos: w.pos, start: w.start, seq: w.seq, milli: w.milli, milliNow: w.milliNow, at: w.upNext}
}

// resumed continues the walk at the mark; nil if there is none.
func (v *view) resumed() (*walk, error) {
	w := v.mark.here
	w.v = v
	if err := w.pull(); err != nil {
		return nil, err
	}
	return &w, w.settle()
}
