package client

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// StopWait bounds one stop on top of the usual patience: a server may take its stop.timeout before it is killed.
const StopWait = 5 * time.Minute

// Shutdown ends the manager and returns when it has released its lock and its process is gone. With keep its servers
// keep running.
func (c *Client) Shutdown(ctx context.Context, keep bool) error {
	st := c.Manager()
	alive := st.Process()
	r := Request{Method: http.MethodPost, Path: "/api/shutdown", Body: map[string]bool{"keep_servers": keep},
		Wait: StopWait}
	if err := c.Call(ctx, r, nil); err != nil {
		return err
	}
	return c.awaitEnd(ctx, st, alive)
}

// awaitEnd waits until the manager that st describes no longer holds the lock and is not alive. It lets go of the lock
// a moment before it ends.
func (c *Client) awaitEnd(ctx context.Context, st home.Status, alive func() bool) error {
	limit := time.After(StopWait)
	for {
		now, running, err := home.ReadStatus(c.dirs)
		if err != nil || running && now.Token != st.Token {
			return err
		}
		if held, err := home.LockHeld(c.dirs); err != nil || !held && !alive() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-limit:
			return app.Failf(app.CodeInternal, fmt.Sprintf("look at %s; end it with: kill -9 %d", c.dirs.LogFile(), st.PID),
				"the manager (PID %d%s) does not end", st.PID, processState(st.PID))
		case <-time.After(20 * time.Millisecond):
		}
	}
}
