package cli

import (
	"context"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

func upgradeCommand(p *Program) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "upgrade",
		Short: "Replace the running manager with this version",
		Long: `Replace the running manager with this version, if it is of another build. Servers keep running: the new manager takes
them over with their output. Nothing is downloaded.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return upgrade(cmd.Context(), p, force) },
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace a manager of the same build, too")
	return cmd
}

// upgraded is what upgrade --json shows.
type upgraded struct {
	Replaced bool     `json:"replaced"`
	From     string   `json:"from,omitempty"`
	To       string   `json:"to"`
	Servers  []string `json:"servers"` // that run now
}

func upgrade(ctx context.Context, p *Program, force bool) error {
	own := thisBuild().Version
	c, running, err := p.running()
	if err != nil {
		return err
	}
	if !running {
		return p.show(upgraded{To: own, Servers: []string{}},
			func() string { return "the manager is not running; the next one is version " + own + "\n" })
	}
	before := c.Manager().Version
	if before == own && !force {
		return p.show(upgraded{From: before, To: own, Servers: []string{}},
			func() string { return "the manager has version " + own + " already\n" })
	}
	if err := p.during("replacing the manager", func() error { return c.Shutdown(ctx, true) }); err != nil {
		return err
	}
	next, err := p.replacement(ctx, c.Manager().URL)
	if err != nil {
		return err
	}
	s, err := p.glance(ctx, next)
	if err != nil {
		return err
	}
	answer := upgraded{Replaced: true, From: before, To: next.Manager().Version, Servers: []string{}}
	for _, v := range s.Projects {
		answer.Servers = append(answer.Servers, view.Refs(view.Up(v.Members()))...)
	}
	text := "replaced the manager of version " + before + " by " + answer.To + "; " +
		words.Count(len(answer.Servers), "server") + " kept running"
	return p.Done(answer, text)
}

// replacement starts a manager at the port of the one before it: its links stay right.
func (p *Program) replacement(ctx context.Context, before string) (*client.Client, error) {
	f, err := p.finder()
	if err != nil {
		return nil, err
	}
	if u, err := url.Parse(before); err == nil {
		f.Port = u.Port()
	}
	next, _, err := f.Ensure(ctx)
	return next, err
}
