package cli

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/cli/view"
)

func pruneCommand(p *Program) *cobra.Command {
	var yes, dry bool
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove output of forgotten projects, and forget projects whose directory is gone",
		Long: `List the output that is stored of projects that no one has registered, and the registered projects whose directory
is gone, and ask before the first is removed and the second are forgotten, with their ports and your trust in them.
Running servers keep their output.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return prune(cmd.Context(), p, yes, dry) },
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "remove without asking")
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "list what would be removed and change nothing")
	return cmd
}

// pruned is what prune finds, and removes.
type pruned struct {
	Forget []string `json:"forget"` // ids of projects
	Remove []string `json:"remove"` // directories
	Bytes  int64    `json:"bytes"`  // that these take
}

func prune(ctx context.Context, p *Program, yes, dry bool) error {
	s, err := p.openAll(ctx)
	if err != nil {
		return err
	}
	found, err := prunable(p, s)
	if err != nil {
		return err
	}
	if len(found.Forget)+len(found.Remove) == 0 {
		return p.show(found, func() string { return "there is nothing to prune\n" })
	}
	if !p.JSON {
		p.Print(drawPruned(p.view(), found))
	}
	switch {
	case dry:
		return p.show(found, func() string { return "" })
	case yes:
	case p.JSON || !p.Person():
		return app.Failf(app.CodeNeedsHuman, "remove it with: devservers prune --yes",
			"nothing was removed: nobody can answer here")
	case !p.Ask(ctx, "Forget and remove these?"):
		return silent(exitFailed)
	}
	for _, id := range found.Forget {
		if err := forgetProject(ctx, p, s.Client, id); err != nil {
			return err
		}
	}
	for _, dir := range found.Remove {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return p.Done(found, "pruned "+words.Size(found.Bytes))
}

// openAll connects to the manager and gets all projects.
func (p *Program) openAll(ctx context.Context) (*Session, error) {
	c, err := p.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return p.glance(ctx, c)
}

// prunable finds what nobody needs any more.
func prunable(p *Program, s *Session) (found pruned, err error) {
	dirs, err := p.findDirs()
	if err != nil {
		return found, err
	}
	found = pruned{Forget: []string{}, Remove: []string{}}
	known := map[string]bool{}
	for _, v := range s.Projects {
		known[v.ID] = true
		if _, err := os.Stat(v.Path); os.IsNotExist(err) && len(view.Up(v.Members())) == 0 {
			found.Forget = append(found.Forget, v.ID)
			known[v.ID] = false
		}
	}
	runs := history.Runs{Root: dirs.RunsDir()}
	entries, err := os.ReadDir(dirs.RunsDir())
	if err != nil && !os.IsNotExist(err) {
		return found, err
	}
	for _, e := range entries {
		if dir := filepath.Join(dirs.RunsDir(), e.Name()); e.IsDir() && !known[e.Name()] && len(runs.Living(e.Name())) == 0 {
			found.Remove = append(found.Remove, dir)
			found.Bytes += sizeBelow(dir)
		}
	}
	return found, nil
}

func sizeBelow(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

func drawPruned(v view.View, found pruned) string {
	text := ""
	if len(found.Forget) > 0 {
		text = v.Hang("forget: ", strings.Join(found.Forget, ", ")+" (no directory)", 8)
	}
	for _, dir := range found.Remove {
		text += v.Hang("remove: ", v.Path(dir), 8)
	}
	return text
}
