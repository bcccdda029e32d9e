package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
)

// shellFile is where a shell looks for completions: below the person's own directories, and below a package's prefix.
type shellFile struct {
	shell, own, packaged string
	write                func(root *cobra.Command, b *bytes.Buffer) error
}

var shellFiles = []shellFile{
	{"bash", "DATA/bash-completion/completions/devservers", "share/bash-completion/completions/devservers",
		func(root *cobra.Command, b *bytes.Buffer) error { return root.GenBashCompletionV2(b, true) }},
	{"zsh", "DATA/zsh/site-functions/_devservers", "share/zsh/site-functions/_devservers",
		func(root *cobra.Command, b *bytes.Buffer) error { return root.GenZshCompletion(b) }},
	{"fish", "CONFIG/fish/completions/devservers.fish", "share/fish/vendor_completions.d/devservers.fish",
		func(root *cobra.Command, b *bytes.Buffer) error { return root.GenFishCompletion(b, true) }},
}

// addCompletionInstall adds install to cobra's own command completion.
func addCompletionInstall(root *cobra.Command, p *Program) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	completion.Short = "Complete names and commands in your shell"
	for _, sub := range completion.Commands() {
		if sub.Name() == "powershell" { // it is for systems that devservers doesn't support
			completion.RemoveCommand(sub)
		}
	}
	var prefix string
	install := &cobra.Command{
		Use:   "install [SHELL...]",
		Short: "Install completion and manual pages",
		Long: `Install manual pages, and completion for bash, zsh and fish if they are installed. Files go to your own directories,
or below a prefix for a package.`,
		Example: "  devservers completion install\n  devservers completion install zsh\n" +
			"  devservers completion install --prefix /usr/local",
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE:      func(_ *cobra.Command, shells []string) error { return installCompletion(root, p, shells, prefix) },
	}
	install.Flags().StringVar(&prefix, "prefix", "",
		"write below this directory, for all shells: share/man, share/fish ...")
	completion.AddCommand(install)
}

// installCompletion writes the files and describes what is left to do.
func installCompletion(root *cobra.Command, p *Program, shells []string, prefix string) error {
	if prefix != "" {
		prefix = p.absolute(prefix)
	}
	chosen, err := chosenShells(shells, prefix != "")
	if err != nil {
		return err
	}
	var files []string
	for _, s := range chosen {
		var b bytes.Buffer
		if err := s.write(root, &b); err != nil {
			return err
		}
		if files, err = installShell(files, s.path(p, prefix), b.Bytes()); err != nil {
			return err
		}
	}
	pages := filepath.Join(prefix, "share/man/man1")
	if prefix == "" {
		pages = filepath.Join(dataDir(p), "man/man1")
	}
	for _, c := range documented(root) {
		more := ""
		if c == root {
			more = exitHelp
		}
		if files, err = installShell(files, filepath.Join(pages, manualName(c)+".1"),
			[]byte(manualPage(c, more))); err != nil {
			return err
		}
	}
	names := words.Each(chosen, func(s shellFile) string { return s.shell })
	text := "wrote completion for " + strings.Join(names, ", ") + " and manual pages in " + p.view().Path(pages)
	if prefix == "" && slices.Contains(names, "zsh") {
		text += "\n  for zsh, before compinit in ~/.zshrc: fpath=(" + filepath.Dir(shellFiles[1].path(p, "")) + " $fpath)"
	}
	if prefix == "" && slices.Contains(names, "bash") {
		text += "\n  bash reads it if the package bash-completion is installed"
	}
	if prefix == "" {
		text += "\n  man finds them if ~/.local/bin is on PATH; else: man -M " + p.view().Path(filepath.Dir(pages)) +
			" devservers"
	}
	return p.Done(map[string]any{"files": files}, text)
}

// chosenShells are the named ones, or all that are installed here.
func chosenShells(names []string, all bool) (chosen []shellFile, err error) {
	for _, s := range shellFiles {
		_, missing := exec.LookPath(s.shell)
		if slices.Contains(names, s.shell) || len(names) == 0 && (all || missing == nil) {
			chosen = append(chosen, s)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(shellFiles, func(s shellFile) bool { return s.shell == name }) {
			return nil, app.Failf(app.CodeInvalid, "use bash, zsh or fish", "unknown shell %q", name)
		}
	}
	return chosen, nil
}

func (s shellFile) path(p *Program, prefix string) string {
	if prefix != "" {
		return filepath.Join(prefix, s.packaged)
	}
	return strings.NewReplacer("DATA", dataDir(p), "CONFIG", xdgDir(p, "XDG_CONFIG_HOME", ".config")).Replace(s.own)
}

func dataDir(p *Program) string { return xdgDir(p, "XDG_DATA_HOME", ".local/share") }

func xdgDir(p *Program, variable, usual string) string {
	if dir := p.Getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(p.Getenv("HOME"), usual)
}

func installShell(files []string, path string, content []byte) ([]string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	return append(files, path), os.WriteFile(path, content, 0o644)
}

// documented returns all commands that have a page.
func documented(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, documented(sub)...)
		}
	}
	return list
}
