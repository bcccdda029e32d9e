package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"devservers/app/run"
	"devservers/app/transcript"
	"devservers/app/words"
)

// The bounds of what the manager runs for a person beside servers: hooks of config.yml, and the program that shows notices.
const (
	errandsAtOnce  = 4
	errandsWaiting = 64
	errandTime     = 30 * time.Second
	errandGrace    = time.Second // between TERM and KILL, once the time is over
	errandOutput   = 4 << 10     // bytes of output that are kept for the log
)

// errand is one command to be run, and forgotten once it is over.
type errand struct {
	argv  []string
	exe   string
	env   []string
	in    []byte
	limit time.Duration // of its life; 0 = errandTime
	done  func(output string, err error)
}

// errands are those that run and wait; mu of the Supervisor guards them.
type errands struct {
	running int
	waiting []errand
}

// errTooMany is how an errand ends that found too many before it.
var errTooMany = fmt.Errorf("was not run: %d others wait already", errandsWaiting)

// send has an errand run soon, and waits for nothing.
func (s *Supervisor) send(e errand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.errands.running < errandsAtOnce:
		s.errands.running++
		s.wg.Go(func() { s.runErrands(e) })
	case len(s.errands.waiting) < errandsWaiting:
		s.errands.waiting = append(s.errands.waiting, e)
	default:
		s.wg.Go(func() { e.done("", errTooMany) })
	}
}

// runErrands runs e, and then those that wait, until there is none.
func (s *Supervisor) runErrands(e errand) {
	for more := true; more; {
		output, err := e.run(s.ctx, s.o.Dirs.Home)
		e.done(output, err)
		s.update(func() {
			if more = len(s.errands.waiting) > 0 && s.ctx.Err() == nil; more {
				e, s.errands.waiting = s.errands.waiting[0], s.errands.waiting[1:]
			} else {
				s.errands.running--
			}
		})
	}
}

// run runs the command in dir, in a process group of its own. When its time is over, or ctx ends, it is ended with all that it has
// started. What it leaves behind by itself goes on, with its output closed.
func (e errand) run(ctx context.Context, dir string) (output string, err error) {
	limit := cmp.Or(e.limit, errandTime)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	marker := run.NewID(time.Now())
	out := &firstBytes{limit: errandOutput}
	cmd := exec.CommandContext(ctx, e.exe, e.argv[1:]...)
	cmd.Args[0], cmd.Dir, cmd.Env, cmd.Stdin = e.argv[0], dir, append(slices.Clone(e.env), run.Marker+"="+marker), bytes.NewReader(e.in)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr, cmd.WaitDelay = out, out, &syscall.SysProcAttr{Setpgid: true}, time.Second
	cmd.Cancel = func() error { run.EndMarked(marker, errandGrace); return nil }
	err = cmd.Run()
	switch {
	case errors.Is(err, exec.ErrWaitDelay): // it has ended; what it left behind has not
		err = nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("was ended after %s", words.Duration(limit))
	}
	return out.text(), err
}

// firstBytes keeps the beginning of what is written to it.
type firstBytes struct {
	limit int
	kept  []byte
	lost  bool
}

func (f *firstBytes) Write(p []byte) (int, error) {
	n := min(len(p), f.limit-len(f.kept))
	f.kept = append(f.kept, p[:n]...)
	f.lost = f.lost || n < len(p)
	return len(p), nil
}

// text is what was kept, line by line without what steers a terminal.
func (f *firstBytes) text() string {
	var lines [][]byte
	for line := range bytes.Lines(f.kept) {
		lines = append(lines, []byte(transcript.Plain(bytes.TrimRight(line, "\r\n"))))
	}
	if f.lost {
		lines = append(lines, []byte("…"))
	}
	return string(bytes.Join(lines, []byte("\n")))
}
