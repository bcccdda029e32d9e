package yml

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"devservers/app/base/home"
	"devservers/app/base/words"
)

// refuse returns the error of a directory that cannot be used.
func refuse(dir, msg, hint string, err error) error {
	return &FileError{Msg: fmt.Sprintf("cannot use %s: %s", Path(dir), msg), Hint: hint, Err: err}
}

// CheckDirectory returns the resolved path of dir if it can be a project: an existing directory inside home or one of
// roots, not one of these itself, and apart from the private directories (state and configuration of the manager),
// which a dev server could otherwise serve to the world (CVE-2022-29241). Call it at registration and again at each
// start.
func CheckDirectory(home string, roots []string, dir string, private ...string) (resolved string, err error) {
	resolved, err = Existing(dir)
	if err != nil {
		return "", err
	}
	realHome, err := Existing(home)
	if err != nil {
		return "", fmt.Errorf("cannot find the home directory: %w", err)
	}
	if sameFile(resolved, realHome) {
		return "", refuse(dir, "the home directory itself cannot be a project", "make a directory for the project", nil)
	}
	if !Within(realHome, resolved) && !belowRoot(roots, resolved) {
		return "", refuse(dir, "it is outside the home directory, at "+Path(resolved),
			"move it there, or allow its parent directory in config.yml: settings: {roots: ["+filepath.Dir(resolved)+"]}", nil)
	}
	for _, p := range private {
		if err := apart(dir, resolved, p); err != nil {
			return "", err
		}
	}
	return resolved, nil
}

// belowRoot reports whether a directory lies inside one of roots. A root that is missing holds nothing.
func belowRoot(roots []string, dir string) bool {
	for _, root := range roots {
		real, err := Existing(root)
		if err == nil && dir != real && Within(real, dir) {
			return true
		}
	}
	return false
}

// apart refuses a project that contains a private directory or lies in one.
func apart(dir, resolved, private string) error {
	p, _, err := resolveExisting(private)
	if err != nil {
		return fmt.Errorf("cannot resolve %s: %w", Path(private), err)
	}
	if Within(resolved, p) || Within(p, resolved) {
		return refuse(dir, "devservers keeps its own files in "+Path(p), "choose a directory that does not contain it", nil)
	}
	return nil
}

// CheckWorkingDir returns the resolved workingDir if, at the time of a start, it is a directory inside the project and
// the project's directory has not become a link.
func CheckWorkingDir(projectDir, workingDir string) (resolved string, err error) {
	project, err := Existing(projectDir)
	if err != nil {
		return "", err
	}
	if project != filepath.Clean(projectDir) {
		return "", refuse(projectDir, "it is now a link to "+Path(project), "register the project again in its new place",
			nil)
	}
	resolved, err = Existing(workingDir)
	if err != nil {
		return "", err
	}
	if !Within(project, resolved) {
		return "", refuse(workingDir, "it is outside the project, at "+Path(resolved),
			"set working_dir to a directory inside the project", nil)
	}
	return resolved, nil
}

// Existing resolves the symlinks of a path from a person, which must be absolute and an existing directory.
func Existing(dir string) (string, error) {
	if err := usablePath(dir); err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(dir)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(resolved)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", refuse(dir, "it does not exist", "create it, or correct the path", err)
	case err != nil:
		return "", refuse(dir, Reason(err), "check the path and its permissions", err)
	case !info.IsDir():
		return "", refuse(dir, "it is not a directory", "give the directory that holds devservers.yml", nil)
	}
	return resolved, nil
}

// usablePath refuses what does not fit in a line of text or a system call. Spaces, quotes, % and letters of any
// language are fine.
func usablePath(path string) error {
	switch {
	case !filepath.IsAbs(path):
		return refuse(path, "the path is not absolute", "give the whole path, from /", nil)
	case len(path) > 4096:
		return refuse(path, "the path is longer than 4096 bytes", "move the project closer to the root", nil)
	case !utf8.ValidString(path):
		return refuse(path, "the path is not valid UTF-8", "rename the directory", nil)
	case strings.ContainsFunc(path, func(r rune) bool { return unicode.IsControl(r) || Hidden(r) }):
		return refuse(path, "the path contains a line break or another invisible character", "rename the directory", nil)
	}
	return nil
}

// InsideOf makes a path from devservers.yml absolute and resolves it as far as it exists. It refuses a path outside of
// projectDir, which must be resolved.
func InsideOf(projectDir, path string) (resolved string, exists bool, err error) {
	if path == "" || strings.ContainsFunc(path, unicode.IsControl) {
		return "", false, errors.New("expected a directory, found " + words.Quote(path))
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(projectDir, path)
	}
	if !Within(projectDir, filepath.Clean(path)) {
		return "", false, errors.New("this directory is outside the project")
	}
	resolved, exists, err = resolveExisting(path)
	if err != nil {
		return "", false, errors.New("cannot use this directory: " + Reason(err))
	}
	if !Within(projectDir, resolved) {
		return "", false, errors.New("this directory is a link out of the project, to " + Path(resolved))
	}
	return resolved, exists, nil
}

// resolveExisting resolves the symlinks of the part of path that exists and appends the rest.
func resolveExisting(path string) (resolved string, exists bool, err error) {
	path = filepath.Clean(path)
	resolved, err = filepath.EvalSymlinks(path)
	if err == nil {
		return resolved, true, nil
	}
	if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(path) == path {
		return "", false, err
	}
	parent, _, err := resolveExisting(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), false, err
}

// Within reports whether path is dir or lies in it. Both must be absolute and clean. On a file system that ignores
// case, another spelling counts as outside.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return a == b || errX == nil && errY == nil && os.SameFile(x, y)
}

// Reason returns a system error without operation and path, for a message that names them itself.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// ErrOutside is the error of a file that is a symlink out of its directory.
var ErrOutside = errors.New("it is a symlink that leaves its directory")

// ReadInside reads at most limit bytes of a regular file in dir, which must be resolved. A link that leads out of dir
// is ErrOutside.
func ReadInside(dir, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		if real, bad := filepath.EvalSymlinks(filepath.Join(dir, name)); bad == nil && !Within(dir, real) {
			err = ErrOutside
		}
		return nil, err
	}
	defer f.Close()
	return home.ReadRegular(f, limit)
}

// ReadFile reads at most limit bytes of a regular file. It does not hang on a FIFO or device.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return home.ReadRegular(f, limit)
}
