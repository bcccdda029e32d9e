package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/cli/client"
	"devservers/cli/term"
)

// trustOptions are the flags of trust.
type trustOptions struct{ yes, show bool }

func trustCommand(p *program) *cobra.Command {
	var o trustOptions
	cmd := &cobra.Command{
		Use:   "trust [DIR|PROJECT]",
		Short: "Review a project's commands and trust them",
		Long: `Show what a project's devservers.yml would run, and trust exactly that content.
Nothing of a project runs before it is trusted. A changed file must be reviewed again.`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), p, args) },
	}
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "trust without a question")
	cmd.Flags().BoolVar(&o.show, "show", false, "show what would be trusted, and change nothing")
	return cmd
}

func (o trustOptions) run(ctx context.Context, p *program, args []string) error {
	if len(args) > 0 {
		p.named = args[0]
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

func (o trustOptions) confirm(ctx context.Context, p *program, c *client.Client, review app.Review) error {
	switch {
	case review.State == trust.Trusted:
	case o.yes:
	case !p.Person():
		return needsPerson(review)
	default:
		p.Print(p.view().Review(review))
		if !p.Ask(ctx, "Trust this?") {
			return &exit{exitTrust, nil}
		}
	}
	if err := sendTrust(ctx, c, review); err != nil {
		return err
	}
	review.State = trust.Trusted
	return p.done(review, p.view().Paint(term.Bold, review.Project)+" is trusted")
}

func getReview(ctx context.Context, c *client.Client, id string) (review app.Review, err error) {
	return review, c.Get(ctx, client.ProjectPath(id)+"/review", nil, &review)
}

func sendTrust(ctx context.Context, c *client.Client, review app.Review) error {
	return c.Post(ctx, client.ProjectPath(review.Project)+"/trust", map[string]string{"sha256": review.SHA256}, nil)
}

func needsPerson(review app.Review) error {
	what := "nobody has reviewed the commands of %s yet"
	if review.State == trust.Changed {
		what = "the devservers.yml of %s has changed since it was reviewed"
	}
	return app.Failf(app.CodeNeedsHuman, "review it: devservers trust --show\nthen trust it: devservers trust --yes", what, review.Project)
}

// trustAll makes sure that a person has seen what will run: new files are shown and trusted, changed ones are shown and
// confirmed. Running servers need no trust.
func trustAll(ctx context.Context, s *session, chosen []app.Status) error {
	seen := map[string]bool{}
	for _, st := range chosen {
		v := s.project(st.Project)
		if seen[v.ID] || v.Trust == trust.Trusted || v.Trust == "" || st.State.Up() {
			continue
		}
		seen[v.ID] = true
		if err := trustToStart(ctx, s, v.ID); err != nil {
			return err
		}
	}
	return nil
}

func trustToStart(ctx context.Context, s *session, id string) error {
	review, err := getReview(ctx, s.Client, id)
	if err != nil || review.State == trust.Trusted {
		return err
	}
	if !s.p.Person() || s.p.json {
		return needsPerson(review)
	}
	s.p.Notef("%s", s.p.messages().Review(review))
	if review.State == trust.Changed && !s.p.Ask(ctx, "Trust and start it?") {
		return &exit{exitTrust, nil}
	}
	return sendTrust(ctx, s.Client, review)
}
