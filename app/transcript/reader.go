package transcript

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Line is one line of a transcript.
type Line struct {
	Seq  int64
	Time time.Time // when its first byte came, as exact as the index is (see the package)
	// Text is as printed, without '\n' or "\r\n". It may hold escape sequences, NUL and invalid UTF-8. The receiver may
	// keep it, but not write to it.
	Text    []byte
	Cont    bool  // cut at MaxLine: the next line continues it
	Partial bool  // not ended yet
	Off     int64 // logical offset of its first byte
}

// Gap is a range of lines that are gone: dropped by the cap or lost to a full disk. Both ends are inclusive.
type Gap struct{ From, To int64 }

// Page is the result of a read.
//
// A follower keeps a cursor: the Seq of the last line that it has read whole, or To of a Gap. A Partial line does not
// move the cursor: After(cursor) returns that line again, longer or ended, until it has an end. Once Bounds says
// Closed, it stays as it is.
type Page struct {
	Lines []Line
	Gap   *Gap // what is gone before Lines[0], or at the end without Lines. Between lines, a gap is a jump of Seq
	More  bool // the limit was reached before the end of the lines
}

// Limit bounds a Page. Zero means 10,000 lines, 1 MiB of text. A page has at least one line if there is one, whatever
// its size.
type Limit struct {
	Lines, Bytes int
	room         *[]byte // for the text of the lines, until the next read into it; nil = each page has its own
}

func (l Limit) filled() Limit {
	if l.Lines <= 0 {
		l.Lines = 10_000
	}
	if l.Bytes <= 0 {
		l.Bytes = 1 << 20
	}
	return l
}

// Reader reads a transcript while it is written, after it was closed, and after its writer was killed (up to the last
// commit). It is safe for use by many goroutines. Close must come after all other calls have returned.
type Reader struct {
	dir  string
	live atomic.Pointer[live]
	mu   sync.Mutex
	mark mark    // of the last After
	old  []*live // left behind by restarts of the writer; other goroutines may still use them
}

// Open opens the transcript in dir. It opens the live file only.
func Open(dir string) (*Reader, error) {
	l, err := openLive(dir, false)
	if err != nil {
		return nil, fmt.Errorf("cannot open transcript: %w", err)
	}
	r := &Reader{dir: dir}
	r.live.Store(l)
	return r, nil
}

// Close releases the transcript.
func (r *Reader) Close() error {
	l := r.live.Swap(nil)
	if l == nil {
		return nil
	}
	r.mark.close()
	for _, o := range r.old {
		_ = o.unmap()
	}
	return l.unmap()
}

// The values of the armed word.
const (
	armedNow     = 1 // a reader waits for each line
	armedPatient = 2 // the waiting reader reads only now and then
)

// Arm makes the writer report its next commit (Commit's wake). Check Bounds after Arm and before waiting: what was
// committed before Arm sends no note. The flag is shared by all readers of the transcript; a note is meant for all of
// them.
func (r *Reader) Arm() { r.arm(func(l *live) { l.armed.Store(armedNow) }) }

// ArmPatient is Arm for a reader that needs no hurry: the writer may continue to gather lines before it commits
// (Writer.Hurried).
func (r *Reader) ArmPatient() { r.arm(func(l *live) { l.armed.CompareAndSwap(0, armedPatient) }) }

func (r *Reader) arm(set func(*live)) {
	for {
		l := r.current()
		if l.readOnly {
			return
		}
		touch(func() { set(l) })
		if !l.hasMoved() || r.current() == l { // when it moves later, the writer moves the flag too
			return
		}
	}
}

// Bounds returns the current bounds of the transcript.
func (r *Reader) Bounds() Bounds {
	l := r.current()
	s, closed := l.look()
	return boundsOf(s, l.segmentSize, closed)
}

// current returns the live file: the newest one if the writer had to restart.
func (r *Reader) current() *live {
	l := r.live.Load()
	if !l.hasMoved() {
		return l
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if l != r.live.Load() {
		return r.live.Load()
	}
	next, err := openLive(r.dir, false)
	if err != nil {
		return l
	}
	r.old = append(r.old, l)
	r.live.Store(next)
	return next
}

func (r *Reader) view() *view {
	l := r.current()
	s, _ := l.look()
	return &view{files: files{dir: r.dir, segment: l.segmentSize}, state: s, maxLine: l.lineMax}
}

// tries limits how often a read is repeated that the cap has overtaken.
const tries = 100

// look runs read on a view. It repeats it with a new view when segments were dropped during the read.
func (r *Reader) look(read func(*view) error) error {
	for try := 0; ; try++ {
		v := r.view()
		err := read(v)
		v.close()
		if !errors.Is(err, errGone) || try == tries {
			return err
		}
		if s, _ := r.current().look(); s.firstSeg == v.firstSeg {
			return fmt.Errorf("cannot read transcript: files of it were removed from %s", r.dir)
		}
	}
}
