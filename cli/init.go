package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/environment"
	"devservers/app/project/detect"
	"devservers/cli/client"
	"devservers/cli/view"
)

type initOptions struct{ yes, dryRun bool }

func initCommand(p *Program) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a devservers.yml for a project, from the files it has",
		Long: `Propose servers and tasks for the project in DIR, or in this directory, and write them to its devservers.yml.

It reads process lists (Procfile, process-compose.yaml, mprocs.yaml, .claude/launch.json, .cursor/environment.json,
.codex/environments/environment.toml, conductor.json, .vscode/tasks.json, compose.yaml), package scripts, manifests,
lock files, and the ports set in sources. It shows where each server was found, and says why the rest is left out:
all of it with --json. Nothing in the project is run. It asks before it replaces an existing file.`,
		Example: "  devservers init\n  devservers init --dry-run\n  devservers init --yes && devservers start",
		Args:    atMost(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), p, args) },
	}
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "write the file without asking")
	cmd.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "print the file instead of writing it")
	return cmd
}

// initAnswer is what init --json shows.
type initAnswer struct {
	File    string `json:"file"`
	Written bool   `json:"written"`
	detect.Proposal
	Text     string            `json:"text"` // of the file
	Problems []yml.FileProblem `json:"problems"`
	Refused  *app.Error        `json:"refused,omitempty"` // why nothing can start in this directory
}

func (o initOptions) run(ctx context.Context, p *Program, args []string) error {
	dir := p.Cwd
	if len(args) > 0 {
		dir = p.absolute(args[0])
	}
	proposal, err := propose(p, dir)
	if err != nil {
		return err
	}
	file := config.FileIn(dir)
	if proposal.Empty() {
		return nothingFound(file, proposal.Notes)
	}
	if o.dryRun {
		if !p.Terminal(p.Out) { // the file alone goes into a pipe
			p.noteAll(proposal.Notes)
		}
		return o.answer(p, initAnswer{File: file, Proposal: proposal, Text: string(proposedFile(p, dir, proposal))})
	}
	return o.write(ctx, p, file, proposal)
}

// slow is after how long a proposal says what it reads where no terminal shows that.
const slow = time.Second

// propose returns what init would write for a directory.
func propose(p *Program, dir string) (proposal detect.Proposal, err error) {
	if !p.JSON && !p.Terminal(p.Err) {
		note := time.AfterFunc(slow, func() { p.Notef("reading what %s has ...\n", p.view().Path(dir)) })
		defer note.Stop()
	}
	_ = p.during("reading what "+p.view().Path(dir)+" has", func() error {
		proposal, err = detect.Detect(dir)
		return nil
	})
	if err != nil {
		return proposal, app.Failf(app.CodeNotFound, "name a directory", "%v", err)
	}
	return proposal, nil
}

// proposedFile returns a devservers.yml: what was detected, and what each git worktree gets of its own.
func proposedFile(p *Program, dir string, proposal detect.Proposal) []byte {
	below := words.Each(proposal.Servers, func(server detect.ProposedServer) string { return server.Dir })
	return append(proposal.YAML(schemaPort(p)), environment.Propose(dir, below, proposedNames(proposal.Tasks))...)
}

// nothingFound is the error of a directory for which nothing can be proposed. The notes name what was left out.
func nothingFound(file string, notes []string) error {
	hint := config.WriteHint(filepath.Dir(file))
	if plain := words.Each(notes, view.Plain); len(plain) > 0 {
		return app.Failf(app.CodeNotFound, strings.Join(plain, "\n")+"\n"+hint,
			"found nothing here that devservers knows how to start")
	}
	return app.Failf(app.CodeNotFound, hint,
		"found nothing here that starts a server: no package.json with a dev script, manage.py, Procfile or the like")
}

// write writes the file, after a question where a person can answer it.
func (o initOptions) write(ctx context.Context, p *Program, file string, proposal detect.Proposal) error {
	_, statErr := os.Lstat(file)
	exists := statErr == nil
	if exists && !p.Person() {
		return app.Failf(app.CodeInvalid, "see what init proposes: devservers init --dry-run", "%s exists already", file)
	}
	if !p.JSON {
		p.Print(drawProposal(p.view(), proposal))
	}
	question := "Write " + p.view().Path(file) + "?"
	if exists {
		question = p.view().Path(file) + " exists already. Replace it, and keep the old one as " +
			filepath.Base(file) + ".bak?"
	}
	switch ask := exists || !o.yes; {
	case ask && (p.JSON || !p.Person()):
		return app.Failf(app.CodeNeedsHuman, "write it with: devservers init --yes",
			"nothing was written: nobody can answer here")
	case exists && !p.Ask(ctx, question), ask && !exists && !p.Confirm(ctx, question):
		return silent(exitFailed)
	}
	return o.save(p, file, exists, proposal)
}

func (o initOptions) save(p *Program, file string, exists bool, proposal detect.Proposal) error {
	text := proposedFile(p, filepath.Dir(file), proposal)
	if exists {
		if err := os.Rename(file, file+".bak"); err != nil {
			return err
		}
	}
	if err := writeNew(file, text); err != nil {
		return err
	}
	_, problems, err := loadChecked(p, file)
	if err != nil {
		return err
	}
	refused, err := refusal(p, filepath.Dir(file))
	if err != nil {
		return err
	}
	a := initAnswer{File: file, Written: true, Proposal: proposal, Text: string(text),
		Problems: yml.FileProblems(problems),
		Refused:  refused}
	if p.JSON {
		return p.answer(a)
	}
	p.Print(drawProblems(p.view().Style, problems) + drawNext(p, a))
	return nil
}

func (o initOptions) answer(p *Program, a initAnswer) error {
	a.Problems = []yml.FileProblem{}
	return p.show(a, func() string {
		if p.Terminal(p.Out) {
			return drawProposal(p.view(), a.Proposal) + a.Text
		}
		return a.Text
	})
}

// writeNew writes a file that does not exist, with the permissions of other sources.
func writeNew(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(file) // such as half of it, on a full disk
	}
	return err
}

// schemaPort returns the port on which managers of this person serve the schema: the configured one, or the usual one
// if they take any.
func schemaPort(p *Program) int {
	if port, given, err := client.ParsePort(p.Getenv(client.PortVariable)); err == nil && given && port > 0 {
		return port
	}
	if global, err := p.global(); err == nil && global.Settings().Port > 0 {
		return global.Settings().Port
	}
	return detect.UsualPort
}
