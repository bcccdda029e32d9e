package hosts

import (
	"cmp"
	"context"
	"net"
	"time"

	"devservers/app"
)

// look returns the pipe, if there is one, and a channel that is closed at the next change.
func (l *Link) look() (*Pipe, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pipe, l.moved
}

// kick makes the link try at once.
func (l *Link) kick() {
	select {
	case l.kicked <- struct{}{}:
	default:
	}
}

// dial returns a connection to the manager there. If there is no pipe it makes the link try at once, and waits a
// moment.
func (l *Link) dial(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, AnswerLimit)
	defer cancel()
	p, moved := l.look()
	if p == nil {
		l.kick()
		select {
		case <-moved:
		case <-ctx.Done():
		}
		p, _ = l.look()
	}
	if p == nil {
		return nil, l.Away()
	}
	return p.Dial(), nil
}

// Away is the error of a request to a host that can't be reached.
func (l *Link) Away() error {
	v := l.View()
	text, since := v.Name+" can't be reached", v.Since.Local().Format(time.TimeOnly)
	switch v.State {
	case app.HostUnreachable:
		text = v.Name + " is unreachable since " + since
	case app.HostConnecting:
		text = v.Name + " has not answered yet; connecting since " + since
	case app.HostReachable:
	}
	if v.Reason != "" {
		text += ": " + v.Reason
	}
	hint := cmp.Or(v.Fix, "devservers host check "+v.Name)
	return app.Failf(app.CodeHostAway, hint, "%s", text)
}

// await returns the host once it is reached or a try has failed.
func (l *Link) await(ctx context.Context) app.HostView {
	for {
		p, moved := l.look()
		v := l.View()
		if p != nil && v.State == app.HostReachable || v.State == app.HostUnreachable {
			return v
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return v
		}
	}
}

// check asks for a sign of life, or tries to connect once more.
func (l *Link) check(ctx context.Context) app.HostView {
	p, moved := l.look()
	if p != nil {
		b, took, err := p.Beat(ctx)
		if err == nil {
			l.mu.Lock()
			l.noteBeat(b, took)
			l.mu.Unlock()
			return l.View()
		}
		if ctx.Err() == nil {
			p.Close(silent(err))
		}
	}
	l.kick()
	select {
	case <-moved:
	case <-ctx.Done():
	}
	return l.View()
}
