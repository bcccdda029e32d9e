package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) trustCommand() *cobra.Command {
	var yes, show bool
	cmd := &cobra.Command{
		Use:   "trust [DIR|PROJECT]",
		Short: "Look at a project's commands and trust them",
		Long: `Show what a project's devservers.yml would run, and trust exactly that content.
Nothing of a project is ever run before; a changed file has to be looked at again.`,
		Args: p.atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.trust(cmd.Context(), args, yes, show) },
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "trust it without asking")
	cmd.Flags().BoolVar(&show, "show", false, "only show what would be trusted")
	return cmd
}

func (p *program) trust(ctx context.Context, args []string, yes, show bool) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	v, err := p.projectArg(ctx, c, args)
	if err == nil {
		err = faulty(v)
	}
	if err != nil {
		return err
	}
	review, err := p.review(ctx, c, v.ID)
	if err != nil || show {
		return cmp.Or[error](err, p.showReview(review))
	}
	return p.trustReviewed(ctx, c, review, yes)
}

// projectArg is the project that an argument names by id or directory, else the current one.
func (p *program) projectArg(ctx context.Context, c *client.Client, args []string) (app.ProjectView, error) {
	if len(args) > 0 {
		p.named = args[0]
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return app.ProjectView{}, err
	}
	return s.here()
}

func (p *program) review(ctx context.Context, c *client.Client, id string) (review app.Review, err error) {
	return review, c.Get(ctx, client.ProjectPath(id)+"/review", nil, &review)
}

func (p *program) trustReviewed(ctx context.Context, c *client.Client, review app.Review, yes bool) error {
	switch {
	case review.State == "trusted":
	case yes:
	case !p.Person():
		return needsPerson(review)
	default:
		p.Print(p.reviewText(review))
		if !p.ask(ctx, "Trust this?") {
			return &exit{exitTrust, nil}
		}
	}
	if err := p.sendTrust(ctx, c, review); err != nil {
		return err
	}
	if p.json {
		review.State = "trusted"
		return p.answer(review)
	}
	s := p.Style(p.Out)
	p.Printf("%s %s is trusted as it is now\n", s.Done(), s.Paint(term.Bold, review.Project))
	return nil
}

func (p *program) sendTrust(ctx context.Context, c *client.Client, review app.Review) error {
	return c.Post(ctx, client.ProjectPath(review.Project)+"/trust", map[string]string{"sha256": review.SHA256}, nil)
}

func needsPerson(review app.Review) error {
	what := "nobody has looked yet at what %s runs"
	if review.State == "changed" {
		what = "the devservers.yml of %s has changed since somebody looked at it"
	}
	return app.Failf(app.CodeNeedsHuman, "look at it: devservers trust --show\nthen trust it: devservers trust --yes", what, review.Project)
}

func (p *program) showReview(review app.Review) error {
	if p.json {
		return p.answer(review)
	}
	p.Print(p.reviewText(review))
	return nil
}

// reviewText shows the commands of a new file, and of a changed one what has changed.
func (p *program) reviewText(review app.Review) string {
	s := p.Style(p.Out)
	head := s.Paint(term.Bold, review.Project) + "  " + s.Paint(term.Dim, p.tilde(review.File))
	if review.State == "changed" && review.Diff != "" {
		return head + "\n" + s.Paint(term.Yellow, "has changed since it was trusted:") + "\n\n" + diffText(s, review.Diff) + "\n"
	}
	return head + "\n\n" + indent(strings.TrimRight(review.Text, "\n"), "  ") + "\n\n"
}

// diff colours a unified diff.
func diffText(s term.Style, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = term.Plain(strings.TrimRight(line, "\n"))
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
			line = s.Paint(term.Dim, line)
		case strings.HasPrefix(line, "+"):
			line = s.Paint(term.Green, line)
		case strings.HasPrefix(line, "-"):
			line = s.Paint(term.Red, line)
		case strings.HasPrefix(line, "@@"):
			line = s.Paint(term.Cyan, line)
		}
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

func indent(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(by + term.Plain(strings.TrimRight(line, "\n")) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// trustAll makes sure that a person has seen what will be run: the first time it is shown and then trusted, a
// change is shown and asked about. Servers that run already need no trust.
func (p *program) trustAll(ctx context.Context, c *client.Client, s scope, chosen []app.Status) error {
	seen := map[string]bool{}
	for _, st := range chosen {
		v, err := s.project(st.Project)
		if err != nil || seen[v.ID] || v.Trust == "trusted" || v.Trust == "" || st.State.Up() {
			continue
		}
		seen[v.ID] = true
		if err := p.trustToStart(ctx, c, v.ID); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) trustToStart(ctx context.Context, c *client.Client, id string) error {
	review, err := p.review(ctx, c, id)
	if err != nil || review.State == "trusted" {
		return err
	}
	if !p.Person() || p.json {
		return needsPerson(review)
	}
	p.Notef("%s", p.reviewText(review))
	if review.State == "changed" && !p.ask(ctx, "Trust and start it?") {
		return &exit{exitTrust, nil}
	}
	return p.sendTrust(ctx, c, review)
}

// ask wants a clear yes.
func (p *program) ask(ctx context.Context, question string) bool {
	s := p.Style(p.Err)
	p.Notef("%s %s ", s.Paint(term.Bold, question), s.Paint(term.Dim, "[y/N]"))
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(p.In).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		fmt.Fprintln(p.Err)
		return false
	}
}
