package history

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/base/words"
	"devservers/app/run"
	"devservers/app/transcript/text"
)

// Limits of jobs.
const (
	jobsAtOnce  = 4
	jobsWaiting = 64
	jobTime     = 30 * time.Second
	jobGrace    = time.Second // between TERM and KILL, after jobTime
	jobOutput   = 4 << 10     // bytes of output that are logged
)

// errTooMany is the result of a job that found too many before it.
var errTooMany = fmt.Errorf("was not run: %d others are waiting already", jobsWaiting)

// job is one command to run.
type job struct {
	argv  []string
	exe   string
	env   []string
	in    []byte
	limit time.Duration // of its life; 0: jobTime
	done  func(output string, err error)
}

// jobs runs a few jobs concurrently and lets others wait.
type jobs struct {
	dir    string
	ctx    context.Context // ends when jobs that run must end
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	running int
	waiting []job
}

func newJobs(dir string) *jobs {
	js := &jobs{dir: dir}
	js.ctx, js.cancel = context.WithCancel(context.Background())
	return js
}

// add runs j soon, and waits for nothing.
func (js *jobs) add(j job) {
	js.mu.Lock()
	defer js.mu.Unlock()
	switch {
	case js.running < jobsAtOnce:
		js.running++
		js.wg.Go(func() { js.work(j) })
	case len(js.waiting) < jobsWaiting:
		js.waiting = append(js.waiting, j)
	default:
		js.wg.Go(func() { j.done("", errTooMany) })
	}
}

// work runs j and then waiting jobs, until there is none.
func (js *jobs) work(j job) {
	for more := true; more; j, more = js.next() {
		j.done(j.run(js.ctx, js.dir))
	}
}

func (js *jobs) next() (j job, more bool) {
	js.mu.Lock()
	defer js.mu.Unlock()
	if len(js.waiting) == 0 || js.ending() {
		js.running--
		return job{}, false
	}
	j, js.waiting = js.waiting[0], js.waiting[1:]
	return j, true
}

// ending reports whether jobs that run must end.
func (js *jobs) ending() bool { return js.ctx.Err() != nil }

// close waits until all jobs have ended. When ctx ends, it ends running jobs and drops the others.
func (js *jobs) close(ctx context.Context) {
	defer context.AfterFunc(ctx, js.cancel)()
	js.wg.Wait()
	js.cancel()
}

// run runs the command in dir, in a process group of its own. When its time is over or ctx ends, it is ended with all
// that it started. Processes that it leaves behind keep running, with their output closed.
func (j job) run(ctx context.Context, dir string) (output string, err error) {
	limit := cmp.Or(j.limit, jobTime)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	marker := run.NewID(time.Now())
	out := &firstBytes{limit: jobOutput}
	cmd := exec.CommandContext(ctx, j.exe, j.argv[1:]...)
	cmd.Args[0], cmd.Dir, cmd.Env, cmd.Stdin = j.argv[0], dir, append(slices.Clone(j.env), process.Marker+"="+marker),
		bytes.NewReader(j.in)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr, cmd.WaitDelay = out, out, &syscall.SysProcAttr{Setpgid: true}, time.Second
	cmd.Cancel = func() error { process.EndMarked(marker, jobGrace); return nil }
	err = cmd.Run()
	switch {
	case errors.Is(err, exec.ErrWaitDelay): // it has ended, but not the processes that it left behind
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

// text returns the lines without terminal control sequences.
func (f *firstBytes) text() string {
	var lines [][]byte
	for line := range bytes.Lines(f.kept) {
		lines = append(lines, []byte(text.Plain(bytes.TrimRight(line, "\r\n"))))
	}
	if f.lost {
		lines = append(lines, []byte("…"))
	}
	return string(bytes.Join(lines, []byte("\n")))
}
