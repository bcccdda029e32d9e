package cli

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/project/detect"
	"devservers/cli/view"
)

// exportOptions are the flags of export.
type exportOptions struct{ write bool }

func exportCommand(p *Program) *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export FORMAT",
		Short: "Print the servers of a project for another tool",
		Long: `Print the servers of this project's devservers.yml for another tool: procfile (foreman, overmind), process-compose,
or launch (Claude Code). Settings that the format can't express are listed on standard error. port: auto becomes the
tool's usual port.`,
		Example:   "  devservers export procfile > Procfile.dev\n  devservers export launch --write",
		Args:      ExactlyOne("a format: procfile, process-compose or launch"),
		ValidArgs: []string{"procfile", "process-compose", "launch"},
		RunE:      func(_ *cobra.Command, args []string) error { return o.run(p, args[0]) },
	}
	cmd.Flags().BoolVarP(&o.write, "write", "w", false,
		"write the format's usual file unless it exists: Procfile.dev, process-compose.yaml, .claude/launch.json")
	return cmd
}

// declared reads the devservers.yml of the project of -p, or of this directory.
func declared(p *Program) (config.Project, error) {
	dir := p.Absolute(p.Named)
	known, err := p.Registered()
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
	i := slices.IndexFunc(detect.Formats, func(f detect.Format) bool { return f.Name == name })
	if i < 0 {
		return app.Failf(app.CodeInvalid, "use procfile, process-compose or launch", "unknown format %q", name)
	}
	format := detect.Formats[i]
	project, err := declared(p)
	if err != nil {
		return err
	}
	text, notes, err := format.Write(project)
	if err != nil {
		return err
	}
	v := p.Messages()
	for _, note := range notes {
		p.Note(v.Hang(v.Paint(view.Yellow, "! "), view.Plain(note), 2))
	}
	target := filepath.Join(project.Dir, format.File)
	if !o.write {
		return p.Show(map[string]any{"format": name, "text": text, "notes": notes}, func() string { return text })
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if err := writeNew(target, []byte(text)); err != nil {
		return app.Failf(app.CodeInvalid, "print it instead: devservers export "+name, "cannot write %s: %v", target, err)
	}
	return p.Done(map[string]any{"format": name, "file": target, "notes": notes}, "wrote "+p.View().Path(target))
}
