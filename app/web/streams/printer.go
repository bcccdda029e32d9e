package streams

import (
	"context"
	"time"

	"devservers/app"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

const (
	window     = 512 << 10             // bytes sent and not drawn yet, at most
	readSize   = 64 << 10              // bytes of one frame
	maxBehind  = 8 << 20               // how far a terminal may be behind before it skips to the end
	framePause = 16 * time.Millisecond // between two reads: one frame of a screen
)

// printer is how far one terminal has been sent a run.
type printer struct {
	*socket
	off, drawn int64 // next to send; drawn by the browser
	caught     bool
	buf        []byte
}

// print sends what the run prints until it is over, and returns when the connection ends.
func (c *socket) print(ctx context.Context) error {
	begin := c.ask.begin(c.log)
	first, end := stored(c.log)
	p := &printer{socket: c, off: begin, drawn: begin, buf: make([]byte, readSize)}
	if err := c.tell(ctx, socketFrame{Hello: &hello{From: begin, First: first, End: end, Live: !c.log.Over(),
		Size: c.sizes.get(c.r.PathValue("run"))}}); err != nil {
		return err
	}
	feed := p.follow
	if c.ask.isPart() {
		feed = p.part
	}
	if err := feed(ctx); err != nil {
		return err
	}
	return p.drain(ctx)
}

// part sends from the beginning up to the end of the part.
func (p *printer) part(ctx context.Context) error {
	end := p.ask.end(p.off)
	if _, last := stored(p.log); last <= end { // the rest is the run's end, which may grow
		return p.follow(ctx)
	}
	if err := p.copyTo(ctx, end); err != nil {
		return err
	}
	return p.tell(ctx, socketFrame{More: true})
}

// follow sends what the run has printed and prints, until it is over.
func (p *printer) follow(ctx context.Context) error {
	for {
		changed, over := p.log.Changed(), p.log.Over() // before the reading, so that nothing is missed
		if err := p.catchUp(ctx); err != nil {
			return err
		}
		if over {
			return p.tell(ctx, socketFrame{Over: true})
		}
		if err := p.await(ctx, changed); err != nil {
			return err
		}
	}
}

// catchUp sends everything printed so far. A terminal that has fallen far behind skips to the end.
func (p *printer) catchUp(ctx context.Context) error {
	_, end := stored(p.log)
	if end-p.off > maxBehind && (p.caught || p.ask.after >= 0) {
		if err := p.jump(ctx, lineAt(p.log, end-liveTail)); err != nil {
			return err
		}
	}
	if err := p.copyTo(ctx, end); err != nil || p.caught {
		return err
	}
	p.caught = true
	return p.tell(ctx, socketFrame{Caught: true})
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
		if err := p.send(ctx, websocket.MessageBinary, p.buf[:n]); err != nil {
			return err
		}
		p.off = at + int64(n)
	}
	return nil
}

// jump skips bytes. What was sent before them counts as drawn: the browser's acknowledgements of it would say nothing
// about what follows.
func (p *printer) jump(ctx context.Context, to int64) error {
	lost := to - p.off
	p.off, p.drawn = to, to
	return p.tell(ctx, socketFrame{At: &jump{To: to, Lost: lost}})
}

// awaitRoom waits until the browser has drawn enough.
func (p *printer) awaitRoom(ctx context.Context) error {
	for p.off-p.drawn >= window {
		select {
		case at := <-p.acked:
			p.draw(at)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// draw notes an acknowledgement, at most of what was sent.
func (p *printer) draw(at int64) { p.drawn = max(p.drawn, min(at, p.off)) }

// await waits for more output, and at least for a moment, so that many small writes become one frame.
func (p *printer) await(ctx context.Context, changed <-chan struct{}) error {
	if !app.Pause(ctx, framePause) {
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

// drain takes acknowledgements until the browser leaves.
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
func (c *socket) tell(ctx context.Context, f socketFrame) error {
	ctx, cancel := c.writing(ctx)
	defer cancel()
	return wsjson.Write(ctx, c.conn, f)
}

// send sends a frame. A browser that does not read it in time is gone.
func (c *socket) send(ctx context.Context, kind websocket.MessageType, data []byte) error {
	ctx, cancel := c.writing(ctx)
	defer cancel()
	return c.conn.Write(ctx, kind, data)
}

// writing returns the context of a write. It ends by its deadline alone: the library cuts the connection when the
// context of a write ends, and the browser would not learn why. When a job ends, serve closes the connection, and that
// ends it.
func (c *socket) writing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.write)
}
