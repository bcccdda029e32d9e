package server

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// The bounds of what one run may add to its command.
const (
	mostArguments  = 1000
	argumentsBytes = 64 << 10
)

// Takes returns why a run of s can't get these arguments, or nil.
func (s *Server) Takes(arguments []string) *app.Error {
	size := 0
	for _, a := range arguments {
		size += len(a)
	}
	switch {
	case len(arguments) == 0:
		return nil
	case !s.Spec.Kind.IsTask():
		return app.FailAbout(app.CodeInvalid, "declare a task with arguments: true", s.Ref.String(),
			"is a server: only tasks take arguments")
	case !s.Spec.Arguments:
		return app.FailAbout(app.CodeInvalid,
			"run it without, or declare arguments: true for it in devservers.yml",
			s.Ref.String(), "takes no arguments")
	case len(arguments) > mostArguments || size > argumentsBytes:
		return app.FailAbout(app.CodeInvalid, "pass a file that names them", s.Ref.String(),
			"takes at most %d arguments of %s together", mostArguments, words.Size(argumentsBytes))
	case slices.ContainsFunc(arguments, func(a string) bool { return strings.ContainsRune(a, 0) }):
		return app.FailAbout(app.CodeInvalid, "leave it out", s.Ref.String(),
			"can't be given an argument with a NUL character")
	}
	return nil
}
