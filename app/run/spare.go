package run

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"devservers/app/run/protocol"
)

// A spare is a holder that was started ahead and waits for its run, so that a start doesn't wait for a new process. Its
// command line is `devservers hold`, it is in the root directory, and it holds no lock. When its manager ends before
// it has a spec, in whatever way, their connection ends, and so does the spare.

// spareAgain is the pause after a spare could not be started.
const spareAgain = time.Second

// spareQuiet is how long no run may have been started before the next spare is: it would slow down many starts at once.
const spareQuiet = 50 * time.Millisecond

// spares hands over a spare, if there is one.
var spares = make(chan *launched)

// begun counts the starts of this process.
var begun atomic.Int64

// KeepSpare keeps one spare ready until ctx ends.
func KeepSpare(ctx context.Context) {
	for ctx.Err() == nil {
		s, err := launch("/", nil, protocol.HoldArg)
		if err != nil {
			select {
			case <-time.After(spareAgain):
			case <-ctx.Done():
			}
			continue
		}
		s.answered = make(chan struct{})
		select {
		case spares <- s:
			select {
			case <-s.answered:
				untilQuiet(ctx, &begun)
			case <-ctx.Done():
			}
		case <-ctx.Done():
			s.kill()
		}
	}
}

// untilQuiet waits until begun has stayed the same for spareQuiet, or until ctx ends.
func untilQuiet(ctx context.Context, begun *atomic.Int64) {
	for n := int64(-1); n != begun.Load() && ctx.Err() == nil; {
		n = begun.Load()
		select {
		case <-time.After(spareQuiet):
		case <-ctx.Done():
		}
	}
}

// takeSpare returns a spare that has got the spec in m, for the run in dir; nil if there is none.
func takeSpare(dir string, m protocol.Message, lock *os.File) *launched {
	m.Folder = dir
	select {
	case s := <-spares:
		if s.w.Send(m, int(lock.Fd())) == nil {
			return s
		}
		s.kill() // it had died
	default:
	}
	return nil
}
