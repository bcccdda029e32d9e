package client

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"devservers/app"
)

// AsError returns err as an error that names its kind.
func AsError(err error) *app.Error {
	var failure *app.Error
	if errors.As(err, &failure) {
		return failure
	}
	if failure := ofSystem(err); failure != nil {
		return failure
	}
	internal := &app.Error{Code: app.CodeInternal, Detail: err.Error()}
	var helpful interface{ Hint() string }
	if errors.As(err, &helpful) {
		internal.Code, internal.Hint = app.CodeNotFound, helpful.Hint()
	}
	return internal
}

// ofSystem explains errors of the file system, with what to do. It returns nil for others.
func ofSystem(err error) *app.Error {
	where := ""
	var path *fs.PathError
	if errors.As(err, &path) {
		where = filepath.Dir(path.Path)
	}
	switch {
	case where == "":
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return app.Failf(app.CodeInternal, "free some space there: devservers doctor shows how much is left",
			"the disk of %s is full", where)
	case errors.Is(err, syscall.EROFS):
		return app.Failf(app.CodeInternal, "mount it writable: findmnt -T "+where+"\nfor devservers' own files: "+
			"export XDG_STATE_HOME=DIR XDG_CONFIG_HOME=DIR", "%s is on a file system that can't be written to", where)
	case errors.Is(err, syscall.ENOTDIR):
		return app.Failf(app.CodeInternal, "set HOME, or XDG_STATE_HOME and XDG_CONFIG_HOME, to directories of yours",
			"%s is not a directory", path.Path)
	case errors.Is(err, fs.ErrPermission):
		return app.Failf(app.CodeForbidden, elsewhere(where), "%s: %v", path.Path, path.Err)
	}
	return nil
}

// elsewhere says how to do without a directory that can't be written to.
func elsewhere(where string) string {
	if strings.Contains(where, "/devservers") || strings.HasSuffix(where, "/state") ||
		strings.HasSuffix(where, "/.config") {
		return "make it writable for you, or choose other directories: export XDG_STATE_HOME=DIR XDG_CONFIG_HOME=DIR"
	}
	return "make it writable for you: ls -ld " + where
}
