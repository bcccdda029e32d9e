package cli

import (
	"context"
	"errors"
	"os"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/cli/client"
)

// getReview gets what a person has to review of a project.
func getReview(ctx context.Context, c *client.Client, id string) (review app.Review, err error) {
	return review, c.Get(ctx, client.ProjectPath(id)+"/review", nil, &review)
}

func sendTrust(ctx context.Context, c *client.Client, review app.Review) error {
	err := c.Post(ctx, client.ProjectPath(review.Project)+"/trust", map[string]string{"sha256": review.SHA256}, nil)
	return atPage(c, err, trustPage(review))
}

// needsPerson is the error of a command that needs a review, and runs where nobody can answer.
func needsPerson(c *client.Client, review app.Review) error {
	what := "nobody has reviewed the commands of %s yet"
	if review.State == settings.Changed {
		what = "what %s runs has changed since it was reviewed"
	}
	err := app.Failf(app.CodeNeedsHuman, "review it: devservers trust --show "+review.Project+
		"\nthen trust it: devservers trust --yes "+review.Project, what,
		review.Project)
	return atPage(c, err, trustPage(review))
}

func trustPage(review app.Review) string { return "/p/" + review.Project + "/trust" }

// atPage returns err. In an agent's shell, if it needs a person, it names the page on which the person can click.
func atPage(c *client.Client, err error, path string) error {
	var e *app.Error
	if client.Agent(os.Getenv) == "" || !errors.As(err, &e) || e.Code != app.CodeNeedsHuman {
		return err
	}
	there := *e
	there.Hint = "ask the person to do it at " + c.Manager().URL + path
	return &there
}

// trustAll makes sure that a person has seen what will run: new files are shown and trusted, changed ones are shown and
// confirmed. Running servers need no trust.
func trustAll(ctx context.Context, s *Session, chosen []app.Status) error {
	return trustEach(ctx, s, chosen, func(st app.Status) bool { return !st.State.Up() })
}

// trustEach is trustAll for the servers that start anew.
func trustEach(ctx context.Context, s *Session, chosen []app.Status, anew func(app.Status) bool) error {
	seen := map[string]bool{}
	for _, st := range chosen {
		v := s.project(st.Project)
		if seen[v.ID] || v.Trust == settings.Trusted || v.Trust == "" || !anew(st) {
			continue
		}
		seen[v.ID] = true
		if err := trustToStart(ctx, s, v.ID); err != nil {
			return err
		}
	}
	return nil
}

// trustToStart makes sure that a person has seen what a project runs.
func trustToStart(ctx context.Context, s *Session, id string) error {
	review, err := getReview(ctx, s.Client, id)
	if err != nil || review.State == settings.Trusted {
		return err
	}
	if !s.Program.Person() || s.Program.JSON {
		return needsPerson(s.Client, review)
	}
	s.Program.Notef("%s", s.Program.messages().Review(review))
	if review.State == settings.Changed && !s.Program.Ask(ctx, "Trust and start it?") {
		return silent(exitTrust)
	}
	return sendTrust(ctx, s.Client, review)
}
