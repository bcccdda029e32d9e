package machine

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
)

// access looks at a path that may not be used: its mode and owner, or those of the directory in which it would be made.
func access(s *finders.Scene, p finders.Pointer) *app.Claim {
	w := p.Words["path"].Named()
	if w.Empty() {
		return nil
	}
	if c := finders.Caged(s, w, true); c != nil {
		return c
	}
	path := w.There(s.WorkDir, s.Dir)
	if path == "" {
		return notMade(s, w)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 == 0 && p.Of == "execute" {
		return finders.Unexecutable(s, path, info)
	}
	return denied(s, path)
}

// notMade claims that a path which the project names can't be made in its directory.
func notMade(s *finders.Scene, w app.Printed) *app.Claim {
	at, ok := s.Find(w)
	if !ok {
		return nil
	}
	path := at.Name
	if !filepath.IsAbs(path) {
		path = filepath.Join(at.Dir, path)
	}
	if dir := filepath.Dir(path); !sources.IsThere(dir) {
		return finders.Missing(s, path, &at)
	} else if c := denied(s, dir); c != nil {
		c.ReadIn(s.Where(at), "%s names %s", s.PathOf(path))
		return c.Correct("write it into a directory of the project, or check the owner and mode of %s", s.PathOf(dir))
	}
	return nil
}

// denied claims that this user may not use a path; nil = the user may.
func denied(s *finders.Scene, path string) *app.Claim {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	shown := s.PathOf(path)
	var st unix.Statfs_t
	if unix.Statfs(path, &st) == nil && readOnly(&st) {
		c := app.About(app.FindingAccess, shown, "%s is on a file system that is read-only")
		c.See("system", "it is mounted so").Certain = true
		return c.Correct("use another directory, or mount it writable")
	}
	mode := info.Mode().Perm()
	if unix.Access(path, unix.R_OK|unix.W_OK) == nil && mode&0o600 == 0o600 {
		return nil
	}
	c := app.About(app.FindingAccess, shown, "it may not use %s")
	c.See("disk", "%s has the mode %s and belongs to the user %s; it runs as %s", shown, app.Known(info.Mode().String()),
		app.Known(strconv.Itoa(uid(info))), app.Known(strconv.Itoa(os.Getuid())))
	c.Certain = true
	if s.Ours(path) && uid(info) == os.Getuid() {
		right := "u+rw "
		if info.IsDir() {
			right = "u+rwx "
		}
		return c.Type(app.Known("chmod " + right + shown.String()))
	}
	return c.Correct("check its owner and mode: ls -ld %s", shown)
}

func uid(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}
