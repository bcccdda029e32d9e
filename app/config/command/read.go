package command

import (
	"errors"

	"devservers/app/config/yml"
)

// Read reads a command and reports a problem at its place in the file.
func Read(r *yml.Reader, v *yml.Node, key string) Command {
	src, ok := r.Text(v, key, "write the program and its arguments on one line")
	if !ok {
		return Command{}
	}
	c, err := Parse(src)
	var problem *Error
	if errors.As(err, &problem) {
		at := r.Locate(v, problem.Column)
		r.Report(&at, key, problem.Hint, "%s", problem.Msg)
	}
	return c
}
