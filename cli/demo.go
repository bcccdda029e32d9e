package cli

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/client"
	"devservers/cli/term"
)

//go:embed demo/devservers.yml
var demoFile []byte

func (p *program) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Try it with a project that needs nothing installed",
		Long: `Write a small project, register and trust it, start its three servers and show what to try next.
Its servers are this binary itself; devservers forget demo takes it away again.`,
		Args: p.atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.demo(cmd.Context()) },
	}
}

func (p *program) demo(ctx context.Context) error {
	dir, err := p.writeDemo()
	if err != nil {
		return err
	}
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	p.named = dir
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	v, err := s.here()
	if err = cmp.Or[error](err, faulty(v)); err != nil {
		return err
	}
	if err := p.trustDemo(ctx, c, v); err != nil {
		return err
	}
	if err := p.startAll(ctx, c, startOptions{action: "start"}, v.Servers); err != nil {
		return err
	}
	return p.demoNext(ctx, c, v)
}

// writeDemo writes the project where programs keep their data. What the person has changed there stays.
func (p *program) writeDemo() (string, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(dirs.Data, "demo")
	file := filepath.Join(dir, config.FileName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cannot make the demo project: %w", err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return dir, nil
	}
	if err == nil {
		_, err = f.Write(demoFile)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("cannot write the demo project: %w", err)
	}
	return dir, nil
}

// trustDemo trusts what this binary wrote itself; a file that was changed goes the usual way.
func (p *program) trustDemo(ctx context.Context, c *client.Client, v app.ProjectView) error {
	review, err := p.review(ctx, c, v.ID)
	if err != nil || review.State == "trusted" {
		return err
	}
	if content, err := os.ReadFile(review.File); err == nil && string(content) == string(demoFile) &&
		config.Fingerprint(review.File, content) == review.SHA256 {
		return p.sendTrust(ctx, c, review)
	}
	return p.trustToStart(ctx, c, v.ID)
}

// demoNext says what to try, and opens the browser.
func (p *program) demoNext(ctx context.Context, c *client.Client, v app.ProjectView) error {
	if p.json {
		return nil
	}
	s := p.Style(p.Out)
	t := term.Table{Indent: "  ", NoHead: true, Columns: []term.Column{{}, {}}}
	for _, line := range demoSuggestions(v.ID) {
		t.Rows = append(t.Rows, term.Row{Cells: []string{s.Paint(term.Cyan, line[0]), ""}, Note: line[1]})
	}
	p.Print("\nThe demo project is in " + s.Paint(term.Bold, p.tilde(v.Path)) + ". Try next:\n" + t.Render(s, p.Width(p.Out)))
	if p.hasDisplay() {
		return p.open(ctx)
	}
	return nil
}

func demoSuggestions(id string) [][2]string {
	return [][2]string{
		{"devservers status", "what runs, and where"},
		{"devservers logs -f " + id, "what all three print, live"},
		{"devservers logs worker --level error", "only what went wrong"},
		{"devservers run " + id + "/hello", "a task that ends by itself"},
		{"devservers open", "the same in the browser"},
		{"devservers stop", "end everything; nothing is left behind"},
	}
}
