package cli

import (
	"context"
	"errors"
	"os"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/cli/client"
)

// GetReview gets what a person has to review of a project.
func GetReview(ctx context.Context, c *client.Client, id string) (review app.Review, err error) {
	return review, c.Get(ctx, client.ProjectPath(id)+"/review", nil, &review)
}

// SendTrust trusts the reviewed content.
func SendTrust(ctx context.Context, c *client.Client, review app.Review) error {
	err := c.Post(ctx, client.ProjectPath(review.Project)+"/trust", map[string]string{"sha256": review.SHA256}, nil)
	return AtPage(c, err, trustPage(review))
}

// NeedsPerson is the error of a command that needs a review, and runs where nobody can answer.
func NeedsPerson(c *client.Client, review app.Review) error {
	what := "nobody has reviewed the commands of %s yet"
	if review.State == settings.Changed {
		what = "what %s runs has changed since it was reviewed"
	}
	err := app.Failf(app.CodeNeedsHuman, "review it: devservers trust --show\nthen trust it: devservers trust --yes", what,
		review.Project)
	return AtPage(c, err, trustPage(review))
}

func trustPage(review app.Review) string { return "/p/" + review.Project + "/trust" }

// AtPage returns err. In an agent's shell, if it needs a person, it names the page on which the person can click.
func AtPage(c *client.Client, err error, path string) error {
	var e *app.Error
	if client.Agent(os.Getenv) == "" || !errors.As(err, &e) || e.Code != app.CodeNeedsHuman {
		return err
	}
	there := *e
	there.Hint = "ask the person to do it at " + c.Manager().URL + path
	return &there
}

// TrustAll makes sure that a person has seen what will run: new files are shown and trusted, changed ones are shown and
// confirmed. Running servers need no trust.
func TrustAll(ctx context.Context, s *Session, chosen []app.Status) error {
	seen := map[string]bool{}
	for _, st := range chosen {
		v := s.Project(st.Project)
		if seen[v.ID] || v.Trust == settings.Trusted || v.Trust == "" || st.State.Up() {
			continue
		}
		seen[v.ID] = true
		if err := TrustToStart(ctx, s, v.ID); err != nil {
			return err
		}
	}
	return nil
}

// TrustToStart makes sure that a person has seen what a project runs.
func TrustToStart(ctx context.Context, s *Session, id string) error {
	review, err := GetReview(ctx, s.Client, id)
	if err != nil || review.State == settings.Trusted {
		return err
	}
	if !s.Program.Person() || s.Program.JSON {
		return NeedsPerson(s.Client, review)
	}
	s.Program.Notef("%s", s.Program.Messages().Review(review))
	if review.State == settings.Changed && !s.Program.Ask(ctx, "Trust and start it?") {
		return Silent(ExitTrust)
	}
	return SendTrust(ctx, s.Client, review)
}
