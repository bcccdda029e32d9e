package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
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
		return cmpErr(err, p.showReview(review))
	}
	return p.trustReviewed(ctx, c, review, yes)
}

// projectArg is the project that an argument names by id or directory, else the current one.
func (p *program) projectArg(ctx context.Context, c *client, args []string) (app.ProjectView, error) {
	if len(args) > 0 {
		p.named = args[0]
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return app.ProjectView{}, err
	}
	return s.here()
}

func (p *program) review(ctx context.Context, c *client, id string) (review app.Review, err error) {
	return review, c.get(ctx, projectPath(id)+"/review", nil, &review)
}

func (p *program) trustReviewed(ctx context.Context, c *client, review app.Review, yes bool) error {
	switch {
	case review.State == "trusted":
	case yes:
	case !p.person():
		return needsPerson(review)
	default:
		p.print(p.reviewText(review))
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
	s := p.style(p.out)
	p.printf("%s %s is trusted as it is now\n", s.done(), s.paint(bold, review.Project))
	return nil
}

func (p *program) sendTrust(ctx context.Context, c *client, review app.Review) error {
	return c.post(ctx, projectPath(review.Project)+"/trust", map[string]string{"sha256": review.SHA256}, nil)
}

func needsPerson(review app.Review) error {
	what := "nobody has looked yet at what %s runs"
	if review.State == "changed" {
		what = "the devservers.yml of %s has changed since somebody looked at it"
	}
	return failf(app.CodeNeedsHuman, "look at it: devservers trust --show\nthen trust it: devservers trust --yes", what, review.Project)
}

func (p *program) showReview(review app.Review) error {
	if p.json {
		return p.answer(review)
	}
	p.print(p.reviewText(review))
	return nil
}

// reviewText shows the commands of a new file, and of a changed one what has changed.
func (p *program) reviewText(review app.Review) string {
	s := p.style(p.out)
	head := s.paint(bold, review.Project) + "  " + s.paint(dim, p.tilde(review.File))
	if review.State == "changed" && review.Diff != "" {
		return head + "\n" + s.paint(yellow, "has changed since it was trusted:") + "\n\n" + s.diff(review.Diff) + "\n"
	}
	return head + "\n\n" + indent(strings.TrimRight(review.Text, "\n"), "  ") + "\n\n"
}

// diff colours a unified diff.
func (s style) diff(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = plain(strings.TrimRight(line, "\n"))
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
			line = s.paint(dim, line)
		case strings.HasPrefix(line, "+"):
			line = s.paint(green, line)
		case strings.HasPrefix(line, "-"):
			line = s.paint(red, line)
		case strings.HasPrefix(line, "@@"):
			line = s.paint(cyan, line)
		}
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

func indent(text, by string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(by + plain(strings.TrimRight(line, "\n")) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// trustAll makes sure that a person has seen what will be run: the first time it is shown and then trusted, a
// change is shown and asked about. Servers that run already need no trust.
func (p *program) trustAll(ctx context.Context, c *client, s scope, chosen []app.Status) error {
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

func (p *program) trustToStart(ctx context.Context, c *client, id string) error {
	review, err := p.review(ctx, c, id)
	if err != nil || review.State == "trusted" {
		return err
	}
	if !p.person() || p.json {
		return needsPerson(review)
	}
	p.notef("%s", p.reviewText(review))
	if review.State == "changed" && !p.ask(ctx, "Trust and start it?") {
		return &exit{exitTrust, nil}
	}
	return p.sendTrust(ctx, c, review)
}

// ask wants a clear yes.
func (p *program) ask(ctx context.Context, question string) bool {
	s := p.style(p.err)
	p.notef("%s %s ", s.paint(bold, question), s.paint(dim, "[y/N]"))
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(p.in).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case line := <-answer:
		return line == "y" || line == "yes"
	case <-ctx.Done():
		fmt.Fprintln(p.err)
		return false
	}
}
