package transcript

import (
	"fmt"
	"path"
	"syscall"
	"time"

	"devservers/app/base/process"
)

// Recover opens a transcript whose writer is dead, and appends what that writer had read but not written. The caller
// must ensure that it is dead: two writers would destroy the transcript. The transcript is open afterwards, even if
// it was closed.
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
	w.repair()
	l.closed.Store(0)
	l.armed.Store(1) // the waiting readers were never notified
	if err := w.replay(); err != nil {
		_ = l.unmap()
		return nil, fmt.Errorf("cannot recover transcript: %w", err)
	}
	return w, nil
}

// replay appends what is in the journal but not in the segments. A chunk may be committed in part: base, then end,
// then its last byte. Without descriptors it fails before anything has changed: the chunk would be lost.
func (w *Writer) replay() error {
	base := w.live.base.Load()
	if skip := w.st.end - base; base >= 0 && skip >= 0 && skip < bufferSize {
		if n := max(used(w.buf), int(skip+w.written())); int64(n) > skip && n <= bufferSize {
			if err := w.enter(); process.OutOfFiles(err) {
				return err
			}
			w.append(w.buf[skip:n])
			w.live.publish(&w.st)
		}
	}
	w.live.base.Store(journalDone)
	clear(w.buf)
	w.live.base.Store(w.st.end)
	return nil
}

// repair lengthens a segment that lost its end in a power cut, so that what was kept before stays in its place. The
// hole reads as NUL.
func (w *Writer) repair() {
	seg := w.st.end / w.segment
	file := path.Join(w.dir, logName(seg))
	if at := w.st.end - seg*w.segment; sizeOf(file) < at {
		_ = syscall.Truncate(file, at)
	}
}

// used returns the length of b up to its last byte that is not NUL.
func used(b []byte) int {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return n
}

// written returns how many bytes of the unfinished chunk reached the segments. So it counts the NUL bytes at its end,
// which the journal cannot show.
func (w *Writer) written() (n int64) {
	for at := w.st.end; ; {
		seg := at / w.segment
		size := sizeOf(path.Join(w.dir, logName(seg)))
		if size <= at-seg*w.segment {
			return n
		}
		n += min(size, w.segment) - (at - seg*w.segment)
		if size < w.segment || n > bufferSize {
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

// loadKept reads the number of the first whole line of each kept segment from the segment's first record.
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
