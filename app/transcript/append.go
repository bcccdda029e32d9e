package transcript

import (
	"bytes"
	"errors"
	"syscall"
	"time"

	"devservers/app/base/process"
)

var newline = []byte{'\n'}

const (
	recordEvery = 10        // ms between index records
	recordBytes = 256 << 10 // bytes between index records, at most
	// recordCrowd is the number of records after which the time between them doubles, so that a server that prints a dot
	// every 10 ms for a day does not leave an index that is many times its output.
	recordCrowd = 8 << 10
)

// patience is how long a writer waits for a descriptor for the next file: what is not read stays in the terminal. It
// gives up at some time, so that the run can end.
const patience = 30 * time.Second

// append writes one chunk to the segments and advances the state. It counts what cannot be written as lost.
func (w *Writer) append(b []byte) {
	w.st.lastWrite = max(w.st.lastWrite, w.now().UnixMilli())
	again := true
	err := process.Patiently(patience, func() error {
		for len(b) > 0 {
			n, err := w.piece(b)
			w.advance(b[:n])
			b = b[n:]
			if again && errors.Is(err, syscall.ENOENT) { // the files were deleted: enter makes them again
				again = false
				w.leave()
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.lose(b, err)
		return
	}
	w.err, w.st.errno = nil, 0
}

// piece writes the part of b that fits into the current segment.
func (w *Writer) piece(b []byte) (int, error) {
	if w.st.end/w.segment != w.seg {
		if err := w.enter(); err != nil {
			return 0, err
		}
	}
	at := w.st.end - w.seg*w.segment
	if err := w.mark(); err != nil {
		return 0, err
	}
	return pwrite(w.log, b[:min(int64(len(b)), w.segment-at)], at)
}

// advance counts the lines of b, which is stored.
func (w *Writer) advance(b []byte) {
	pos, s := w.st.end, &w.st
	for pos+int64(len(b)) >= s.start+w.maxLine {
		n := s.start + w.maxLine - pos
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			n = int64(i) + 1
		}
		b, pos = b[n:], pos+n
		s.seq, s.start = s.seq+1, pos
	}
	if n := bytes.Count(b, newline); n > 0 {
		s.seq, s.start = s.seq+int64(n), pos+int64(bytes.LastIndexByte(b, '\n'))+1
	}
	s.end = pos + int64(len(b))
}

// lose counts b as dropped. Each lost line uses up its number. A line that the loss cuts ends there, and the output
// after the loss starts a new line.
func (w *Writer) lose(b []byte, err error) {
	w.leave()
	s := &w.st
	if s.end > s.start {
		s.seq, s.start = s.seq+1, s.end
	}
	lines := int64(bytes.Count(b, newline))
	if len(b) > 0 {
		if w.lostMid {
			lines--
		}
		if w.lostMid = b[len(b)-1] != '\n'; w.lostMid {
			lines++
		}
	}
	s.seq, s.lostLines, s.lostByte = s.seq+lines, s.lostLines+lines, s.lostByte+int64(len(b))
	w.must, w.err = true, err
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		errno = syscall.EIO
	}
	s.errno = int64(errno)
}

// mark writes an index record for the next byte, if one is due. It fails only if a required record cannot be written
// or the files were deleted.
func (w *Writer) mark() error {
	r := record{w.st.end, w.st.seq, w.st.start, w.st.lastWrite}
	must := w.must || w.records == 0
	if !must && r.milli-w.last.milli < recordEvery<<(w.records/recordCrowd) && r.off-w.last.off < recordBytes {
		return nil
	}
	if w.deleted() {
		return syscall.ENOENT
	}
	r.put(w.rec[:])
	if _, err := pwrite(w.idx, w.rec[:], w.records*recordSize); err != nil {
		if must {
			return err
		}
		return nil
	}
	w.records++
	w.last, w.must, w.lostMid = r, false, false
	return nil
}
