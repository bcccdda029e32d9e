package transcript

import (
	"fmt"
	"path/filepath"
	"syscall"
	"time"
)

// Recover takes up a transcript whose writer is known to be dead (the caller's duty: two writers would destroy it), and appends
// what that one had read but not written. It is not closed afterwards, even if it was.
func Recover(dir string) (*Writer, error) {
	l, err := openLive(dir, true)
	if err != nil {
		return nil, fmt.Errorf("cannot recover transcript: %w", err)
	}
	w := newWriter(dir, l, time.Now)
	w.st = l.snapshot()
	if err := w.loadKept(); err != nil {
		_ = l.unmap()
		return nil, fmt.Errorf("cannot recover transcript: %w", err)
	}
	w.mend()
	l.closed.Store(0)
	l.armed.Store(1) // whoever waited was never told
	w.replay()
	return w, nil
}

// replay appends what the journal has and the segments lack. A chunk may be committed in part: base, then end, then its last byte.
func (w *Writer) replay() {
	base := w.live.base.Load()
	if skip := w.st.end - base; base >= 0 && skip >= 0 && skip < BufferSize {
		if n := max(used(w.buf), int(skip+w.written())); int64(n) > skip && n <= BufferSize {
			w.append(w.buf[skip:n])
			w.live.publish(&w.st)
		}
	}
	w.live.base.Store(journalDone)
	clear(w.buf)
	w.live.base.Store(w.st.end)
}

// mend lengthens a segment that lost its end in a power cut, so that what was kept before stays in its place; the hole reads as NUL.
func (w *Writer) mend() {
	seg := w.st.end / w.segment
	path := filepath.Join(w.dir, logName(seg))
	if at := w.st.end - seg*w.segment; sizeOf(path) < at {
		_ = syscall.Truncate(path, at)
	}
}

// used is the length of b up to its last byte that is not NUL.
func used(b []byte) int {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return n
}

// written is how many bytes of the unfinished chunk reached the segments: the NULs at its end that only they tell of.
func (w *Writer) written() (n int64) {
	for at := w.st.end; ; {
		seg := at / w.segment
		size := sizeOf(filepath.Join(w.dir, logName(seg)))
		if size <= at-seg*w.segment {
			return n
		}
		n += min(size, w.segment) - (at - seg*w.segment)
		if size < w.segment || n > BufferSize {
			return n
		}
		at = (seg + 1) * w.segment
	}
}

func sizeOf(path string) int64 {
	fd, err := openFile(path, syscall.O_RDONLY)
	if err != nil {
		return 0
	}
	defer syscall.Close(fd)
	size, err := fileSize(fd)
	if err != nil {
		return 0
	}
	return size
}

// loadKept reads from each kept segment's first record which line is its first whole one.
func (w *Writer) loadKept() error {
	f := files{dir: w.dir, segment: w.segment}
	defer f.close()
	for seg := w.st.firstSeg; seg*w.segment < w.st.end; seg++ {
		r, err := f.head(seg)
		if err != nil {
			return err
		}
		first := r.seq
		if !r.begins() {
			first++
		}
		w.kept = append(w.kept, first)
	}
	return nil
}
