package finders

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"devservers/app"
)

// access looks at a path that may not be used: its mode and owner, or those of the directory in which it would be made.
func access(s *Scene, p Pointer) *app.Claim {
	w := p.Words["path"].Named()
	if w.Empty() {
		return nil
	}
	path := w.There(s.WorkDir, s.Dir)
	if path == "" {
		return s.notMade(w)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 == 0 && p.Of == "execute" {
		return s.unexecutable(path, info)
	}
	return s.denied(path)
}

// notMade claims that a path which the project names can't be made in its directory.
func (s *Scene) notMade(w app.Printed) *app.Claim {
	at, ok := s.find(w)
	if !ok {
		return nil
	}
	path := at.name
	if !filepath.IsAbs(path) {
		path = filepath.Join(at.dir, path)
	}
	if dir := filepath.Dir(path); !exists(dir) {
		return missing(s, path, &at)
	} else if c := s.denied(dir); c != nil {
		c.Read(at.where(s), "%s names %s", at.where(s), s.path(path))
		return c.Correct("write it into a directory of the project, or check the owner and mode of %s", s.path(dir))
	}
	return nil
}

// denied claims that this user may not use a path; nil = the user may.
func (s *Scene) denied(path string) *app.Claim {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	shown := s.path(path)
	var st unix.Statfs_t
	if unix.Statfs(path, &st) == nil && readOnly(&st) {
		c := itIs(app.FindingAccess, shown, "%s is on a file system that is read-only", shown)
		c.See("system", "it is mounted so").Certain = true
		return c.Correct("use another directory, or mount it writable")
	}
	mode := info.Mode().Perm()
	if unix.Access(path, unix.R_OK|unix.W_OK) == nil && mode&0o600 == 0o600 {
		return nil
	}
	c := itIs(app.FindingAccess, shown, "it may not use %s", shown)
	c.See("disk", "%s has the mode %s and belongs to the user %s; it runs as %s", shown, app.Name(info.Mode().String()),
		owner(info), app.Name(strconv.Itoa(os.Getuid())))
	c.Certain = true
	if s.Ours(path) && uid(info) == os.Getuid() {
		right := "u+rw "
		if info.IsDir() {
			right = "u+rwx "
		}
		return c.Type("chmod " + right + string(shown))
	}
	return c.Correct("check its owner and mode: ls -ld %s", shown)
}

func uid(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}

func owner(info fs.FileInfo) app.Name { return app.Name(strconv.Itoa(uid(info))) }
