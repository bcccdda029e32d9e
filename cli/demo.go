package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/cli/view"
)

func demoCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Try devservers with a demo project",
		Long: `Write a small project, register and trust it, start its three servers and show what to try next. Nothing else has to be
installed: the servers are part of devservers. devservers forget demo removes the project from the manager.`,
		Args: AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), p) },
	}
}

// demoServerCommand is what the demo project runs; the help doesn't list it.
func demoServerCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:       "demo-server " + strings.Join(DemoNames, "|"),
		Short:     "Run one of the demo project's servers",
		Hidden:    true,
		Args:      cobra.MatchAll(ExactlyOne(words.Or(DemoNames)), cobra.OnlyValidArgs),
		ValidArgs: DemoNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			return DemoServer{Out: p.Out, Port: p.Getenv("PORT")}.Run(cmd.Context(), args[0])
		},
	}
}

func runDemo(ctx context.Context, p *Program) error {
	dir, err := writeDemo(p)
	if err != nil {
		return err
	}
	p.Named = dir
	s, here, err := p.Here(ctx)
	if err != nil {
		return err
	}
	if err := ProblemOf(here); err != nil {
		return err
	}
	if err := trustDemo(ctx, s, here.ID); err != nil {
		return err
	}
	if err := startAll(ctx, s, startOptions{action: "start"}, here.Servers); err != nil || p.JSON {
		return err
	}
	v := p.View()
	p.Print("\nThe demo project is in " + v.Paint(view.Bold, v.Path(here.Path)) + ". Try next:\n" +
		v.Pairs(demoSuggestions(here.ID)))
	if hasDisplay(p.Getenv) {
		return openUI(ctx, p)
	}
	return nil
}

// writeDemo writes the project to the user's data directory. Changes that the person has made there stay.
func writeDemo(p *Program) (string, error) {
	dirs, err := p.FindDirs()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(dirs.Data, "demo")
	file := filepath.Join(dir, config.FileName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cannot create the demo project: %w", err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return dir, nil
	}
	if err == nil {
		_, err = f.Write(DemoFile)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("cannot write the demo project: %w", err)
	}
	return dir, nil
}

// trustDemo trusts what this program has written itself; a changed file must be reviewed as usual.
func trustDemo(ctx context.Context, s *Session, id string) error {
	review, err := GetReview(ctx, s.Client, id)
	if err != nil || review.State == settings.Trusted {
		return err
	}
	if content, err := os.ReadFile(review.File); err == nil && string(content) == string(DemoFile) &&
		config.Fingerprint(review.File, content) == review.SHA256 {
		return SendTrust(ctx, s.Client, review)
	}
	return TrustToStart(ctx, s, id)
}

func demoSuggestions(id string) [][2]string {
	return [][2]string{
		{"devservers status", "what runs, and where"},
		{"devservers logs -f " + id, "the output of all three, live"},
		{"devservers logs worker --level error", "only errors"},
		{"devservers run " + id + "/hello", "a task that ends by itself"},
		{"devservers open", "the web UI"},
		{"devservers stop --all", "stop everything"},
	}
}
