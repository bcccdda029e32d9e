package web

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/coder/websocket/wsjson"

	"devservers/app"
)

// maxOrder bounds a text frame from the browser, which cuts what is pasted into pieces.
const maxOrder = 64 << 10

// order is what the browser says. Exactly one part is set.
type order struct {
	In     string `json:"in,omitempty"`     // typed, as text
	Bytes  []byte `json:"bytes,omitempty"`  // typed, as base64: mouse reports are no text
	Resize []int  `json:"resize,omitempty"` // columns, rows
	Ack    int64  `json:"ack,omitempty"`    // the offset up to which all is drawn
}

// obey does what the browser says until it leaves. It reads beyond the context's end, until serve closes the connection:
// the library cuts the connection when the context of a read ends, and the browser would not learn why.
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

// errRunOver is no fault of the browser's: the end of the run and a key have crossed.
var errRunOver = errors.New("the run is over")

func (c *socket) do(o order) error {
	switch {
	case o.Ack > 0:
		c.ack(o.Ack)
	case len(o.Resize) == 2:
		return c.resize(o.Resize[0], o.Resize[1])
	case o.In != "" || len(o.Bytes) > 0:
		return c.input(append([]byte(o.In), o.Bytes...))
	}
	return nil
}

// ack replaces the last one when nobody has looked at it yet.
func (c *socket) ack(at int64) {
	select {
	case <-c.acked:
	default:
	}
	c.acked <- at // this goroutine alone sends
}

// input types into this run. The history names who typed into what, not every key.
func (c *socket) input(data []byte) error {
	send := func() (string, error) { return "", c.log.Input(data) }
	if c.log.Over() {
		return errRunOver
	}
	if c.s.typing.begins(actorOf(c.r), c.ref) {
		return overIsFine(c.s.record(c.r, "input", c.ref.String(), nil, send))
	}
	_, err := send()
	return overIsFine(err)
}

func (c *socket) resize(cols, rows int) error {
	const most = 1000
	if cols < 1 || rows < 1 || cols > most || rows > most {
		return fail(app.CodeInvalid, "", "cols and rows have to be 1 to %d", most)
	}
	return overIsFine(c.log.Resize(cols, rows))
}

func overIsFine(err error) error {
	if err != nil && codeOf(err) == app.CodeConflict {
		return errRunOver
	}
	return err
}

// watch tells the browser when the states of servers have changed; it asks for the page's head then,
// so that any number of changes are one.
func (c *socket) watch(ctx context.Context) error {
	last := c.states()
	for {
		changed := c.s.sup.Changed() // before the look, so that nothing is missed
		if now := c.states(); now != last {
			last = now
			if err := c.tell(ctx, frame{Look: true}); err != nil {
				return err
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// states are what the page's head depends on, as one text to compare.
func (c *socket) states() string {
	var parts []string
	for _, p := range c.s.sup.Projects() {
		for _, st := range slices.Concat(p.Servers, p.Tasks) {
			parts = append(parts, st.Ref().String(), string(st.State))
			if p.ID == c.ref.Project {
				parts = append(parts, st.Run, st.Reason, st.URL)
			}
		}
	}
	return strings.Join(parts, "\x00")
}
