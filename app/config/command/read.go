package command

import (
	"errors"

	"devservers/app/config/yml"
)

// Read reads a command and reports its faults at their place in the file.
func Read(r *yml.Reader, v *yml.Node, key string) Command {
	src, ok := r.Text(v, key, "write the program and its arguments on one line")
	if !ok {
		return Command{}
	}
	c, err := Parse(src)
	var fault *Error
	if errors.As(err, &fault) {
		at := r.Locate(v, fault.Column)
		r.Report(&at, key, fault.Hint, "%s", fault.Msg)
	}
	return c
}
