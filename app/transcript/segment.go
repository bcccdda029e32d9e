package transcript

import (
	"path"
	"syscall"
)

// enter opens the segment of the next byte, and drops old segments to stay within the cap. When it enters a segment
// for the first time, it empties files that an interrupted writer left there.
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
	log, err := openFile(path.Join(w.dir, logName(seg)), flags)
	if err != nil {
		return err
	}
	idx, err := openFile(path.Join(w.dir, idxName(seg)), flags)
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
	if w.entered != nil {
		w.entered(logName(seg))
	}
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

// drop makes room for segment seg. It informs readers before it deletes the files; a reader that has a file open can
// read it to its end.
func (w *Writer) drop(seg int64) {
	first := seg + 1 - max(w.cap.Load()/w.segment, 2)
	old := w.st.firstSeg
	if first <= old {
		return
	}
	w.kept = w.kept[first-old:]
	w.st.firstSeg, w.st.firstSeq = first, w.kept[0]
	w.live.publish(&w.st)
	for k := old; k < first; k++ {
		_ = syscall.Unlink(path.Join(w.dir, logName(k)))
		_ = syscall.Unlink(path.Join(w.dir, idxName(k)))
	}
}
