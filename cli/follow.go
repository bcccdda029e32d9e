package cli

import (
	"bufio"
	"context"
	"errors"
	"net/url"
	"strconv"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/home"
)

// follower reads one server's log on and on. Its cursor says where it has got to, so that it can go on there with
// the next manager.
type follower struct {
	p     *program
	c     *client
	st    app.Status
	query url.Values
	run   string
	seq   int64
	over  bool // the run that was asked for is over, and all of it was read
	out   chan<- mark
}

// follow prints what comes until the person ends it: that is no failure.
func (p *program) follow(ctx context.Context, c *client, o logOptions, chosen []app.Status, view *logView) error {
	marks, errs := make(chan mark, 256), make(chan error, len(chosen))
	following, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, st := range chosen {
		f := &follower{p: p, c: c, st: st, query: o.query(p.colour(p.out)), out: marks}
		all.Go(func() { errs <- f.follow(following) })
	}
	go func() { all.Wait(); close(marks) }()
	err := view.drain(marks, errs, stop)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// drain shows marks as they come, flushing when there is none to be shown at once. A follower's failure ends all.
func (v *logView) drain(marks <-chan mark, errs <-chan error, stop func()) (failed error) {
	for {
		select {
		case m, ok := <-marks:
			if !ok {
				return cmpErr(failed, cmpErr(firstOf(errs), v.close()))
			}
			v.show(m)
			if len(marks) > 0 {
				continue
			}
			if v.flush() != nil {
				stop()
			}
		case err := <-errs:
			if err != nil && failed == nil {
				failed = err
				stop()
			}
		}
	}
}

// firstOf is the first failure that waits in errs. Nobody writes to it any more.
func firstOf(errs <-chan error) error {
	for len(errs) > 0 {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// follow reads the output on and on.
func (f *follower) follow(ctx context.Context) error { return f.keepOn(ctx, f.stream) }

// keepOn reads stream after stream until ctx ends or f is over. One that breaks off is taken up again where f.query says,
// with the next manager if need be.
func (f *follower) keepOn(ctx context.Context, stream func(context.Context) error) error {
	f.query.Set("follow", "1")
	for ctx.Err() == nil {
		err := stream(ctx)
		var failure *app.Error
		var gone *away
		if errors.As(err, &failure) && !errors.As(err, &gone) {
			return err
		}
		if f.over {
			return nil
		}
		if err := f.reconnect(ctx); err != nil {
			return err
		}
	}
	return nil
}

// lineLimit is the longest line of a stream: a line of 64 KiB with everything in it escaped.
const lineLimit = 1 << 20

func (f *follower) stream(ctx context.Context) error {
	body, err := f.c.stream(ctx, runPath(f.st, "logs"), f.query)
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 64<<10), lineLimit)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		m, err := decodeMark(f.st.Ref(), lines.Bytes())
		if err != nil {
			return err
		}
		f.advance(m)
		if m.end == "fault" {
			return failf(app.CodeInternal, "look at "+f.c.dirs.LogFile(), "the manager cannot read on in the output of %s", f.st.Ref())
		}
		if m.end != "" {
			return nil
		}
		select {
		case f.out <- m:
		case <-ctx.Done():
			return nil
		}
	}
	return lines.Err()
}

// advance moves the cursor behind m. It stays before a line that is not whole yet: after a break that line is read
// again rather than lost.
func (f *follower) advance(m mark) {
	f.over = m.end == "over"
	if m.run != "" && m.run != f.run {
		f.run, f.seq = m.run, 0
	}
	switch {
	case m.line != nil:
		f.seq = m.line.Seq
		if m.line.Partial {
			f.seq--
		}
	case m.gap != nil:
		f.seq = max(f.seq, m.gap.To)
	}
	if f.run != "" {
		f.query.Set("after", f.cursor())
		f.query.Del("tail")
		f.query.Del("since")
	}
}

func (f *follower) cursor() string { return f.run + ":" + strconv.FormatInt(f.seq, 10) }

// The manager is looked for again this often while it is away. Nothing else tells of a process that is not there.
const reconnectPause = 200 * time.Millisecond

// reconnect waits until a manager runs.
func (f *follower) reconnect(ctx context.Context) error {
	for told := false; ; told = true {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(reconnectPause):
		}
		if err := f.c.get(ctx, "/api/status", nil, nil); err == nil {
			return nil
		}
		if _, running, err := home.ReadStatus(f.c.dirs); err != nil {
			return err
		} else if !running && !told && !f.p.json {
			s := f.p.style(f.p.err)
			f.p.notef("%s\n", s.paint(dim, "the manager is not running; waiting for it"))
		}
	}
}
