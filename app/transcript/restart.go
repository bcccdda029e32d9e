package transcript

import (
	"errors"
	"fmt"
	"os"
	"path"
	"syscall"
)

// checkFiles detects that the folder or its files were deleted while the writer has them open, so that its output
// would be lost, and restarts. It refuses a folder that became a symlink.
func (w *Writer) checkFiles(seg int64) error {
	fd, err := openFile(w.dir, syscall.O_RDONLY|syscall.O_DIRECTORY)
	if errors.Is(err, syscall.ENOENT) {
		return w.restart()
	}
	if err != nil {
		return err
	}
	syscall.Close(fd)
	at := w.st.end - seg*w.segment
	if w.liveIsThere() && (at == 0 || sizeOf(path.Join(w.dir, logName(seg))) >= at &&
		sizeOf(path.Join(w.dir, idxName(seg))) > 0) {
		return nil
	}
	return w.restart()
}

func (w *Writer) liveIsThere() bool {
	var ours, there syscall.Stat_t
	fd, err := openFile(path.Join(w.dir, liveName), syscall.O_RDONLY)
	if err != nil {
		return !errors.Is(err, syscall.ENOENT)
	}
	defer syscall.Close(fd)
	return syscall.Fstat(fd, &there) == nil && syscall.Fstat(w.live.fd, &ours) == nil && ours.Ino == there.Ino &&
		ours.Dev == there.Dev
}

// deleted reports whether the open segment or the live file has lost its name. It checks the size of the live file,
// too.
func (w *Writer) deleted() bool {
	if syscall.Fstat(w.log, &w.stat) == nil && w.stat.Nlink == 0 {
		return true
	}
	w.checkSize()
	return w.stat.Nlink == 0
}

// checkSize notes that somebody has cut the live file short. Within its last page that raises no fault.
func (w *Writer) checkSize() {
	w.stat.Nlink = 1
	if syscall.Fstat(w.live.fd, &w.stat) == nil && w.stat.Size != liveSize {
		w.whole = false
	}
}

// restart creates the folder and the live file again and continues in the next segment. Everything before it counts
// as dropped by the cap. Readers of the old live file are redirected to the new one.
func (w *Writer) restart() error {
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the transcript's folder again: %w", err)
	}
	if !w.liveIsThere() {
		if err := w.moveLive(); err != nil {
			return err
		}
	}
	s := &w.st
	if s.end > s.start {
		s.seq++
	}
	s.firstSeg = (s.end + w.segment - 1) / w.segment
	s.end = s.firstSeg * w.segment
	s.start, s.firstSeq = s.end, s.seq
	w.kept, w.must = nil, true
	return nil
}

// moveLive creates a new live file. The current chunk is in the old one's journal, so the old one stays mapped until
// the next move or Close.
func (w *Writer) moveLive() error {
	l, err := createLive(w.dir)
	if err != nil {
		return err
	}
	old := w.live
	l.segment.Store(w.segment)
	l.cap.Store(w.cap.Load())
	l.maxLine.Store(w.maxLine)
	l.base.Store(journalDone)
	l.publish(&w.st)
	l.magic.Store(magic)
	whole := touch(func() {
		old.moved.Store(1)
		if old.armed.Swap(0) != 0 { // after moved: see Reader.Arm
			l.armed.Store(1)
		}
	})
	if !whole {
		l.armed.Store(1)
	}
	w.unmapOld()
	w.live, w.old = l, old
	return nil
}

func (w *Writer) unmapOld() {
	if w.old != nil {
		_ = w.old.unmap()
		w.old = nil
	}
}
