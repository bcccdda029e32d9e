package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/base/home"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/cli/client"
	"devservers/cli/view"
)

// Program is one call of the command line: its streams, its directory and the general flags. Every command is given
// it, and answers through it.
type Program struct {
	view.Console
	Cwd   string
	Now   func() time.Time
	JSON  bool   // --json: answers and errors are JSON documents
	Named string // --project
	dirs  *home.Dirs

	options []string // the arguments before --
}

// thisProgram returns the call that this process is.
func thisProgram() *Program {
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "/"
	}
	return &Program{
		Console: view.Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv},
		Cwd:     cwd,
		Now:     time.Now,
	}
}

func (p *Program) findDirs() (home.Dirs, error) {
	if p.dirs == nil {
		dirs, err := home.FindDirs()
		if err != nil {
			return dirs, err
		}
		p.dirs = &dirs
	}
	return *p.dirs, nil
}

// view draws for a person on standard output.
func (p *Program) view() view.View { return p.viewOn(p.Out) }

// messages draws for a person on standard error.
func (p *Program) messages() view.View { return p.viewOn(p.Err) }

func (p *Program) viewOn(f *os.File) view.View {
	return view.View{Style: p.Style(f), Width: p.Width(f), Now: p.Now, Home: p.Getenv("HOME")}
}

// show answers with v as JSON, or with its text for a person.
func (p *Program) show(v any, text func() string) error {
	if p.JSON {
		return p.answer(v)
	}
	p.Print(text())
	return nil
}

// Done answers with v as JSON, or with a line that begins with the sign of success.
func (p *Program) Done(v any, text string) error {
	return p.show(v, func() string { return p.view().Done() + " " + text + "\n" })
}

// answer writes v as an indented JSON document to standard output.
func (p *Program) answer(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func (p *Program) jsonLine(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// note tells the person something that isn't part of the answer.
func (p *Program) note(text string) {
	if !p.JSON {
		p.Notef("%s\n", text)
	}
}

// remark is note in a calm color.
func (p *Program) remark(text string) { p.note(p.messages().Paint(view.Dim, text)) }

// during shows text while work runs.
func (p *Program) during(text string, work func() error) error { return p.Spin(text, p.JSON, work) }

// call sends a request and shows text until the answer is there.
func (p *Program) call(ctx context.Context, c *client.Client, text string, r client.Request, answer any) error {
	return p.during(text, func() error { return c.Call(ctx, r, answer) })
}

// complain reports why a command failed: to a person on standard error, to a program as {"error": …}.
func (p *Program) complain(err error) {
	var e *exit
	silent := errors.As(err, &e) && e.Err == nil
	if err == nil || silent || errors.Is(err, context.Canceled) {
		return
	}
	failure := client.AsError(err)
	if p.JSON {
		_ = p.answer(map[string]any{"error": failure})
		return
	}
	if c, running, err := p.running(); strings.Contains(failure.Hint, "/api/openapi.yaml") && err == nil && running &&
		c.Manager().Version != thisBuild().Version {
		failure.Detail, failure.Hint = "the manager is of another version and doesn't know this request", "devservers upgrade"
	}
	if rest, ok := strings.CutPrefix(failure.Detail, "query parameter \""); ok { // which is the option of this name
		failure.Detail = "--" + strings.Replace(rest, "\"", "", 1)
	}
	v := p.messages()
	p.Notef("%s", v.Failure(v.Cross()+" ", failure))
}

// sayConfig warns of a config.yml that can't be used, whatever the command. Those that show it in full, or print what
// programs read, are left out.
func (p *Program) sayConfig(cmd *cobra.Command) {
	quiet := []string{"config", "doctor", "uninstall", "serve", "completion", "hook", "dial", "mcp", "version", "help"}
	for c := cmd; c != nil; c = c.Parent() {
		if c.Hidden || slices.Contains(quiet, c.Name()) {
			return
		}
	}
	dirs, err := p.findDirs()
	if err != nil || settings.IsCopied(dirs.GlobalFile()) { // without the work of parsing it at each command
		return
	}
	global, err := p.global()
	if err != nil || global.Problem() == nil {
		return
	}
	m := p.messages()
	p.note(strings.TrimRight(m.Hang(m.Paint(view.Yellow, "! "), "config.yml can't be used, its last good copy or the "+
		"defaults count: "+problemLine(global.Problem()), 2)+m.Hang("  "+m.Arrow()+" ", "devservers config check", 4), "\n"))
}

// problemLine is a problem in one line: the place and words of the first one of a file.
func problemLine(err error) string {
	var list yml.Problems
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Sprintf("line %d: %s", list[0].Line, list[0].Msg)
	}
	return err.Error()
}

// global returns the person's config.yml.
func (p *Program) global() (*settings.File, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	return settings.Open(dirs.GlobalFile())
}

// registered returns the projects that config.yml lists.
func (p *Program) registered() ([]settings.Registered, error) {
	global, err := p.global()
	if err != nil {
		return nil, err
	}
	return global.Projects(), nil
}
