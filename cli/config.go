package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
)

func configCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check devservers.yml",
		Args:  noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "check [FILE]",
		Short: "Show all problems of a devservers.yml",
		Long: `Show all problems of a devservers.yml, each with its line, its column and a fix. Also check that the programs are
allowed and installed, and that the env files can be read. Nothing is run. Without a FILE: the project's file and your
own config.yml, or that alone outside of projects.`,
		Args: atMost(1),
		RunE: func(_ *cobra.Command, args []string) error { return checkConfig(p, args) },
	}, schemaCommand(p))
	return cmd
}

// checkAnswer is what config check --json shows.
type checkAnswer struct {
	File     string            `json:"file"`
	OK       bool              `json:"ok"`
	Problems []yml.FileProblem `json:"problems"`
	Warnings []yml.FileProblem `json:"warnings"`
}

func checkConfig(p *Program, args []string) error {
	file, err := configFile(p, args)
	if own, e := p.findDirs(); err == nil && e == nil && file == own.GlobalFile() {
		return checkOwn(p, "")
	}
	if err != nil && len(args) == 0 && app.AsError(err, app.CodeConfig).Code == app.CodeNotFound {
		return checkOwn(p, "  no "+config.FileName+" in this directory or above\n")
	}
	if err != nil {
		return err
	}
	project, problems, err := loadChecked(p, file)
	if err != nil {
		return err
	}
	if p.JSON {
		err = p.answer(checkAnswer{file, len(problems) == 0, yml.FileProblems(problems), yml.FileProblems(project.Warnings)})
	} else {
		err = showProblems(p, file, problems, project, len(args) == 0)
	}
	if err == nil && len(problems) > 0 {
		err = silent(exitFailed)
	}
	return err
}

// checkOwn checks the person's config.yml alone; rest says why, as the last line.
func checkOwn(p *Program, rest string) error {
	global, err := p.global()
	if err != nil {
		return err
	}
	dirs, err := p.findDirs()
	if err != nil {
		return err
	}
	if err := global.Problem(); err != nil {
		return err
	}
	a := checkAnswer{dirs.GlobalFile(), true, []yml.FileProblem{}, yml.FileProblems(global.Warnings())}
	return p.show(a, func() string {
		return drawProblems(p.view().Style, global.Warnings()) + p.view().Done() + " " + p.view().Path(a.File) + ": " +
			words.Count(len(global.Projects()), "project") + "\n" + rest
	})
}

// loadChecked reads a devservers.yml. Problems are those of the file, or else what keeps its servers from starting
// here.
func loadChecked(p *Program, file string) (project config.Project, problems yml.Problems, err error) {
	if project, err = config.Load(file); err == nil {
		problems, err = checkInstalled(p, project)
	} else if errors.As(err, &problems) {
		err = nil
	}
	return project, problems, err
}

// showProblems draws the problems of a file; own adds those of the person's config.yml.
func showProblems(p *Program, file string, problems yml.Problems, project config.Project, own bool) error {
	v := p.view()
	p.Print(drawProblems(v.Style, project.Warnings))
	if len(problems) > 0 {
		p.Print(drawProblems(v.Style, problems))
		p.Printf("%s %s in %s\n", v.Cross(), words.Count(len(problems), "problem"), v.Path(file))
		return nil
	}
	if own {
		global, err := p.global()
		if err != nil {
			return err
		}
		p.Print(drawProblems(v.Style, global.Warnings()))
		if err := global.Problem(); err != nil {
			return err
		}
	}
	p.Printf("%s %s: %s, %s\n", v.Done(), v.Path(file), words.Count(len(project.Servers), "server"),
		words.Count(len(project.Tasks), "task"))
	return nil
}

// configFile is the named file, the one of the named directory, or the one found from here upwards.
func configFile(p *Program, args []string) (string, error) {
	if len(args) == 0 {
		return config.Find(p.Cwd)
	}
	file := args[0]
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.Cwd, file)
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", app.Failf(app.CodeNotFound, "", "cannot read %s: no such file", args[0])
	}
	if info.IsDir() {
		return config.Find(file)
	}
	return file, nil
}
