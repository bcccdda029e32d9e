package protocol

import (
	"errors"
	"syscall"
	"time"

	"devservers/app/transcript"
)

// While nobody follows, the copier pauses between the small reads of a server that logs line by line. The terminal
// holds what comes meanwhile, so several lines cost one wake-up. It pauses for longer once a server prints a little all
// the time. A flood never waits: its reads are large, or come without a pause. A follower makes the copier read at
// once.
const (
	restTime   = 40 * time.Millisecond
	longRest   = 100 * time.Millisecond
	smallRead  = 1 << 10
	restRead   = 2 << 10          // what a longer rest may gather: half of what a terminal holds at least
	fullRead   = 3 << 10          // after a rest: a flood has begun
	pauseTime  = time.Millisecond // between two reads of a server that prints little
	followTime = time.Second      // after the last reader that had to be woken
)

// Copier moves the run's output into its transcript, on a goroutine of its own.
type Copier struct {
	from *Source
	to   *transcript.Writer
	wake func()
	done chan struct{}
}

// StartCopier begins to copy. wake is called when a reader is owed a note.
func StartCopier(from *Source, to *transcript.Writer, wake func()) *Copier {
	c := &Copier{from: from, to: to, wake: wake, done: make(chan struct{})}
	go c.run()
	return c
}

// run reads straight into the transcript's journal until nobody holds the other side open (EIO on a terminal, EOF on
// a pipe) or end was called.
func (c *Copier) run() {
	defer close(c.done)
	var woken time.Time
	rest := time.Duration(0) // before this read
	for before := time.Now(); ; {
		n, err := c.from.Read(c.to.Buffer())
		if errors.Is(err, syscall.EFAULT) { // somebody has cut the journal's file short
			c.to.Restore()
			continue
		}
		now := time.Now()
		if n > 0 && c.to.Commit(n) {
			if c.to.Hurried() {
				woken = now
			}
			c.wake()
		}
		if err != nil || n == 0 {
			return
		}
		rest = nextRest(rest, n, now.Sub(before))
		if rest > 0 && (c.to.Armed() || now.Sub(woken) <= followTime) {
			rest = 0
		}
		if before = now; rest > 0 {
			c.from.rest(rest)
		}
	}
}

// nextRest is how long to rest after a read of n bytes, which came so long after the one before, and after a rest.
func nextRest(rest time.Duration, n int, since time.Duration) time.Duration {
	switch {
	case rest == 0 && (n >= smallRead || since < pauseTime) || n >= fullRead:
		return 0
	case rest == 0 || since > rest+restTime/2: // nothing had come during the rest
		return restTime
	}
	return min(max(restTime, rest*restRead/time.Duration(n)), longRest)
}

// End makes the copying end even while somebody holds the other side open.
func (c *Copier) End() { c.from.End() }

// Done returns a channel that is closed when the output has ended, or End was called.
func (c *Copier) Done() <-chan struct{} { return c.done }

// Close closes the transcript. Call it after Done.
func (c *Copier) Close() error {
	wake, err := c.to.Close()
	if err == nil && wake {
		c.wake()
	}
	return err
}
