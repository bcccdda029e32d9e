package copies

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"devservers/app/config/settings"
)

// sqlite is a file of SQLite in the project. It is copied by VACUUM INTO, which is one snapshot while others write, or
// without the program sqlite3 as a file, while no writer can change it.
type sqlite struct{ Options }

// kept is how of data that the checkout has already: it is left as it is, also at the end.
const kept = "kept"

// path returns the path of the file in the project.
func (s sqlite) path() (string, error) {
	if s.Path != "" {
		return s.Path, nil
	}
	_, path, found := strings.Cut(s.URL, ":")
	if !found {
		return "", fail(s.Options, "use path: with its place in the project", "its url %q has no scheme", s.URL)
	}
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimPrefix(path, "///")
	if filepath.IsAbs(path) {
		rel, err := filepath.Rel(s.Main, path)
		if err != nil {
			return "", err
		}
		path = rel
	}
	if path = filepath.Clean(path); !filepath.IsLocal(path) || path == "." {
		return "", fail(s.Options, "move it into the project", "%s is outside the project", path)
	}
	return path, nil
}

func (s sqlite) Plan(context.Context) (settings.Fork, error) {
	f := s.plan()
	path, err := s.path()
	if err != nil {
		return f, err
	}
	f.From, f.Path, f.How = filepath.Join(s.Main, path), filepath.Join(s.Dir, path), "file"
	if f.URL = s.URL; strings.Contains(s.URL, s.Main+"/") {
		f.URL = strings.Replace(s.URL, s.Main, s.Dir, 1)
	}
	_, missing := os.Stat(f.From)
	_, tool := s.Tools.find("sqlite3")
	switch {
	case s.Empty || errors.Is(missing, fs.ErrNotExist):
		f.How = asEmpty
	case missing != nil:
		return f, fail(s.Options, "check its permissions", "%v", missing)
	case tool == nil:
		f.How = "VACUUM INTO"
	case usesWAL(f.From):
		return f, fail(s.Options, "install sqlite3", "it has a write-ahead log, and the program sqlite3 is not installed")
	}
	if _, err := os.Stat(f.Path); err == nil {
		f.How = kept
	}
	return f, nil
}

// usesWAL reports whether a database has changes in a log beside it.
func usesWAL(file string) bool {
	info, err := os.Stat(file + "-wal")
	return err == nil && info.Size() > 0
}

func (s sqlite) Make(ctx context.Context, f settings.Fork) (settings.Fork, error) {
	if f.How == kept || f.How == asEmpty {
		return f, nil
	}
	part := f.Path + partSuffix
	err := errors.Join(removeAll(part, part+"-journal", part+"-wal"), os.MkdirAll(filepath.Dir(f.Path), 0o755))
	if err != nil {
		return f, err
	}
	if _, err := os.Stat(f.Path); err == nil { // a killed Make had made it
		return f, nil
	}
	err = s.copy(ctx, f, part)
	if err == nil {
		err = os.Rename(part, f.Path)
	}
	return f, errors.Join(err, removeAll(part))
}

func (s sqlite) copy(ctx context.Context, f settings.Fork, part string) error {
	exe, err := s.Tools.find("sqlite3")
	if err != nil {
		return copyLocked(f.From, part)
	}
	_, err = s.Tools.output(s.Tools.command(ctx, nil, exe, "-batch", "-bail", "-readonly", "-cmd",
		".timeout 10000", f.From, "VACUUM INTO "+literal(part)))
	return err
}

// The bytes of a database that a reader locks: sqlite3.h and os.h of SQLite.
const (
	sharedFirst = 0x40000002
	sharedSize  = 510
)

// copyLocked copies a database as a file, with the lock of a reader: writers wait that long. Closing a file ends all
// locks of this process on it, but nothing else here opens it.
func copyLocked(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	lock := unix.Flock_t{Type: unix.F_RDLCK, Whence: io.SeekStart, Start: sharedFirst, Len: sharedSize}
	if err := unix.FcntlFlock(src.Fd(), unix.F_SETLK, &lock); err != nil {
		return errors.New("a program is writing to the database: try again, or install sqlite3")
	}
	if info, err := os.Stat(from + "-journal"); err == nil && info.Size() > 0 || usesWAL(from) {
		return errors.New("the database has unfinished changes: install sqlite3, which can read them")
	}
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Close())
}

// Drop removes the file and what SQLite has beside it.
func (s sqlite) Drop(_ context.Context, f settings.Fork) error {
	if f.How == kept || f.Path == "" || f.Path == f.From {
		return nil
	}
	return removeAll(f.Path, f.Path+"-wal", f.Path+"-shm", f.Path+"-journal", f.Path+partSuffix)
}

func (s sqlite) Size(_ context.Context, f settings.Fork) (total int64, err error) {
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(f.Path + end); err == nil {
			total += info.Size()
		}
	}
	return total, nil
}

// removeAll removes files that may be missing.
func removeAll(files ...string) (err error) {
	for _, file := range files {
		if gone := os.Remove(file); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
