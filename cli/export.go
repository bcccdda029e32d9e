package cli

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/view"
)

type exportOptions struct {
	write, check bool
	agents       string
}

func exportCommand(p *Program) *cobra.Command {
	var o exportOptions
	formats := strings.Join(formatNames(), ", ")
	cmd := &cobra.Command{
		Use:   "export {FORMAT | --for all}",
		Short: "Print the servers of a project for another tool",
		Long: `Print the servers of this project's devservers.yml for another tool: procfile (foreman, overmind), process-compose,
launch (Claude Code), cursor (environment.json), codex (environment.toml), vscode (tasks.json), conductor
(conductor.json) or devcontainer (devcontainer.json). Settings that the format can't express are listed on standard
error. port: auto
becomes the tool's usual port. A task named install is what a new checkout runs first, where the format has that;
cursor-worktrees (worktrees.json) and copilot (copilot-setup-steps.yml) have nothing else, worktreeinclude
(.worktreeinclude) lists env files and what worktree: copies.

--for all writes the files of agents and editors, as far as the project has something for them. A file that exists with
other content is never changed. With --check nothing is written: the exit code is 1 if a file is missing or differs.`,
		Example: "  devservers export procfile > Procfile.dev\n  devservers export launch --write\n" +
			"  devservers export --for all --check",
		Args:      atMost(1),
		ValidArgs: formatNames(),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case o.agents != "" && len(args) == 0:
				return o.all(p)
			case o.agents != "" || o.check || len(args) != 1:
				return usagef("name one format (%s), or use --for all", formats)
			}
			return o.run(p, args[0])
		},
	}
	cmd.Flags().BoolVarP(&o.write, "write", "w", false,
		"write the format's usual file unless it exists, such as Procfile.dev or .claude/launch.json")
	cmd.Flags().StringVar(&o.agents, "for", "", "write the files of these `formats`: all, or names separated by commas")
	cmd.Flags().BoolVar(&o.check, "check", false, "with --for: compare the files and write nothing")
	return cmd
}

// declared reads the devservers.yml of the project of -p, or of this directory.
func declared(p *Program) (config.Project, error) {
	dir := p.absolute(p.Named)
	known, err := p.registered()
	if err != nil {
		return config.Project{}, err
	}
	for _, r := range known {
		if r.ID == p.Named {
			dir = r.Path
		}
	}
	file, err := config.Find(dir)
	if err != nil {
		return config.Project{}, err
	}
	return config.Load(file)
}

func (o exportOptions) run(p *Program, name string) error {
	format, ok := findFormat(name)
	if !ok {
		return unknown("format", name, formatNames())
	}
	project, err := declared(p)
	if err != nil {
		return err
	}
	text, notes, err := format.Write(project)
	if err != nil {
		return err
	}
	p.noteAll(notes)
	target := filepath.Join(project.Dir, format.File)
	if !o.write {
		return p.show(map[string]any{"format": name, "text": text, "notes": notes}, func() string { return text })
	}
	if err := writeExport(target, text); err != nil {
		return app.Failf(app.CodeInvalid, "print it instead: devservers export "+name, "cannot write %s: %v", target, err)
	}
	return p.Done(map[string]any{"format": name, "file": target, "notes": notes}, "wrote "+p.view().Path(target))
}

func (p *Program) noteAll(notes []string) {
	v := p.messages()
	for _, note := range notes {
		p.note(strings.TrimSuffix(v.Hang(v.Paint(view.Yellow, "! "), view.Plain(note), 2), "\n"))
	}
}

func writeExport(target, text string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return writeNew(target, []byte(text))
}

type exported struct {
	Format string   `json:"format"`
	File   string   `json:"file"`
	State  string   `json:"state"` // same, missing, differs, written
	Notes  []string `json:"notes"`
}

// all writes or compares the files of agents.
func (o exportOptions) all(p *Program) error {
	names := ofAgents
	if o.agents != "all" {
		names = strings.Split(o.agents, ",")
	}
	project, err := declared(p)
	if err != nil {
		return err
	}
	done, failed, notes := []exported{}, false, map[string][]string{}
	for _, name := range names {
		format, ok := findFormat(strings.TrimSpace(name))
		if !ok {
			return unknown("format", name, append([]string{"all"}, formatNames()...))
		}
		one, err := o.one(project, format)
		if err != nil {
			return err
		}
		if one.State == "" { // the project has nothing for it
			continue
		}
		for _, note := range one.Notes {
			notes[note] = append(notes[note], format.Name)
		}
		done, failed = append(done, one), failed || one.State == "missing" || one.State == "differs"
	}
	for _, note := range slices.Sorted(maps.Keys(notes)) { // each once, as most formats have the same
		p.noteAll([]string{strings.Join(notes[note], ", ") + ": " + note})
	}
	err = p.show(done, func() string { return drawExported(p.view(), done) })
	if err == nil && failed {
		return silent(exitFailed)
	}
	return err
}

// one writes the file of a format if it is missing, or compares it.
func (o exportOptions) one(project config.Project, format format) (exported, error) {
	text, notes, err := format.Write(project)
	one := exported{Format: format.Name, File: filepath.Join(project.Dir, format.File), Notes: notes}
	if err != nil || strings.TrimSpace(text) == "" {
		return one, err
	}
	now, err := os.ReadFile(one.File)
	switch {
	case err == nil && bytes.Equal(now, []byte(text)):
		one.State, one.Notes = "same", nil
	case err == nil:
		one.State, one.Notes = "differs", nil
	case !errors.Is(err, os.ErrNotExist):
		return one, err
	case o.check:
		one.State, one.Notes = "missing", nil
	default:
		one.State = "written"
		return one, writeExport(one.File, text)
	}
	return one, nil
}

func drawExported(v view.View, list []exported) (text string) {
	for _, e := range list {
		file := v.Path(e.File)
		switch e.State {
		case "written":
			text += v.Done() + " wrote " + file + "\n"
		case "same":
			text += v.Done() + " " + file + " is up to date\n"
		case "missing":
			text += v.Paint(view.Red, "✗") + " " + file + " is missing: devservers export " + e.Format + " --write\n"
		default:
			text += v.Paint(view.Red, "✗") + " " + file + " differs and stays as it is; compare it with: devservers export " +
				e.Format + "\n"
		}
	}
	return text
}
