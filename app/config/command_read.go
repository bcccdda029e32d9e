package config

import "errors"

// readCommand reads a command and reports its faults at their place in the file.
func readCommand(r *reader, v *node, key string) Command {
	src, ok := r.text(v, key, "write the program and its arguments on one line")
	if !ok {
		return Command{}
	}
	c, err := ParseCommand(src)
	var fault *CommandError
	if errors.As(err, &fault) {
		at := r.locate(v, fault.Column)
		r.fault(&at, key, fault.Hint, "%s", fault.Msg)
	}
	return c
}
