package cli

import (
	"encoding/json"
	"os"
	"time"

	"devservers/app/home"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// program is one call of the command line: its streams, its directory and the general flags.
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

// finder finds the manager of this home.
func (p *program) finder() (client.Finder, error) {
	dirs, err := p.findDirs()
	return client.Finder{Dirs: dirs, Port: p.Getenv(portVariable)}, err
}

func (p *program) tilde(path string) string { return words.Path(p.Getenv("HOME"), path) }

// since returns how long ago t was, never negative.
func (p *program) since(t time.Time) time.Duration { return max(0, p.now().Sub(t)) }

// moment returns t as the reader sees it.
func (p *program) moment(t time.Time) string { return words.Moment(t.Local(), p.now().Local()) }

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
