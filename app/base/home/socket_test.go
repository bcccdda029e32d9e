package home

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSocketTakesThePlaceOfAKilledManagers: of that and of nothing else, and it is this user's alone.
func TestSocketTakesThePlaceOfAKilledManagers(t *testing.T) {
	for name, c := range map[string]struct {
		plant func(path string) error
		want  bool
	}{
		"nothing": {func(string) error { return nil }, true},
		"a killed manager's": {func(path string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
			if err != nil {
				return err
			}
			l.SetUnlinkOnClose(false)
			return l.Close()
		}, true},
		"a file":      {func(path string) error { return os.WriteFile(path, []byte("whole"), 0o600) }, false},
		"a directory": {func(path string) error { return os.Mkdir(path, 0o700) }, false},
		"a link":      {func(path string) error { return os.Symlink("/dev/null", path) }, false},
	} {
		dirs := testDirs(t)
		me, err := Lock(dirs)
		if err == nil {
			err = c.plant(dirs.socketFile())
		}
		if err != nil {
			t.Fatal(name, err)
		}
		l, err := me.ListenSocket()
		if (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if info, err := os.Lstat(dirs.socketFile()); err != nil || info.Mode() != os.ModeSocket|0o600 {
				t.Errorf("%s: %v, %v", name, info, err)
			}
			err = l.Close()
		}
		_ = errors.Join(err, me.Close())
		if _, err := os.Lstat(dirs.socketFile()); c.want == (err == nil) {
			t.Errorf("%s: after the end: %v", name, err)
		}
	}
}

// TestPathOfASocketIsShortEnough: systems refuse one that is longer (unix(7)).
func TestPathOfASocketIsShortEnough(t *testing.T) {
	dirs := testDirs(t)
	dirs.State = filepath.Join(dirs.State, strings.Repeat("long", 30))
	if err := dirs.Make(); err != nil {
		t.Fatal(err)
	}
	me, err := Lock(dirs)
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(filepath.Dir(dirs.socketFile()))
	defer me.Close()
	l, err := me.ListenSocket()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	info, err := os.Stat(filepath.Dir(l.Addr().String()))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestStatusOfAKilledManagerDoesNotCount: its successor holds the lock, but has not published yet.
func TestStatusOfAKilledManagerDoesNotCount(t *testing.T) {
	dirs := testDirs(t)
	killed, err := Lock(dirs)
	if err == nil {
		err = errors.Join(killed.Publish(Status{Running: true, PID: os.Getpid(), Token: "old"}), killed.lock.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadFile(dirs.statusFile())
	if err != nil {
		t.Fatal(err)
	}
	next, err := Lock(dirs)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if err := os.WriteFile(dirs.statusFile(), left, 0o600); err != nil {
		t.Fatal(err)
	}
	if st, running, err := ReadStatus(dirs); running || err != nil {
		t.Errorf("%+v, %v", st, err)
	}
}
