package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/yml"
	"devservers/cli/agents"
	"devservers/cli/client"
	"devservers/cli/view"
)

func uninstallCommand(p *Program) *cobra.Command {
	var yes, dry bool
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove all that devservers wrote, except for projects' files",
		Long: `List all that devservers wrote on this machine, ask, and remove it: the service, completion and manual pages, its
entries and hooks in the configuration of coding agents, its configuration, state and output, and the demo project.
The manager and all servers are stopped. Files of projects stay, also their devservers.yml. The certificate of HTTPS is
removed from trust stores first: devservers https untrust. The program itself stays; its place is shown.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return uninstall(cmd.Context(), p, yes, dry) },
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "remove without asking")
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "list what would be removed and change nothing")
	return cmd
}

// leftover is something that devservers wrote, and how to remove it.
type leftover struct {
	What   string `json:"what"`
	Path   string `json:"path"`
	remove func(ctx context.Context) error
}

func uninstall(ctx context.Context, p *Program, yes, dry bool) error {
	list, err := leftovers(p)
	if err != nil {
		return err
	}
	lines := ownLines(p)
	if !p.JSON {
		p.Print(drawLeftovers(p.view(), list) + strings.Join(lines, ""))
	}
	if dry {
		return p.show(map[string]any{"found": list, "yours": lines}, func() string { return "" })
	}
	if err := stillTrusted(ctx, p); err != nil {
		return err
	}
	switch {
	case yes:
	case p.JSON || !p.Person():
		return app.Failf(app.CodeNeedsHuman, "remove it with: devservers uninstall --yes",
			"nothing was removed: nobody can answer here")
	case !p.Ask(ctx, "Stop the manager and all servers, and remove these?"):
		return silent(exitFailed)
	}
	if stays := removeAll(ctx, p, list); len(stays) > 0 {
		return app.Failf(app.CodeConfig, "fix the file, or remove there yourself what is devservers'; then again: "+
			"devservers uninstall", "all else is removed, but this stays:\n%s", strings.Join(stays, "\n"))
	}
	return p.Done(map[string]any{"removed": list, "yours": lines}, "removed; "+ownPlace(p))
}

// removeAll removes what it can, and returns what stays and why.
func removeAll(ctx context.Context, p *Program, list []leftover) (stays []string) {
	for _, l := range list {
		if err := l.remove(ctx); err != nil && !errors.Is(err, os.ErrNotExist) {
			stays = append(stays, p.view().Path(l.Path)+": "+strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		removeEmpty(p, l.Path)
	}
	return stays
}

// onePage is what the many leftovers of one kind are.
const onePage = "manual page"

// removeEmpty removes the directories above a file in which nothing is left. A link stays.
func removeEmpty(p *Program, file string) {
	home := p.Getenv("HOME")
	for dir := filepath.Dir(file); yml.Within(home, dir) && dir != home && syscall.Rmdir(dir) == nil; {
		dir = filepath.Dir(dir)
	}
}

// ownLines names the lines that people have added to files of their shells, and that are theirs to remove.
func ownLines(p *Program) (lines []string) {
	zsh := cmp.Or(p.Getenv("ZDOTDIR"), p.Getenv("HOME"))
	config := xdgDir(p, "XDG_CONFIG_HOME", ".config")
	for _, file := range []string{".bashrc", ".bash_profile", ".profile", zsh + "/.zshrc", zsh + "/.zprofile",
		config + "/fish/config.fish"} {
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.Getenv("HOME"), file)
		}
		text, _ := os.ReadFile(file)
		for i, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); strings.Contains(line, "devservers hook ") {
				lines = append(lines, fmt.Sprintf("Yours to remove: %s:%d: %s\n", p.view().Path(file), i+1, line))
			}
		}
	}
	return lines
}

// ownPlace names what is left: the program itself.
func ownPlace(p *Program) string {
	exe, err := client.Executable()
	if err != nil {
		return "the program itself is left"
	}
	return "the program itself is left: rm " + p.view().Path(exe)
}

func drawLeftovers(v view.View, list []leftover) string {
	var rows [][2]string
	for i, l := range list {
		switch n := len(list[i:]); {
		case l.What != onePage:
			rows = append(rows, [2]string{v.Path(l.Path), l.What})
		case i == 0 || list[i-1].What != onePage: // one row for all pages, which follow each other
			if end := slices.IndexFunc(list[i:], func(l leftover) bool { return l.What != onePage }); end >= 0 {
				n = end
			}
			rows = append(rows, [2]string{v.Path(filepath.Dir(l.Path)) + "/devservers*.1", words.Count(n, onePage)})
		}
	}
	return v.Pairs(rows) + "\nFiles of projects stay, also worktrees that up made.\n"
}

// stillTrusted is an error while trust stores of this machine hold our certificate: without the state directory, nobody
// could tell later which one it is.
func stillTrusted(ctx context.Context, p *Program) error {
	c, running, err := p.running()
	if err != nil || !running {
		return err
	}
	var st struct {
		Trusted bool `json:"trusted"`
	}
	if err := c.Get(ctx, "/api/https", nil, &st); err != nil || !st.Trusted {
		return err
	}
	return app.Failf(app.CodeInvalid, "remove it first: devservers https untrust",
		"trust stores of this machine hold the certificate of HTTPS")
}

// leftovers returns what is on this machine, in the order in which it is removed.
func leftovers(p *Program) (list []leftover, err error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	add := func(what, path string, remove func(ctx context.Context) error) {
		if _, err := os.Lstat(path); err == nil {
			list = append(list, leftover{what, path, remove})
		}
	}
	if s, one, err := here(p); err == nil {
		for _, u := range s.units(one) {
			if text, _ := os.ReadFile(u.path); strings.Contains(string(text), mark) {
				add("unit of the service", u.path, func(ctx context.Context) error { _, err := takeService(ctx, p); return err })
			}
		}
	}
	for _, c := range agents.Clients() {
		for _, file := range c.Written(p.Getenv) {
			if !slices.ContainsFunc(list, func(l leftover) bool { return l.Path == file }) {
				add("entry for "+c.Title, file, func(context.Context) error { return c.Take(file) })
			}
		}
	}
	for _, file := range completionFiles(p) {
		what := "completion of the shell"
		if strings.HasSuffix(file, ".1") {
			what = onePage
		}
		add(what, file, func(context.Context) error { return os.Remove(file) })
	}
	stop := func(ctx context.Context) error { return stopEverything(ctx, p) }
	add("state and output of servers; the manager", dirs.State, func(ctx context.Context) error {
		return errors.Join(stop(ctx), removeDir(dirs.State, ""))
	})
	add("the demo project", dirs.Data, func(context.Context) error { return removeDir(dirs.Data, "") })
	own := "your configuration and the list of projects"
	if _, err := os.Readlink(dirs.GlobalFile()); err == nil {
		file, _ := filepath.EvalSymlinks(dirs.GlobalFile())
		add(own, file, func(context.Context) error { return os.Remove(file) })
	}
	add(own, dirs.Config, func(context.Context) error { return removeDir(dirs.Config, "config.yml*") })
	return list, nil
}

// removeDir removes a directory of ours. Where a link leads may be more than ours: there it removes the files whose
// names match, and the rest only if it is empty.
func removeDir(dir, names string) error {
	if real, err := os.Readlink(dir); err == nil {
		files, _ := filepath.Glob(filepath.Join(dir, names))
		for _, file := range files {
			err = errors.Join(err, os.Remove(file))
		}
		if !filepath.IsAbs(real) {
			real = filepath.Join(filepath.Dir(dir), real)
		}
		if err = errors.Join(err, os.Remove(real)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("it is a link: look at what is there, then remove both: %w", err)
		}
	}
	return os.RemoveAll(dir)
}

// stopEverything stops all servers and the manager, also servers that an earlier manager left.
func stopEverything(ctx context.Context, p *Program) error {
	c, running, err := p.runningOrLeft(ctx)
	if err != nil || !running {
		return err
	}
	return c.Shutdown(ctx, false)
}

// completionFiles are the files that completion install writes into the person's own directories.
func completionFiles(p *Program) []string {
	files := words.Each(shellFiles, func(s shellFile) string { return s.path(p, "") })
	pages, _ := filepath.Glob(filepath.Join(dataDir(p), "man/man1/devservers*.1"))
	return append(files, pages...)
}
