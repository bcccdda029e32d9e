package cli

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"devservers/app/home"
	"devservers/cli/client"
	"devservers/cli/term"
	"devservers/cli/view"
)

// program is one call of the command line: its streams, its directory and the general flags. Every command is given
// it, and answers through it.
type program struct {
	term.Console
	cwd   string
	now   func() time.Time
	json  bool   // --json: answers and errors are JSON documents
	named string // --project
	dirs  *home.Dirs
}

func newProgram() *program {
	cwd, err := os.Getwd()
	if err != nil {
		cwd = "/"
	}
	return &program{
		Console: term.Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv},
		cwd:     cwd,
		now:     time.Now,
	}
}

// findDirs returns the user's directories.
func (p *program) findDirs() (home.Dirs, error) {
	if p.dirs == nil {
		dirs, err := home.FindDirs()
		if err != nil {
			return dirs, err
		}
		p.dirs = &dirs
	}
	return *p.dirs, nil
}

// view draws for a person on standard output, messages on standard error.
func (p *program) view() view.View     { return p.viewOn(p.Out) }
func (p *program) messages() view.View { return p.viewOn(p.Err) }

func (p *program) viewOn(f *os.File) view.View {
	return view.View{Style: p.Style(f), Width: p.Width(f), Now: p.now, Home: p.Getenv("HOME")}
}

// show answers with v as JSON, or with its text for a person.
func (p *program) show(v any, text func() string) error {
	if p.json {
		return p.answer(v)
	}
	p.Print(text())
	return nil
}

// done answers with v as JSON, or with a line that begins with the sign of success.
func (p *program) done(v any, text string) error {
	return p.show(v, func() string { return p.view().Done() + " " + text + "\n" })
}

// answer writes v as an indented JSON document to standard output.
func (p *program) answer(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// jsonLine writes v as one line of JSON.
func (p *program) jsonLine(v any) error {
	encoder := json.NewEncoder(p.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// note tells the person something that isn't part of the answer.
func (p *program) note(text string) {
	if !p.json {
		p.Notef("%s\n", text)
	}
}

// remark is note in a calm color.
func (p *program) remark(text string) { p.note(p.messages().Paint(term.Dim, text)) }

// spin shows text while work runs.
func (p *program) spin(text string, work func() error) error { return p.Spin(text, p.json, work) }

// call sends a request and shows text until the answer is there.
func (p *program) call(ctx context.Context, c *client.Client, text string, r client.Request, answer any) error {
	return p.spin(text, func() error { return c.Call(ctx, r, answer) })
}
