// Package command reads a command line as a shell would, to be run without one (Parse), and decides which program its
// first word is (Allow). The list of allowed names stops typos and surprises, not a hostile repository: any interpreter
// runs anything. Trust protects against that. It also reads the environment that a command gets: env files as docker
// compose does, values that look like secrets and are masked, and variables that can make a program run other code. Its
// errors never contain a value. The package starts no process.
package command

import (
	"errors"
	"fmt"
	"strings"

	"devservers/app/config/yml"
)

// Command is one program with its arguments, read as a shell would read them and run without one.
type Command struct {
	Source string // as written
	Words  []Word // at least one
}

// Word becomes exactly one argument, whatever its variables contain. It may be empty (from two quotes).
type Word []Part

// Part is a piece of a word: literal text, or the value of a variable. One of the two is set.
type Part struct {
	Literal  string
	Variable string
}

// SyntaxError describes what to change in a command, and where.
type SyntaxError struct {
	Column int // 1-based, in runes of the whole source
	Msg    string
	Hint   string
}

// Error returns the column and the message. Hint is shown with it.
func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Msg) }

// Expand returns the arguments, one for each word, with variables replaced by the values from get. A value is never
// split or expanded again. If get does not know a variable, the error is a *yml.FileError.
func (c Command) Expand(get func(name string) (string, bool)) ([]string, error) {
	args := make([]string, len(c.Words))
	for i, w := range c.Words {
		arg, err := w.Expand(get)
		if err != nil {
			return nil, err
		}
		args[i] = arg
	}
	return args, nil
}

// Expand returns the argument, as Command.Expand does for all words.
func (w Word) Expand(get func(name string) (string, bool)) (string, error) {
	var b strings.Builder
	for _, p := range w {
		if p.Variable == "" {
			b.WriteString(p.Literal)
			continue
		}
		value, ok := get(p.Variable)
		if !ok {
			return "", &yml.FileError{Kind: yml.Environment, Msg: "cannot expand $" + p.Variable + ": the variable is not set",
				Hint: "set it under env: or in an env_file"}
		}
		b.WriteString(value)
	}
	return b.String(), nil
}

// normal joins neighboring literals and drops empty ones, so that equal words are equal values.
func (w Word) normal() Word {
	var out Word
	for _, p := range w {
		last := len(out) - 1
		switch {
		case p.Variable == "" && p.Literal == "":
		case p.Variable == "" && last >= 0 && out[last].Variable == "":
			out[last].Literal += p.Literal
		default:
			out = append(out, p)
		}
	}
	return out
}

// Read reads a command and reports a problem at its place in the file.
func Read(r *yml.Reader, v *yml.Node, key string) Command {
	src, ok := r.Text(v, key, "write the program and its arguments on one line")
	if !ok {
		return Command{}
	}
	c, err := Parse(src)
	var problem *SyntaxError
	if errors.As(err, &problem) {
		at := r.Locate(v, problem.Column)
		r.Report(&at, key, problem.Hint, "%s", problem.Msg)
	}
	return c
}
