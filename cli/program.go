package cli

import (
	"encoding/json"
	"os"
	"time"

	"devservers/app/home"
	"devservers/app/words"
)

// program is one call of the command line: where it stands, what it talks through, what was asked for in general.
type program struct {
	console
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
		console: console{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv},
		cwd:     cwd,
		now:     time.Now,
	}
}

// findDirs finds the user's folders, once.
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

func (p *program) tilde(path string) string { return words.Path(p.getenv("HOME"), path) }

// since is how long ago t was, never negative.
func (p *program) since(t time.Time) time.Duration { return max(0, p.now().Sub(t)) }

// answer writes v as an indented JSON document to standard output.
func (p *program) answer(v any) error {
	encoder := json.NewEncoder(p.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// jsonLine writes v as one line of JSON.
func (p *program) jsonLine(v any) error {
	encoder := json.NewEncoder(p.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
