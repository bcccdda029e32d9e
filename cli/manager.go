package cli

import (
	"context"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

// running returns a client of the manager, if one runs.
func (p *program) running() (*client.Client, bool, error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	return f.Running()
}

// runningOrLeft is running, but starts a manager if the last one left servers: only a manager can show and stop them.
func (p *program) runningOrLeft(ctx context.Context) (*client.Client, bool, error) {
	c, running, err := p.running()
	if running || err != nil {
		return c, running, err
	}
	if left, err := p.left(); err != nil || len(left) == 0 {
		return nil, false, err
	}
	c, err = p.connect(ctx)
	return c, err == nil, err
}

// left returns the servers that run without a manager.
func (p *program) left() ([]app.Ref, error) {
	f, err := p.finder()
	if err != nil {
		return nil, err
	}
	return f.Left(), nil
}

// connect returns a client of the manager, and starts one if there is none.
func (p *program) connect(ctx context.Context) (*client.Client, error) {
	c, fresh, err := p.ensureManager(ctx)
	if err == nil && fresh && !p.json {
		s := p.Style(p.Err)
		p.Notef("%s manager started at %s\n", s.Done(), s.Paint(term.Cyan, c.Manager().URL))
	}
	return c, err
}

// ensureManager finds the manager or starts it; fresh reports the latter.
func (p *program) ensureManager(ctx context.Context) (c *client.Client, fresh bool, err error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	c, fresh, err = f.Ensure(ctx)
	if err == nil && !fresh {
		p.warnOfOther(c)
	}
	return c, fresh, err
}

// warnOfOther warns that the manager has another version than this program, as after an update.
func (p *program) warnOfOther(c *client.Client) {
	if p.json || c.Manager().Version == thisBuild().Version {
		return
	}
	s := p.Style(p.Err)
	p.Notef("%s the manager has version %s, this command %s; to replace it and leave its servers running:\n  devservers stop --keep-servers && devservers start\n",
		s.Paint(term.Yellow, "!"), term.Plain(c.Manager().Version), thisBuild().Version)
}
