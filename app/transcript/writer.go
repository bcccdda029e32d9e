package transcript

import (
	"fmt"
	"math"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// Options configures a new transcript. The zero value selects the defaults.
type Options struct {
	Segment int64            // bytes a segment, default 4 MiB, at most half of Cap
	Cap     int64            // bytes kept at most; 0 = no limit; index files come on top (1 % of a flood)
	Now     func() time.Time // default time.Now
	Entered func(log string) // called with the name of each log file when the writer begins to use it; may be nil
	maxLine int64            // for tests; default MaxLine, at most Segment
}

func (o Options) filled() Options {
	if o.Cap <= 0 {
		o.Cap = math.MaxInt64
	}
	if o.Segment <= 0 {
		o.Segment = 4 << 20
	}
	o.Segment = max(1, min(o.Segment, o.Cap/2))
	if o.maxLine <= 0 {
		o.maxLine = maxLine
	}
	o.maxLine = min(o.maxLine, o.Segment)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Writer appends to a transcript. There is one at a time, and one goroutine uses it.
type Writer struct {
	dir string
	now func() time.Time
	// entered is Options.Entered.
	entered func(log string)
	live    *live
	old     *live // the previous one, if the folder was deleted
	buf     []byte
	spare   []byte // buf while live can't be made whole
	whole   bool   // live can be used

	segment, maxLine int64 // as in live
	cap              atomic.Int64
	lower            atomic.Bool // cap is lower than before

	st       state   // published at the end of each Commit
	seg      int64   // the open segment, or -1
	log, idx int     // its files
	hurried  bool    // see Hurried
	records  int64   // in idx
	last     record  // the latest record
	must     bool    // the next chunk needs a record: lines were lost before it, or this writer is new
	lostMid  bool    // the last lost chunk ended within a line
	kept     []int64 // for each kept segment its first whole line
	rec      [recordSize]byte
	stat     syscall.Stat_t
	err      error
}

// Create starts a transcript in dir, which it creates (0700) if missing. It fails if dir already has one.
func Create(dir string, o Options) (*Writer, error) {
	o = o.filled()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create transcript: %w", err)
	}
	l, err := createLive(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot create transcript: %w", err)
	}
	l.segment.Store(o.Segment)
	l.cap.Store(o.Cap)
	l.maxLine.Store(o.maxLine)
	w := newWriter(dir, l, o.Now)
	w.entered = o.Entered
	w.st.seq, w.st.firstSeq = 1, 1
	l.publish(&w.st)
	l.magic.Store(magic)
	return w, nil
}

func newWriter(dir string, l *live, now func() time.Time) *Writer {
	w := &Writer{dir: dir, now: now, live: l, buf: l.journal(), whole: true, seg: -1, log: -1, idx: -1, must: true,
		segment: l.segment.Load(), maxLine: l.maxLine.Load()}
	w.cap.Store(l.cap.Load())
	return w
}

// Lower makes the transcript keep less from the next Commit on, but no less than two segments. It may be called at any
// time.
func (w *Writer) Lower(limit int64) {
	if limit > 0 && limit < w.cap.Load() {
		w.cap.Store(limit)
		w.lower.Store(true)
	}
}

// Buffer returns the memory to read the next chunk into, directly, so that the chunk survives the death of this
// process. It belongs to the caller until Commit, which takes its first n bytes and leaves all zero.
func (w *Writer) Buffer() []byte { return w.buf }

// Commit appends the first n bytes of Buffer and publishes them to readers. It never fails: what cannot be written is
// counted as dropped, and the next chunk is tried again (see Err). wake reports that a reader armed. Commit clears
// the flag, so the caller owes the readers one note.
func (w *Writer) Commit(n int) (wake bool) {
	from := w.st.end
	if !touch(func() { wake = w.commit(n) }) {
		w.cut(n, from)
		wake = true
	} else if !w.whole {
		w.Restore()
	}
	return wake
}

func (w *Writer) commit(n int) (wake bool) {
	if n > 0 {
		w.append(w.buf[:n])
		if w.lower.Swap(false) && w.seg >= 0 {
			w.drop(w.seg)
		}
		if !w.whole {
			clear(w.buf[:n])
			return true
		}
		w.live.cap.Store(w.cap.Load())
		w.live.publish(&w.st)
		w.live.base.Store(journalDone)
		clear(w.buf[:n])
		w.live.base.Store(w.st.end)
		w.buf = w.live.journal()
	}
	return w.takeArmed()
}

// takeArmed must come after publish. Both sides' accesses are sequentially consistent: a reader that armed too late
// for this check finds the published state when it checks Bounds after arming.
func (w *Writer) takeArmed() bool {
	if w.live.armed.Load() == 0 {
		return false
	}
	taken := w.live.armed.Swap(0)
	w.hurried = taken == armedNow
	return taken != 0
}

// Armed reports whether a reader waits impatiently for the next commit. It does not clear the flag.
func (w *Writer) Armed() (armed bool) {
	touch(func() { armed = w.live.armed.Load() == armedNow })
	return armed
}

// Hurried reports whether the last reader to whom Commit owed a note wants each line at once.
func (w *Writer) Hurried() bool { return w.hurried }

// Close marks the transcript as complete and releases it; wake is as for Commit. The writer cannot be used
// afterwards.
func (w *Writer) Close() (wake bool, err error) {
	w.leave()
	end := func() {
		w.live.closed.Store(1)
		w.live.publish(&w.st)
		wake = w.takeArmed()
	}
	if w.checkSize(); !touch(end) || !w.whole {
		w.Restore()
		touch(end)
	}
	w.buf = nil
	w.unmapOld()
	return wake, w.live.unmap()
}
