package app

import (
	"cmp"
	"errors"

	"devservers/app/config/yml"
)

var codes = map[yml.Kind]Code{
	yml.NotFound: CodeNotFound, yml.Environment: CodeEnvironment,
	yml.ExecutableNotFound: CodeExecutable, yml.ExecutableNotAllowed: CodeExecutable, yml.NotExecutable: CodeExecutable,
}

// AsError makes an *Error of config's errors, with their hints; code is what the others count as.
func AsError(err error, code Code) *Error {
	var mine *Error
	var wrong *yml.FileError
	if !errors.As(err, &mine) && errors.As(err, &wrong) {
		return &Error{Code: cmp.Or(codes[wrong.Kind], code), Detail: err.Error(), Hint: wrong.Hint}
	}
	if known := KnownError(err); known != nil {
		return known
	}
	var list yml.Problems
	errors.As(err, &list)
	return &Error{Code: code, Detail: err.Error(), Problems: yml.FileProblems(list)}
}
