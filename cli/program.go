package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"devservers/app/base/home"
	"devservers/app/config/settings"
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
}

// New returns the call that this process is.
func New() *Program {
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

// FindDirs returns the user's directories.
func (p *Program) FindDirs() (home.Dirs, error) {
	if p.dirs == nil {
		dirs, err := home.FindDirs()
		if err != nil {
			return dirs, err
		}
		p.dirs = &dirs
	}
	return *p.dirs, nil
}

// View draws for a person on standard output.
func (p *Program) View() view.View { return p.viewOn(p.Out) }

// Messages draws for a person on standard error.
func (p *Program) Messages() view.View { return p.viewOn(p.Err) }

func (p *Program) viewOn(f *os.File) view.View {
	return view.View{Style: p.Style(f), Width: p.Width(f), Now: p.Now, Home: p.Getenv("HOME")}
}

// Show answers with v as JSON, or with its text for a person.
func (p *Program) Show(v any, text func() string) error {
	if p.JSON {
		return p.Answer(v)
	}
	p.Print(text())
	return nil
}

// Done answers with v as JSON, or with a line that begins with the sign of success.
func (p *Program) Done(v any, text string) error {
	return p.Show(v, func() string { return p.View().Done() + " " + text + "\n" })
}

// Answer writes v as an indented JSON document to standard output.
func (p *Program) Answer(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// JSONLine writes v as one line of JSON.
func (p *Program) JSONLine(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Note tells the person something that isn't part of the answer.
func (p *Program) Note(text string) {
	if !p.JSON {
		p.Notef("%s\n", text)
	}
}

// Remark is note in a calm color.
func (p *Program) Remark(text string) { p.Note(p.Messages().Paint(view.Dim, text)) }

// During shows text while work runs.
func (p *Program) During(text string, work func() error) error { return p.Spin(text, p.JSON, work) }

// Call sends a request and shows text until the answer is there.
func (p *Program) Call(ctx context.Context, c *client.Client, text string, r client.Request, answer any) error {
	return p.During(text, func() error { return c.Call(ctx, r, answer) })
}

// Complain reports why a command failed: to a person on standard error, to a program as {"error": …}.
func (p *Program) Complain(err error) {
	var e *Exit
	silent := errors.As(err, &e) && e.Err == nil
	if err == nil || silent || errors.Is(err, context.Canceled) {
		return
	}
	failure := client.AsError(err)
	if p.JSON {
		_ = p.Answer(map[string]any{"error": failure})
		return
	}
	v := p.Messages()
	p.Notef("%s", v.Failure(v.Cross()+" ", failure))
}

// Global returns the person's config.yml.
func (p *Program) Global() (*settings.File, error) {
	dirs, err := p.FindDirs()
	if err != nil {
		return nil, err
	}
	return settings.Open(dirs.GlobalFile())
}

// Registered returns the projects that config.yml lists.
func (p *Program) Registered() ([]settings.Registered, error) {
	global, err := p.Global()
	if err != nil {
		return nil, err
	}
	return global.Projects(), nil
}
