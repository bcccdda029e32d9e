package cli

import (
	"context"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

// finder returns how to find the manager, or to start it.
func (p *program) finder() (client.Finder, error) {
	dirs, err := p.findDirs()
	return client.Finder{Dirs: dirs, Port: p.Getenv(client.PortVariable)}, err
}

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
	c, fresh, err := p.ensure(ctx)
	if err == nil && fresh {
		m := p.messages()
		p.note(m.Done() + " manager started at " + m.Paint(term.Cyan, c.Manager().URL))
	}
	return c, err
}

// ensure finds the manager or starts it; fresh reports the latter. A manager of another version than this program's, as
// after an update, is worth a warning.
func (p *program) ensure(ctx context.Context) (c *client.Client, fresh bool, err error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	c, fresh, err = f.Ensure(ctx)
	if err != nil || fresh || c.Manager().Version == thisBuild().Version {
		return c, fresh, err
	}
	p.note(p.messages().Paint(term.Yellow, "!") + " the manager has version " + term.Plain(c.Manager().Version) +
		", this command " + thisBuild().Version + "; to replace it and leave its servers running:\n  devservers stop --keep-servers && devservers start")
	return c, fresh, nil
}

// managerAway reports, to a person who follows something, that the manager is away.
func (p *program) managerAway() { p.remark("the manager is not running; waiting for it") }
