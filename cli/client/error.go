package client

import (
	"errors"
	"io/fs"
	"os"
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
		return app.Failf(app.CodeForbidden, elsewhere(path.Path), "%s: %v", path.Path, path.Err)
	}
	return nil
}

// elsewhere says how to do without what can't be read or written: who owns it, or the nearest directory that is there,
// decides.
func elsewhere(path string) string {
	info, err := os.Lstat(path)
	for errors.Is(err, fs.ErrNotExist) && path != filepath.Dir(path) {
		path = filepath.Dir(path)
		info, err = os.Lstat(path)
	}
	const choose = ", or choose other directories: export HOME=DIR, or XDG_STATE_HOME=DIR XDG_CONFIG_HOME=DIR"
	if err != nil { // a directory above can't be entered
		return "see who may read it: namei -l " + path + choose
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Getuid() {
		if !strings.Contains(path, "/devservers") { // such as / or /home, when HOME names nothing
			return path + " belongs to another user: is HOME right?" + choose
		}
		return "it belongs to another user: sudo chown -R $(id -un) " + path + choose
	}
	return "make it readable and writable for you: chmod u+rwX " + path + choose
}
