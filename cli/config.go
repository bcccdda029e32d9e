package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/words"
	"devservers/cli/term"
)

func (p *program) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check devservers.yml",
		Args:  p.noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	schema := p.schemaCommand()
	cmd.AddCommand(&cobra.Command{
		Use:   "check [FILE]",
		Short: "Show all problems of a devservers.yml",
		Long:  "Show all problems of a devservers.yml at once, each with its place and what to write instead. Nothing is run.\nWithout FILE: of the project's, and of your own config.yml.",
		Args:  p.atMost(1),
		RunE:  func(_ *cobra.Command, args []string) error { return p.check(args) },
	}, schema)
	return cmd
}

// checkAnswer is what config check --json shows.
type checkAnswer struct {
	File     string          `json:"file"`
	OK       bool            `json:"ok"`
	Problems []configProblem `json:"problems"`
	Warnings []configProblem `json:"warnings"`
}

// configProblem is one problem of a file.
type configProblem struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Key     string `json:"key,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func configProblems(problems []yml.Problem) []configProblem {
	list := []configProblem{}
	for _, p := range problems {
		list = append(list, configProblem{p.Line, p.Column, p.Key, p.Msg, p.Hint})
	}
	return list
}

func (p *program) check(args []string) error {
	file, err := p.configFile(args)
	if err != nil {
		return err
	}
	project, err := config.Load(file)
	var problems yml.Problems
	if err != nil && !errors.As(err, &problems) {
		return err
	}
	if p.json {
		return p.checkJSON(checkAnswer{file, err == nil, configProblems(problems), configProblems(project.Warnings)})
	}
	s := p.Style(p.Out)
	for _, warning := range project.Warnings {
		p.Print(problemText(s, warning) + "\n")
	}
	if len(problems) > 0 {
		return p.showProblems(s, file, problems)
	}
	if len(args) == 0 {
		if err := p.checkOwn(s); err != nil {
			return err
		}
	}
	p.Printf("%s %s: %s, %s\n", s.Done(), p.tilde(file), words.Count(len(project.Servers), "server"), words.Count(len(project.Tasks), "task"))
	return nil
}

// checkOwn shows what is wrong with the person's own config.yml.
func (p *program) checkOwn(s term.Style) error {
	global, err := p.global()
	if err != nil {
		return err
	}
	for _, warning := range global.Warnings() {
		p.Print(problemText(s, warning) + "\n")
	}
	return global.Problem()
}

func (p *program) checkJSON(answer checkAnswer) error {
	if err := p.answer(answer); err != nil || answer.OK {
		return err
	}
	return &exit{exitFailed, nil}
}

func (p *program) showProblems(s term.Style, file string, problems yml.Problems) error {
	for _, problem := range problems {
		p.Print(problemText(s, problem) + "\n")
	}
	p.Printf("%s %s in %s\n", s.Cross(), words.Count(len(problems), "problem"), p.tilde(file))
	return &exit{exitFailed, nil}
}

// configFile is the file that is named, in the directory that is named, or that is found from here upwards.
func (p *program) configFile(args []string) (string, error) {
	if len(args) == 0 {
		return config.Find(p.cwd)
	}
	file := args[0]
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.cwd, file)
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", app.Failf(app.CodeNotFound, "", "cannot read %s: there is no such file", args[0])
	}
	if info.IsDir() {
		return config.Find(file)
	}
	return file, nil
}
