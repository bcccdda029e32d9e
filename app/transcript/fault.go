package transcript

import (
	"runtime/debug"
	"syscall"
)

// touch runs f, which uses the mapped file, and reports whether that was possible: somebody may have cut the file
// short, or its disk has no room for a page that it shared. Without this, the kernel's SIGBUS would end the process.
func touch(f func()) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if _, fault := p.(interface{ Addr() uintptr }); !fault {
				panic(p)
			}
			ok = false
		}
	}()
	f()
	return true
}

// look returns what the writer has published. If the file was cut short, it is what was known before: a living writer
// makes the file whole again.
func (l *live) look() (s state, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	touch(func() {
		done := l.closed.Load() != 0 // before the state: closed with an old state would hide the last lines
		if s := l.snapshot(); s.seq > 0 {
			l.known, l.over = s, done
		}
	})
	return l.known, l.over
}

// hasMoved reports whether another live file has replaced this one.
func (l *live) hasMoved() (moved bool) {
	touch(func() { moved = l.moved.Load() != 0 })
	return moved
}

// Restore makes the live file whole again after somebody cut it short, so that Buffer can be used. The chunk that was
// in it is lost.
func (w *Writer) Restore() {
	w.whole = touch(func() { w.whole = w.rebuild() }) && w.whole
	if w.whole {
		w.buf = w.live.journal()
	} else if len(w.spare) == 0 {
		w.spare = make([]byte, bufferSize)
		w.buf = w.spare
	}
}

func (w *Writer) rebuild() bool {
	if _, err := pwrite(w.live.fd, make([]byte, liveSize), 0); err != nil {
		return false
	}
	l := w.live
	l.segment.Store(w.segment)
	l.cap.Store(w.cap.Load())
	l.maxLine.Store(w.maxLine)
	l.base.Store(w.st.end)
	l.publish(&w.st)
	l.armed.Store(armedNow) // who was waiting is unknown
	l.magic.Store(magic)
	w.spare = nil
	return true
}

// cut counts what is left of a chunk of n bytes, from an end, as lost.
func (w *Writer) cut(n int, from int64) {
	w.Restore()
	if stored := w.st.end - from; stored >= 0 && stored < int64(n) {
		w.lose(make([]byte, int64(n)-stored), syscall.EIO)
		touch(func() { w.live.publish(&w.st) })
	}
}
