package cli

import (
	"context"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// finder returns how to find the manager, or to start it.
func (p *Program) finder() (client.Finder, error) {
	dirs, err := p.FindDirs()
	return client.Finder{Dirs: dirs, Port: p.Getenv(client.PortVariable)}, err
}

// Running returns a client of the manager, if one runs.
func (p *Program) Running() (*client.Client, bool, error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	return f.Running()
}

// RunningOrLeft is running, but starts a manager if the last one left servers: only a manager can show and stop them.
func (p *Program) RunningOrLeft(ctx context.Context) (*client.Client, bool, error) {
	c, running, err := p.Running()
	if running || err != nil {
		return c, running, err
	}
	if left, err := p.Left(); err != nil || len(left) == 0 {
		return nil, false, err
	}
	c, err = p.Connect(ctx)
	return c, err == nil, err
}

// Left returns the servers that run without a manager.
func (p *Program) Left() ([]app.Ref, error) {
	f, err := p.finder()
	if err != nil {
		return nil, err
	}
	return f.Left(), nil
}

// Connect returns a client of the manager, and starts one if there is none.
func (p *Program) Connect(ctx context.Context) (*client.Client, error) {
	c, fresh, err := p.Ensure(ctx)
	if err == nil && fresh {
		m := p.Messages()
		p.Note(m.Done() + " manager started at " + m.Link(c.Manager().URL))
	}
	return c, err
}

// Ensure finds the manager or starts it; fresh reports the latter. A manager of another version than this program's, as
// after an update, is worth a warning.
func (p *Program) Ensure(ctx context.Context) (c *client.Client, fresh bool, err error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	c, fresh, err = f.Ensure(ctx)
	if err != nil || fresh || c.Manager().Version == ThisBuild().Version {
		return c, fresh, err
	}
	p.Note(p.Messages().Paint(view.Yellow, "!") + " the manager has version " + view.Plain(c.Manager().Version) +
		", this command " + ThisBuild().Version + "; to replace it and leave its servers running: devservers upgrade")
	return c, fresh, nil
}

// ManagerAway reports, to a person who follows something, that the manager is away.
func (p *Program) ManagerAway() { p.Remark("the manager is not running; waiting for it") }
