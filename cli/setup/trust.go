package setup

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/cli/base"
	"devservers/cli/client"
	"devservers/cli/term"
)

// trustOptions are the flags of trust.
type trustOptions struct{ yes, show bool }

func trustCommand(p *base.Program) *cobra.Command {
	var o trustOptions
	cmd := &cobra.Command{
		Use:   "trust [DIR|PROJECT]",
		Short: "Review a project's commands and trust them",
		Long: `Show what a project's devservers.yml would run, and trust exactly that content.
Nothing of a project runs before it is trusted. A changed file must be reviewed again.`,
		Args: base.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), p, args) },
	}
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "trust without a question")
	cmd.Flags().BoolVar(&o.show, "show", false, "show what would be trusted, and change nothing")
	return cmd
}

func (o trustOptions) run(ctx context.Context, p *base.Program, args []string) error {
	if len(args) > 0 {
		p.Named = args[0]
	}
	s, here, err := p.Here(ctx)
	if err != nil {
		return err
	}
	if err := base.ProblemOf(here); err != nil {
		return err
	}
	review, err := base.GetReview(ctx, s.Client, here.ID)
	if err != nil {
		return err
	}
	if o.show {
		return p.Show(review, func() string { return p.View().Review(review) })
	}
	return o.confirm(ctx, p, s.Client, review)
}

func (o trustOptions) confirm(ctx context.Context, p *base.Program, c *client.Client, review app.Review) error {
	switch {
	case review.State == trust.Trusted:
	case o.yes:
	case !p.Person():
		return base.NeedsPerson(c, review)
	default:
		p.Print(p.View().Review(review))
		if !p.Ask(ctx, "Trust this?") {
			return base.Silent(base.ExitTrust)
		}
	}
	if err := base.SendTrust(ctx, c, review); err != nil {
		return err
	}
	review.State = trust.Trusted
	return p.Done(review, p.View().Paint(term.Bold, review.Project)+" is trusted")
}
