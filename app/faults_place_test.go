package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"devservers/app/config"
	"devservers/app/run/fc"
)

func TestAnUnreadableStatusFileCountsAsNoneAndTheLockDecides(t *testing.T) {
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
			w := newWorld(t)
			file := w.dirs.statusFile()
			if err := plant(file); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(w.dirs); running || err != nil {
				t.Errorf("without a manager: %+v, %v", st, err)
			}
			me, err := Lock(w.dirs)
			if err != nil {
				t.Fatal(err)
			}
			defer me.Close()
			if err := me.Publish(ManagerStatus{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(w.dirs); !running || err != nil || st.Token != "secret" {
				t.Errorf("with a manager: %+v, %v, %v", st, running, err)
			}
		})
	}
}

func TestTheStatusFileIsForItsOwnerAlone(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	w := newWorld(t)
	victim := filepath.Join(t.TempDir(), "victim")
	file := w.dirs.statusFile()
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
		me := &Instance{dirs: w.dirs}
		if err := me.Publish(ManagerStatus{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
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
	for _, dir := range []string{w.dirs.State, w.dirs.Config} {
		if err := errors.Join(os.Chmod(dir, 0o777), makePrivate(dir)); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
}

func TestNoProjectMayHoldOurOwnFolders(t *testing.T) {
	w := newWorld(t)
	for _, dir := range []string{w.dirs.Home, filepath.Dir(w.dirs.State), w.dirs.State, w.dirs.Config, filepath.Join(w.dirs.State, "runs")} {
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, config.FileName), []byte("project: x\nservers: {}\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, _, err := w.sup.Register(dir, me)
		if e := failure(t, err, CodeForbidden); e.Hint == "" {
			t.Errorf("%s: no hint in %+v", dir, e)
		}
	}
}

func TestAProjectWhoseFolderIsGoneCanBeStoppedButNotStarted(t *testing.T) {
	for name, remove := range map[string]func(dir string) error{
		"deleted":  os.RemoveAll,
		"moved":    func(dir string) error { return os.Rename(dir, dir+"2") },
		"replaced": func(dir string) error { return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ref := Ref{w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), "a"}
			r := w.mustStart(ref)
			if err := remove(filepath.Join(w.dirs.Home, "app")); err != nil {
				t.Fatal(err)
			}
			v, err := w.sup.Project("app")
			if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, "missing") {
				t.Errorf("the project says %+v, %v", v.Problem, err)
			}
			if st, err := w.sup.Status(ref); err != nil || st.State != Ready || st.Run != r.Run {
				t.Errorf("status %+v, %v", st, err)
			}
			if s := w.stop(ref); s.State != Stopped {
				t.Errorf("stopped as %+v", s)
			}
			_, err = w.start(ref)
			if e := failure(t, err, CodeNotFound); !strings.Contains(e.Detail, "missing") || e.Hint == "" {
				t.Errorf("the error says %+v", e)
			}
		})
	}
}

func TestFoldersWithOddNamesWork(t *testing.T) {
	for _, name := range []string{"with space", "Ünïcödé", "e\u0301", "it's \"quoted\"", "100%41", "-dash", "a;b&c|d", "$HOME", "*", strings.Repeat("x", 200)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			dir := filepath.Join(w.dirs.Home, name)
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			text := "project: odd\nservers:\n  a: {command: " + strings.Join(fc.Command(), " ") + " env, ready: {log: never}}\n"
			if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			v, _, err := w.sup.Register(dir, me)
			if err == nil {
				err = w.sup.Trust(v.ID, v.SHA256, me)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.start(Ref{v.ID, "a"})
			if got := w.lines(Ref{v.ID, "a"}); !slices.Contains(got, "PWD="+dir) {
				t.Errorf("it ran in %q", got)
			}
			w.close(true)
			w.open()
			if again, err := w.sup.Project(dir); err != nil || again.Path != dir {
				t.Errorf("after a restart: %+v, %v", again, err)
			}
		})
	}
}
