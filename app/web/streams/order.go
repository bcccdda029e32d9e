package streams

import (
	"context"
	"errors"
	"strings"

	"github.com/coder/websocket/wsjson"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/wire"
)

// maxOrder bounds a text frame from the browser, which splits what is pasted.
const maxOrder = 64 << 10

// order is a text frame from the browser. Exactly one part is set.
type order struct {
	In     string `json:"in,omitempty"`     // typed, as text
	Bytes  []byte `json:"bytes,omitempty"`  // typed, as base64: mouse reports are not text
	Resize []int  `json:"resize,omitempty"` // columns, rows
	Ack    int64  `json:"ack,omitempty"`    // the offset up to which everything is drawn
}

// obey follows the browser's orders until it leaves. It reads beyond the context's end, until serve closes the
// connection: the library cuts the connection when the context of a read ends, and the browser would not learn why.
func (c *socket) obey(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	for {
		var o order
		if err := wsjson.Read(ctx, c.conn, &o); err != nil {
			return err
		}
		if err := c.do(o); err != nil && !errors.Is(err, errRunOver) {
			return err
		}
	}
}

// errRunOver means that the end of the run and a key crossed.
var errRunOver = errors.New("the run is over")

func (c *socket) do(o order) error {
	switch {
	case o.Ack > 0:
		c.ack(o.Ack)
	case len(o.Resize) == 2:
		if err := checkSize(o.Resize[0], o.Resize[1]); err != nil {
			return err
		}
		c.sizes.set(c.r.PathValue("run"), o.Resize)
		return overIsFine(c.inRun(func(t history.Terminal) error { return t.Resize(o.Resize[0], o.Resize[1]) }))
	case o.In != "" || len(o.Bytes) > 0:
		return c.input(append([]byte(o.In), o.Bytes...))
	}
	return nil
}

// ack replaces an earlier one that nobody has read yet.
func (c *socket) ack(at int64) {
	select {
	case <-c.acked:
	default:
	}
	c.acked <- at // this goroutine alone sends
}

func (c *socket) input(data []byte) error {
	if c.log.Over() {
		return errRunOver
	}
	return overIsFine(c.typed(c.r, c.ref, func() error {
		return c.inRun(func(t history.Terminal) error { return t.Input(data) })
	}))
}

// inRun does something with the terminal of the socket's run.
func (c *socket) inRun(do func(history.Terminal) error) error {
	t, err := c.log.Terminal()
	if err != nil {
		return err
	}
	return do(t)
}

func overIsFine(err error) error {
	if err != nil && wire.CodeOf(err) == app.CodeConflict {
		return errRunOver
	}
	return err
}

// watch notifies the browser when the states of servers have changed. The browser then fetches the page's head, so any
// number of changes become one.
func (c *socket) watch(ctx context.Context) error {
	last := c.states()
	for range c.sup.Changes(ctx) {
		if now := c.states(); now != last {
			last = now
			if err := c.tell(ctx, socketFrame{Look: true}); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// states returns what the page's head depends on, as one text to compare.
func (c *socket) states() string {
	var parts []string
	for _, p := range c.sup.Projects() {
		for _, st := range p.Members() {
			parts = append(parts, st.Ref().String(), string(st.State))
			if p.ID == c.ref.Project {
				parts = append(parts, st.Run, st.Reason, st.URL)
			}
		}
	}
	return strings.Join(parts, "\x00")
}
