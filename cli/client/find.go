package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// Finder finds the manager of a home, or starts it.
type Finder struct {
	Dirs home.Dirs
	Port string // $DEVSERVERS_PORT: the port of a manager that it starts; "" = as configured
}

// Running returns a client of the manager, if one runs.
func (f Finder) Running() (*Client, bool, error) {
	st, running, err := home.ReadStatus(f.Dirs)
	if err != nil || !running {
		return nil, false, err
	}
	return New(f.Dirs, st), true, nil
}

// Ensure finds the manager or starts it; fresh reports the latter. Callers that want to start one queue at a lock, so
// that one of many starts it and the others find it running.
func (f Finder) Ensure(ctx context.Context) (c *Client, fresh bool, err error) {
	if c, running, err := f.Running(); running || err != nil {
		return c, false, err
	}
	unlock, err := f.queue(ctx)
	if err != nil {
		return nil, false, err
	}
	defer unlock()
	if c, running, err := f.Running(); running || err != nil {
		return c, false, err
	}
	st, fresh, err := f.launch(ctx)
	if err != nil {
		return nil, false, err
	}
	return New(f.Dirs, st), fresh, nil
}

// lockPause is how often the start lock is tried. flock(2) can't wait and be interrupted by a context.
const lockPause = 20 * time.Millisecond

// queue waits for the start lock: an flock(2) that ends with the process that holds it. The lock is never taken after
// queue has returned an error.
func (f Finder) queue(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(f.Dirs.State, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(f.Dirs.State, "start.lock"), os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the start lock: %w", err)
	}
	if err := lockFile(ctx, file, 2*startLimit); err != nil {
		file.Close()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = app.Failf(app.CodeInternal, "look at "+f.Dirs.LogFile(),
				"another command has been starting the manager for over a minute")
		}
		return nil, err
	}
	return func() { file.Close() }, nil
}

// lockFile tries to lock file until it succeeds, ctx ends or limit has passed.
func lockFile(ctx context.Context, file *os.File, limit time.Duration) error {
	over := time.After(limit)
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-over:
			return os.ErrDeadlineExceeded
		case <-time.After(lockPause):
		}
	}
}
