package client

import (
	"context"

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
