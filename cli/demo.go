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
	"devservers/cli/view"
)

func demoCommand(p *Program) *cobra.Command {
	var away bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try devservers with a demo project",
		Long: `Write a small project, register and trust it, start its three servers, open the web UI and show what to try next.
Nothing else has to be installed: the servers are part of devservers.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if away {
				return removeDemo(cmd.Context(), p)
			}
			return runDemo(cmd.Context(), p)
		},
	}
	cmd.Flags().BoolVar(&away, "remove", false, "stop and forget the demo project, and remove its files and output")
	return cmd
}

// demoServerCommand is what the demo project runs; the help doesn't list it.
func demoServerCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:       "demo-server " + strings.Join(demoNames, "|"),
		Short:     "Run one of the demo project's servers",
		Hidden:    true,
		Args:      cobra.MatchAll(exactlyOne(words.Or(demoNames)), cobra.OnlyValidArgs),
		ValidArgs: demoNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			return demoServer{Out: p.Out, Port: p.Getenv("PORT")}.Run(cmd.Context(), args[0])
		},
	}
}

func runDemo(ctx context.Context, p *Program) error {
	dir, err := writeDemo(p)
	if err != nil {
		return err
	}
	p.Named = dir
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	if err := problemOf(here); err != nil {
		return err
	}
	if err := trustWritten(ctx, s, here.ID, demoFile); err != nil {
		return err
	}
	if err := startAll(ctx, s, startOptions{action: "start"}, here.Servers); err != nil || p.JSON {
		return err
	}
	v := p.view()
	p.Print("\nThe demo project is in " + v.Paint(view.Bold, v.Path(here.Path)) + ". Try next:\n" +
		offPath(p) + v.Pairs(demoSuggestions(here.ID)) + "\n")
	return openUI(ctx, p)
}

// offPath says how to make the command devservers available, if a shell would not find this program.
func offPath(p *Program) string {
	v := p.view()
	for _, r := range checkPrograms(p) {
		if r.Level == checkWarning {
			return v.Hang(v.Paint(view.Yellow, "! "), r.Message, 2) + v.Hang("  "+v.Arrow()+" ", r.Fix, 4)
		}
	}
	return ""
}

func demoDir(p *Program) (string, error) {
	dirs, err := p.findDirs()
	return filepath.Join(dirs.Data, "demo"), err
}

// removeDemo stops and forgets the demo project, and removes all that is stored of it.
func removeDemo(ctx context.Context, p *Program) error {
	dir, err := demoDir(p)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		return p.show(map[string]any{"removed": []string{}}, func() string { return "there is no demo project\n" })
	}
	s, err := p.openAll(ctx)
	if err != nil {
		return err
	}
	demo, known := at(s.Projects, dir)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	removed := []string{dir}
	if known { // without its directory, its ports and the trust in it are forgotten too
		if err := forgetProject(ctx, p, s.Client, demo.ID); err != nil {
			return err
		}
		removed = append(removed, filepath.Join(p.dirs.RunsDir(), demo.ID))
	}
	if err := os.RemoveAll(removed[len(removed)-1]); err != nil {
		return err
	}
	_ = os.Remove(filepath.Dir(dir)) // our data directory, if nothing else is in it
	return p.Done(map[string]any{"removed": removed}, "the demo project is removed, with what its servers printed")
}

// writeDemo writes the project to the user's data directory. Changes that the person has made there stay.
func writeDemo(p *Program) (string, error) {
	dir, err := demoDir(p)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, config.FileName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cannot create the demo project: %w", err)
	}
	if err := writeNew(file, demoFile); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("cannot write the demo project: %w", err)
	}
	return dir, nil
}

func demoSuggestions(id string) [][2]string {
	return [][2]string{
		{"devservers status", "what runs, and where"},
		{"devservers logs -f " + id, "the output of all three, live"},
		{"devservers logs worker --level error", "only errors"},
		{"devservers run " + id + "/hello", "a task that ends by itself"},
		{"devservers stop --all", "stop everything"},
		{"devservers demo --remove", "remove the demo project"},
	}
}
