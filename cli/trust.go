package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/cli/client"
	"devservers/cli/view"
)

type trustOptions struct{ yes, show bool }

func trustCommand(p *Program) *cobra.Command {
	var o trustOptions
	cmd := &cobra.Command{
		Use:   "trust [DIR|PROJECT]",
		Short: "Review a project's commands and trust them",
		Long: `Show what a project's devservers.yml would run, and trust exactly that content.
Nothing in a project runs before it is trusted. A changed file must be reviewed again.`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), p, args) },
	}
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "trust without asking")
	cmd.Flags().BoolVar(&o.show, "show", false, "show what would be trusted without changing anything")
	return cmd
}

func (o trustOptions) run(ctx context.Context, p *Program, args []string) error {
	if len(args) > 0 {
		p.Named = args[0]
	}
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	if err := problemOf(here); err != nil {
		return err
	}
	review, err := getReview(ctx, s.Client, here.ID)
	if err != nil {
		return err
	}
	if o.show {
		return p.show(review, func() string { return p.view().Review(review) })
	}
	return o.confirm(ctx, p, s.Client, review)
}

func (o trustOptions) confirm(ctx context.Context, p *Program, c *client.Client, review app.Review) error {
	switch {
	case review.State == settings.Trusted && (!review.Unrun || review.Diff == ""):
	case o.yes:
	case !p.Person():
		return needsPerson(c, review)
	default:
		p.Print(p.view().Review(review))
		if !p.Confirm(ctx, "Trust this?") {
			return silent(exitTrust)
		}
	}
	if err := sendTrust(ctx, c, review); err != nil {
		return err
	}
	review.State = settings.Trusted
	return p.Done(review, p.view().Paint(view.Bold, review.Project)+" is trusted")
}
