package environment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// job is work on one worktree. Its goroutine alone changes the record.
type job struct {
	e    *Environments
	done chan struct{} // closed at the end

	mu      sync.Mutex // for what follows
	record  settings.Branch
	step    string
	bytes   map[string]int64 // progress of copies, by path
	told    time.Time        // when somebody was last told of progress
	err     error
	removed []string // by down, in words
}

func newJob(e *Environments, b settings.Branch) *job {
	return &job{e: e, record: b, done: make(chan struct{}), bytes: map[string]int64{}}
}

// short is a name for a directory that others don't have.
func short(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:8])
}

// run does the work under the worktree's lock, and records how it ended.
func (j *job) run(ctx context.Context, do func(ctx context.Context, j *job) error) {
	lock, err := j.lock(ctx)
	if err == nil {
		ctx := context.WithValue(ctx, lockKey{}, lock)
		err = errors.Join(do(ctx, j))
		err = errors.Join(err, lock.Close())
	}
	j.end(err)
}

type lockKey struct{}

// end records the end of the work and wakes those who wait.
func (j *job) end(err error) {
	var failed *app.Error
	if err != nil {
		failed = app.AsError(err, app.CodeInternal)
	}
	j.mu.Lock()
	if j.step = ""; failed != nil {
		j.err = failed
		j.record.Failed = failed.Detail
	}
	b := j.record
	j.mu.Unlock()
	if _, known := j.e.records.At(b.Dir); failed != nil && known {
		if err := j.e.records.Save(b); err != nil {
			j.e.log.Warn("cannot note why the work on a worktree ended", "worktree", b.Dir, "error", err)
		}
	}
	close(j.done)
	j.e.sup.Announce()
}

// await returns when the work has ended, if there is any, or ctx ends.
func (j *job) await(ctx context.Context) {
	if j == nil {
		return
	}
	select {
	case <-j.done:
	case <-ctx.Done():
	}
}

func (j *job) ended() bool { return app.IsClosed(j.done) }

// lockLimit is how long work waits for programs that an earlier manager has left.
const lockLimit = 30 * time.Second

// lock waits until nothing else works on the worktree: programs inherit the lock, and hold it as long as they live.
func (j *job) lock(ctx context.Context) (*os.File, error) {
	file := filepath.Join(j.e.dir, short(j.record.Dir)+".lock")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return f, err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, errors.Join(app.Failf(app.CodeConflict, "wait for it, or end it, and try again",
				"a program that an earlier call started for %s still runs", j.record.ID), f.Close())
		}
	}
}

// change alters the record and saves it.
func (j *job) change(edit func(b *settings.Branch)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	next := j.record
	edit(&next)
	if err := j.e.records.Save(next); err != nil {
		return err
	}
	j.record = next
	return nil
}

// now returns the record.
func (j *job) now() settings.Branch {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.record
}

// testStep is called before and after each step and each fork; tests die there.
var testStep = func(string) {}

// do runs one step and records that it is done. Its detail is what do returns.
func (j *job) do(name string, do func() (detail string, err error)) error {
	j.mu.Lock()
	j.step, j.bytes = name, map[string]int64{}
	j.mu.Unlock()
	j.e.sup.Announce()
	testStep("before " + name)
	began := time.Now()
	detail, err := do()
	testStep("after " + name)
	if err != nil {
		return err
	}
	return j.change(func(b *settings.Branch) {
		b.Steps = append(b.Steps[:len(b.Steps):len(b.Steps)], settings.StepDone{Name: name, Detail: detail,
			Took: time.Since(began)})
	})
}

// step is a part of the work. It looks what is done already.
type step struct {
	name string
	do   func() (detail string, err error)
}

// all does steps in order. What is about to be done is recorded before it is.
func (j *job) all(doing string, steps []step) error {
	if err := j.change(func(b *settings.Branch) { b.Doing, b.Failed, b.Steps = doing, "", nil }); err != nil {
		return err
	}
	for _, s := range steps {
		if err := j.do(s.name, s.do); err != nil {
			return inStep(s.name, err)
		}
	}
	return nil
}

// atOnce does something with each of a list at the same time. The texts are in the order of the list.
func atOnce[T any](list []T, do func(T) (string, error)) ([]string, error) {
	texts, errs := make([]string, len(list)), make([]error, len(list))
	var all sync.WaitGroup
	for i, one := range list {
		all.Go(func() { texts[i], errs[i] = do(one) })
	}
	all.Wait()
	return texts, errors.Join(errs...)
}

// pause is how often progress is told, at most.
const pause = 250 * time.Millisecond

// progress notes how much of something was copied.
func (j *job) progress(what string, bytes int64) {
	j.mu.Lock()
	j.bytes[what] = max(bytes, j.bytes[what])
	tell := time.Since(j.told) > pause
	if tell {
		j.told = time.Now()
	}
	j.mu.Unlock()
	if tell {
		j.e.sup.Announce()
	}
}

// shown returns the step under way and its progress, in words.
func (j *job) shown() (step, progress string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var total int64
	for _, n := range j.bytes {
		total += n
	}
	if total > 0 {
		progress = words.Size(total) + " copied"
	}
	return j.step, progress
}
