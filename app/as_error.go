package app

import (
	"cmp"
	"errors"

	"devservers/app/config/naming"
)

var codes = map[naming.Kind]Code{
	naming.NotFound: CodeNotFound, naming.Environment: CodeEnvironment,
	naming.ExecutableNotFound: CodeExecutable, naming.ExecutableNotAllowed: CodeExecutable, naming.NotExecutable: CodeExecutable,
}

// AsError makes an *Error of config's errors, with their hints; code is what the others count as.
func AsError(err error, code Code) *Error {
	var known *Error
	var wrong *naming.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &wrong):
		return &Error{Code: cmp.Or(codes[wrong.Kind], code), Detail: err.Error(), Hint: wrong.Hint}
	}
	return &Error{Code: code, Detail: err.Error()}
}
