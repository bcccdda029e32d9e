package client

import (
	"errors"

	"devservers/app"
)

// AsError returns err as an error that names its kind.
func AsError(err error) *app.Error {
	var failure *app.Error
	if errors.As(err, &failure) {
		return failure
	}
	internal := &app.Error{Code: app.CodeInternal, Detail: err.Error()}
	var helpful interface{ Hint() string }
	if errors.As(err, &helpful) {
		internal.Code, internal.Hint = app.CodeNotFound, helpful.Hint()
	}
	return internal
}
