package client

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// Following reads a stream of the manager, and continues with the next manager when it breaks off.
type Following struct {
	Client *Client
	Path   string
	Query  url.Values // Stream moves it to where the next one continues
	Stream func(ctx context.Context) (over bool, err error)
	// Absent is called once each time that the manager is away, or with an error: the host.
	Absent func(host error)
	told   bool // that the host is away
}

// Run reads stream after stream until ctx ends, one of them is over, or the manager refuses. While no manager runs, it
// waits for the next one, however long that takes.
func (f *Following) Run(ctx context.Context) error {
	f.Query.Set("follow", "1")
	for ctx.Err() == nil {
		over, err := f.Stream(ctx)
		if over {
			return nil
		}
		var failure *app.Error
		refused := errors.As(err, &failure) && !errors.As(err, new(*Away)) && f.Client.current()
		away := refused && failure.Code == app.CodeHostAway
		if refused && !away {
			return err
		}
		if away && !f.told {
			f.Absent(failure)
		}
		f.told = away
		f.reconnect(ctx)
	}
	return nil
}

// current reports whether the manager that the client talks to still runs. If it doesn't, another program may have its
// port by now, whose answers say nothing.
func (c *Client) current() bool {
	st, running, err := home.ReadStatus(c.dirs)
	return err == nil && running && st.Token == c.Manager().Token
}

// reconnectPause is how often the manager is looked for while it is away.
const reconnectPause = 200 * time.Millisecond

// reconnect waits until a manager answers.
func (f *Following) reconnect(ctx context.Context) {
	for absent := sync.OnceFunc(func() { f.Absent(nil) }); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(reconnectPause):
		}
		if _, running, err := home.ReadStatus(f.Client.dirs); err != nil || !running {
			absent()
			continue
		}
		f.Client.renew(f.Client.Manager())
		if f.Client.Get(ctx, "/api/status", nil, nil) == nil {
			return
		}
	}
}
