package cli

import (
	"context"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/run/cage"
	"devservers/cli/client"
	"devservers/cli/view"
)

func (p *Program) finder() (client.Finder, error) {
	if p.Getenv(cage.Variable) != "" { // its home directory is an empty one
		return client.Finder{}, app.Failf(app.CodeUnreachable, "run this outside of the sandbox",
			"this is the sandbox of a server: the manager can't be reached from here")
	}
	dirs, err := p.findDirs()
	if err == nil {
		err = client.Enclosed(dirs, p.view().Path(dirs.State))
	}
	return client.Finder{Dirs: dirs, Port: p.Getenv(client.PortVariable)}, err
}

// running returns a client of the manager, if one runs.
func (p *Program) running() (*client.Client, bool, error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	return f.Running()
}

// runningOrLeft is running, but starts a manager if the last one left servers: only a manager can show and stop them.
func (p *Program) runningOrLeft(ctx context.Context) (*client.Client, bool, error) {
	c, running, err := p.running()
	if running || err != nil {
		return c, running, err
	}
	if left, err := p.left(); err != nil || len(left) == 0 {
		return nil, false, err
	}
	c, err = p.Connect(ctx)
	return c, err == nil, err
}

// left returns the servers that run without a manager.
func (p *Program) left() ([]app.Ref, error) {
	f, err := p.finder()
	if err != nil {
		return nil, err
	}
	return history.Runs{Root: f.Dirs.RunsDir()}.LeftRunning(), nil
}

// Connect returns a client of the manager, and starts one if there is none.
func (p *Program) Connect(ctx context.Context) (*client.Client, error) {
	c, fresh, err := p.ensure(ctx)
	if err == nil && fresh {
		m := p.messages()
		p.note(m.Done() + " manager started at " + m.Link(c.Manager().URL))
	}
	return c, err
}

// ensure finds the manager or starts it; fresh reports the latter. A manager of another version than this program's, as
// after an update, is worth a warning.
func (p *Program) ensure(ctx context.Context) (c *client.Client, fresh bool, err error) {
	f, err := p.finder()
	if err != nil {
		return nil, false, err
	}
	c, fresh, err = f.Ensure(ctx)
	if err != nil || fresh || c.Manager().Version == thisBuild().Version {
		return c, fresh, err
	}
	p.note(p.messages().Paint(view.Yellow, "!") + " the manager has version " + view.Plain(c.Manager().Version) +
		", this command " + thisBuild().Version + "; to replace it and leave its servers running: devservers upgrade")
	return c, fresh, nil
}

// connected returns what a cobra command runs: do, with a client of the manager, which is started if there is none.
func connected(p *Program,
	do func(ctx context.Context, p *Program, c *client.Client, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, err := p.Connect(cmd.Context())
		if err != nil {
			return err
		}
		return do(cmd.Context(), p, c, args)
	}
}

// listed answers with the list at a path of the API, for a person as draw draws it.
func listed[T any](ctx context.Context, p *Program, c *client.Client, path string, q url.Values,
	draw func(view.View, []T) string) error {
	list := []T{}
	if err := c.Get(ctx, path, q, &list); err != nil {
		return err
	}
	return p.show(list, func() string { return draw(p.view(), list) })
}

// port returns the port of a manager that would be started; 0 = any.
func (p *Program) port() (int, error) {
	number, given, err := client.ParsePort(p.Getenv(client.PortVariable))
	if global, failed := p.global(); err == nil && failed == nil && !given {
		number = global.Settings().Port
	}
	return number, err
}

// hidden returns an error if a manager answers at the port although none runs here.
func (p *Program) hidden() error {
	dirs, err := p.findDirs()
	if err != nil {
		return nil //nolint:nilerr // there is nothing to compare with
	}
	if port, err := p.port(); err == nil && port != 0 {
		return hiddenManager(port, p.view().Path(dirs.State))
	}
	return nil
}

// managerAway reports, to a person who follows something, that the manager is away, or a host.
func (p *Program) managerAway(host error) {
	text := "the manager is not running"
	if host != nil {
		text = view.Plain(host.Error())
	}
	p.remark(text + "; waiting for it")
}
