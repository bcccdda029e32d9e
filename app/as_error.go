package app

import (
	"errors"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/envvar"
	"devservers/app/config/place"
)

// AsError makes an *Error of config's errors, with their hints; code is what the others count as.
func AsError(err error, code Code) *Error {
	e := &Error{Code: code, Detail: err.Error()}
	var (
		known *Error
		place *place.Error
		exec  *command.ExecError
		env   *envvar.FileError
		unset *command.UnsetError
		none  *config.NotFoundError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &place):
		e.Hint = place.Hint
	case errors.As(err, &exec):
		e.Code, e.Hint = CodeExecutable, exec.Hint
	case errors.As(err, &env):
		e.Code, e.Hint = CodeEnvironment, env.Hint
	case errors.As(err, &unset):
		e.Code, e.Hint = CodeEnvironment, "set it in env: or env_file:"
	case errors.As(err, &none):
		e.Code, e.Hint = CodeNotFound, none.Hint()
	}
	return e
}
