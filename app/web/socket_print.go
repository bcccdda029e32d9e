package web

import (
	"context"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

const (
	socketWindow = 512 << 10             // sent and not drawn yet, at most
	socketBehind = 8 << 20               // how far a terminal may be behind what is printed before it is brought to the end
	socketPause  = 16 * time.Millisecond // between two looks: one frame of a screen
)

// printer is how far the printing to one terminal has got.
type printer struct {
	*socket
	off, drawn int64 // next to send; drawn by the browser
	caught     bool
	buf        []byte
}

// print sends what the run prints until it is over. It returns only when the connection ends.
func (c *socket) print(ctx context.Context) error {
	begin := c.ask.begin(c.log)
	first, end := kept(c.log)
	p := &printer{socket: c, off: begin, drawn: begin, buf: make([]byte, rawStep)}
	if err := c.tell(ctx, frame{Hello: &hello{From: begin, First: first, End: end, Live: !c.log.Over()}}); err != nil {
		return err
	}
	send := p.follow
	if c.ask.isPart() {
		send = p.part
	}
	if err := send(ctx); err != nil {
		return err
	}
	return p.drain(ctx)
}

// part sends from the beginning up to the end of the part.
func (p *printer) part(ctx context.Context) error {
	end := p.ask.end(p.off)
	if _, last := kept(p.log); last <= end { // what is left is its end, which may go on
		return p.follow(ctx)
	}
	if err := p.copyTo(ctx, end); err != nil {
		return err
	}
	return p.tell(ctx, frame{More: true})
}

// follow sends what there is and what comes until the run is over.
func (p *printer) follow(ctx context.Context) error {
	for {
		changed, over := p.log.Changed(), p.log.Over() // before the reading, so that nothing is missed
		if err := p.catchUp(ctx); err != nil {
			return err
		}
		if over {
			return p.tell(ctx, frame{Over: true})
		}
		if err := p.await(ctx, changed); err != nil {
			return err
		}
	}
}

// catchUp sends all that is printed by now. A terminal that has fallen far behind is brought to the end.
func (p *printer) catchUp(ctx context.Context) error {
	_, end := kept(p.log)
	if end-p.off > socketBehind && (p.caught || p.ask.after >= 0) {
		if err := p.jump(ctx, lineAt(p.log, end-liveTail)); err != nil {
			return err
		}
	}
	if err := p.copyTo(ctx, end); err != nil || p.caught {
		return err
	}
	p.caught = true
	return p.tell(ctx, frame{Caught: true})
}

// copyTo sends the bytes up to end, never more than the window ahead of the browser.
func (p *printer) copyTo(ctx context.Context, end int64) error {
	for p.off < end {
		if err := p.awaitRoom(ctx); err != nil {
			return err
		}
		n, at, err := p.log.Raw(p.off, p.buf[:min(int64(len(p.buf)), end-p.off)])
		if err != nil || n == 0 {
			return err
		}
		if at > p.off {
			if err := p.jump(ctx, at); err != nil {
				return err
			}
		}
		if err := p.write(ctx, websocket.MessageBinary, p.buf[:n]); err != nil {
			return err
		}
		p.off = at + int64(n)
	}
	return nil
}

// jump leaves bytes out. What was sent before them counts as drawn: the browser's words about it would say nothing
// about what comes now.
func (p *printer) jump(ctx context.Context, to int64) error {
	lost := to - p.off
	p.off, p.drawn = to, to
	return p.tell(ctx, frame{At: &jump{To: to, Lost: lost}})
}

// awaitRoom waits until the browser has drawn enough.
func (p *printer) awaitRoom(ctx context.Context) error {
	for p.off-p.drawn >= socketWindow {
		select {
		case at := <-p.acked:
			p.draw(at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// draw believes the browser only what was sent to it.
func (p *printer) draw(at int64) { p.drawn = max(p.drawn, min(at, p.off)) }

// await waits for more, and at least for a moment, so that many small prints are one frame.
func (p *printer) await(ctx context.Context, changed <-chan struct{}) error {
	if !pauseFor(ctx, socketPause) {
		return ctx.Err()
	}
	for {
		select {
		case <-changed:
			return nil
		case at := <-p.acked:
			p.draw(at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// drain takes the browser's words until it leaves.
func (p *printer) drain(ctx context.Context) error {
	for {
		select {
		case at := <-p.acked:
			p.draw(at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tell sends a text frame.
func (c *socket) tell(ctx context.Context, f frame) error {
	ctx, cancel := context.WithTimeout(ctx, c.s.write)
	defer cancel()
	return wsjson.Write(ctx, c.conn, f)
}

// write sends a frame to a browser that reads; one that does not is gone.
func (c *socket) write(ctx context.Context, kind websocket.MessageType, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, c.s.write)
	defer cancel()
	return c.conn.Write(ctx, kind, data)
}
