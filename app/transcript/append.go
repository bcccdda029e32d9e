package transcript

import (
	"bytes"
	"errors"
	"path/filepath"
	"syscall"
)

var newline = []byte{'\n'}

const (
	recordEvery = 10        // ms between index records
	recordBytes = 256 << 10 // bytes between them, at most
	// recordCrowd is the number of records after which the time between them doubles, so that a server that prints a dot
	// every 10 ms for a day does not leave an index that is many times its output.
	recordCrowd = 8 << 10
)

// append writes one chunk to the segments and moves the state on. What cannot be written is lost, and counted.
func (w *Writer) append(b []byte) {
	w.st.lastWrite = max(w.st.lastWrite, w.now().UnixMilli())
	for len(b) > 0 {
		n, err := w.piece(b)
		w.advance(b[:n])
		b = b[n:]
		if err != nil {
			w.lose(b, err)
			return
		}
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

// lose counts b as dropped. Each lost line takes its number; a line that was cut by the loss ends there, and what comes
// next starts a line of its own.
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

// mark writes an index record for the byte that comes next, if one is due. Only a record that must be there can fail, and files that
// were deleted.
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

// enter opens the segment of the next byte, and drops old ones that the cap has no room for. The first entry into a segment empties files that
// an interrupted writer left there.
func (w *Writer) enter() error {
	w.leave()
	if err := w.checkFiles(w.st.end / w.segment); err != nil {
		return err
	}
	seg := w.st.end / w.segment
	flags := syscall.O_WRONLY | syscall.O_CREAT
	fresh := w.st.end == seg*w.segment
	if fresh {
		w.drop(seg)
		flags |= syscall.O_TRUNC
	}
	log, err := openFile(filepath.Join(w.dir, logName(seg)), flags)
	if err != nil {
		return err
	}
	idx, err := openFile(filepath.Join(w.dir, idxName(seg)), flags)
	if err != nil {
		syscall.Close(log)
		return err
	}
	size, err := fileSize(idx)
	if err != nil {
		size = 0
	}
	w.seg, w.log, w.idx, w.records = seg, log, idx, size/recordSize
	w.keep(seg)
	return nil
}

// leave closes the open segment.
func (w *Writer) leave() {
	if w.seg < 0 {
		return
	}
	syscall.Close(w.log)
	syscall.Close(w.idx)
	w.seg, w.log, w.idx = -1, -1, -1
}

// keep notes the first whole line of segment seg, when it is entered for the first time (or again, after a failure).
func (w *Writer) keep(seg int64) {
	if w.st.end != seg*w.segment {
		return
	}
	first := w.st.seq
	if w.st.start < w.st.end {
		first++
	}
	w.kept = append(w.kept[:seg-w.st.firstSeg], first)
}

// drop makes room for segment seg. Readers are told before the files go; one that has a file open can read it to its end.
func (w *Writer) drop(seg int64) {
	first := seg + 1 - max(w.cap/w.segment, 2)
	old := w.st.firstSeg
	if first <= old {
		return
	}
	w.kept = w.kept[first-old:]
	w.st.firstSeg, w.st.firstSeq = first, w.kept[0]
	w.live.publish(&w.st)
	for k := old; k < first; k++ {
		syscall.Unlink(filepath.Join(w.dir, logName(k)))
		syscall.Unlink(filepath.Join(w.dir, idxName(k)))
	}
}
