package client

import (
	"context"
	"errors"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/home"
)

// Following reads a stream of the manager, and continues with the next manager when it breaks off.
type Following struct {
	Client *Client
	Path   string
	Query  url.Values // Stream moves it to where the next one continues
	Stream func(ctx context.Context) (over bool, err error)
	Absent func() // called once each time that the manager is away
}

// Run reads stream after stream until ctx ends, one of them is over, or the manager refuses.
func (f *Following) Run(ctx context.Context) error {
	f.Query.Set("follow", "1")
	for ctx.Err() == nil {
		over, err := f.Stream(ctx)
		var failure *app.Error
		var away *Away
		if errors.As(err, &failure) && !errors.As(err, &away) {
			return err
		}
		if over {
			return nil
		}
		if err := f.reconnect(ctx); err != nil {
			return err
		}
	}
	return nil
}

// reconnectPause is how often the manager is looked for while it is away.
const reconnectPause = 200 * time.Millisecond

// reconnect waits until a manager runs.
func (f *Following) reconnect(ctx context.Context) error {
	for reported := false; ; reported = true {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(reconnectPause):
		}
		if err := f.Client.Get(ctx, "/api/status", nil, nil); err == nil {
			return nil
		}
		if _, running, err := home.ReadStatus(f.Client.dirs); err != nil {
			return err
		} else if !running && !reported {
			f.Absent()
		}
	}
}
