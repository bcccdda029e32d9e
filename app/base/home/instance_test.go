package home

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func testDirs(t *testing.T) Dirs {
	t.Helper()
	home := t.TempDir()
	d := Dirs{Home: home, Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"),
		Data: filepath.Join(home, "data")}
	if err := d.Make(); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReadStatusIgnoresAnUnreadableFile(t *testing.T) {
	for name, plant := range map[string]func(file string) error{
		"garbage":   func(f string) error { return os.WriteFile(f, []byte("\x00{]"), 0o600) },
		"truncated": func(f string) error { return os.WriteFile(f, []byte(`{"running":true,"pid":1,"to`), 0o600) },
		"huge":      func(f string) error { return os.WriteFile(f, make([]byte, 1<<20), 0o600) },
		"folder":    func(f string) error { return os.Mkdir(f, 0o700) },
		"fifo":      func(f string) error { return syscall.Mkfifo(f, 0o600) },
		"device":    func(f string) error { return os.Symlink("/dev/zero", f) },
		"negative":  func(f string) error { return os.WriteFile(f, []byte(`{"running":true,"pid":-1,"url":"x"}`), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			dirs := testDirs(t)
			file := dirs.statusFile()
			if err := plant(file); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(dirs); running || err != nil {
				t.Errorf("without a manager: %+v, %v", st, err)
			}
			me, err := Lock(dirs)
			if err != nil {
				t.Fatal(err)
			}
			defer me.Close()
			if err := me.Publish(Status{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(dirs); !running || err != nil || st.Token != "secret" {
				t.Errorf("with a manager: %+v, %v, %v", st, running, err)
			}
		})
	}
}

func TestPublishKeepsTheFilePrivate(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	dirs := testDirs(t)
	victim := filepath.Join(t.TempDir(), "victim")
	file := dirs.statusFile()
	for name, plant := range map[string]func() error{
		"nothing":   func() error { return nil },
		"open file": func() error { return os.WriteFile(file, nil, 0o666) },
		"symlink": func() error {
			return errors.Join(os.WriteFile(victim, []byte("whole"), 0o600), os.Symlink(victim, file))
		},
		"hard link": func() error {
			return errors.Join(os.WriteFile(victim+"2", []byte("whole"), 0o666), os.Link(victim+"2", file))
		},
	} {
		_ = os.Remove(file)
		if err := plant(); err != nil {
			t.Fatal(err)
		}
		me := &Instance{dirs: dirs}
		if err := me.Publish(Status{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		for _, v := range []string{victim, victim + "2"} {
			if data, err := os.ReadFile(v); err == nil && string(data) != "whole" {
				t.Errorf("%s: the victim holds %q", name, data)
			}
		}
	}
	for _, dir := range []string{dirs.State, dirs.Config} {
		if err := errors.Join(os.Chmod(dir, 0o777), makePrivate(dir)); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
}

func TestManagerStaysFoundThoughItsFilesAreRemoved(t *testing.T) {
	for name, remove := range map[string]func(Dirs) error{
		"status":    func(d Dirs) error { return os.Remove(d.statusFile()) },
		"lock":      func(d Dirs) error { return os.Remove(d.lockFile()) },
		"directory": func(d Dirs) error { return os.RemoveAll(d.State) },
	} {
		dirs := testDirs(t)
		me, err := Lock(dirs)
		if err == nil {
			err = errors.Join(me.Publish(Status{Running: true, PID: os.Getpid(), Token: "secret"}), remove(dirs), me.Check())
		}
		if err != nil {
			t.Fatal(name, err)
		}
		if st, running, err := ReadStatus(dirs); err != nil || !running || st.Token != "secret" {
			t.Errorf("%s: %+v, %v, %v", name, st, running, err)
		}
		if err := me.Close(); err != nil {
			t.Error(name, err)
		}
	}
}

func TestManagerNoticesThatAnotherHasTakenItsPlace(t *testing.T) {
	dirs := testDirs(t)
	first, err := Lock(dirs)
	if err == nil {
		err = errors.Join(first.Publish(Status{Running: true, PID: os.Getpid(), Token: "first"}), os.Remove(dirs.lockFile()))
	}
	if err != nil {
		t.Fatal(err)
	}
	second, err := Lock(dirs)
	if err == nil {
		err = second.Publish(Status{Running: true, PID: os.Getpid(), Token: "second"})
	}
	if err != nil {
		t.Fatal(err)
	}
	var other *AlreadyRunning
	if err := first.Check(); !errors.As(err, &other) || other.Status.Token != "second" {
		t.Errorf("%v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if st, running, _ := ReadStatus(dirs); !running || st.Token != "second" {
		t.Errorf("%+v, %v", st, running)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}
