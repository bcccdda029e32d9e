package home

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

type counts map[string]int

func set(name string, n int) func(*counts) error {
	return func(c *counts) error {
		if *c == nil {
			*c = counts{}
		}
		(*c)[name] = n
		return nil
	}
}

func TestStoreKeepsChangesOnDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "counts.json")
	s := OpenStore[counts](file, Write)
	before := s.Get()
	for i := range 3 {
		if err := s.Change(set("a", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(before) != 0 || s.Get()["a"] != 2 {
		t.Errorf("before %v, after %v", before, s.Get())
	}
	if got := OpenStore[counts](file, Write).Get(); !maps.Equal(got, counts{"a": 2}) {
		t.Errorf("on disk: %v", got)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if err := s.Change(func(c *counts) error { *c = nil; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the zero value still has a file: %v", err)
	}
}

func TestStoreFailedChangeLeavesMemory(t *testing.T) {
	failing := errors.New("disk full")
	var fail error
	saves := 0
	s := OpenStore[counts](filepath.Join(t.TempDir(), "counts.json"), func(file string, data []byte) error {
		saves++
		if fail != nil {
			return fail
		}
		return Write(file, data)
	})
	if err := s.Change(set("a", 1)); err != nil {
		t.Fatal(err)
	}
	fail = failing
	if err := s.Change(set("a", 2)); !errors.Is(err, failing) || s.Get()["a"] != 1 {
		t.Errorf("failed save: %v, %v", err, s.Get())
	}
	refused := errors.New("refused")
	err := s.Change(func(c *counts) error { (*c)["a"] = 3; return refused })
	if !errors.Is(err, refused) || s.Get()["a"] != 1 {
		t.Errorf("failed edit: %v, %v", err, s.Get())
	}
	if err := s.Change(set("a", 1)); err != nil || saves != 2 {
		t.Errorf("an equal value was saved again: %v, %d saves", err, saves)
	}
}

func TestStoreReadersDoNotWaitForSaves(t *testing.T) {
	writing, finish := make(chan bool), make(chan bool)
	s := OpenStore[counts](filepath.Join(t.TempDir(), "counts.json"), func(string, []byte) error {
		writing <- true
		<-finish
		return nil
	})
	var change sync.WaitGroup
	change.Go(func() {
		if err := s.Change(set("a", 1)); err != nil {
			t.Error(err)
		}
	})
	<-writing
	if len(s.Get()) != 0 {
		t.Error("a value that is not saved yet was returned")
	}
	finish <- true
	change.Wait()
	if s.Get()["a"] != 1 {
		t.Errorf("%v", s.Get())
	}
}

func TestStoreChangesAreSerialised(t *testing.T) {
	s := OpenStore[counts]("", Write)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := s.Change(set(strconv.Itoa(i), i)); err != nil {
				t.Error(err)
			}
			_ = s.Get()["1"]
		})
	}
	all.Wait()
	if len(s.Get()) != 20 {
		t.Errorf("%v", s.Get())
	}
}

// TestStoreSavesWaitingChangesTogether: changes that come during a save share the next one, and one that fails does not
// spoil the others.
func TestStoreSavesWaitingChangesTogether(t *testing.T) {
	saving, finish, saves := make(chan bool), make(chan bool), 0
	file := filepath.Join(t.TempDir(), "counts.json")
	s := OpenStore[counts](file, func(file string, data []byte) error {
		if saves++; saves == 1 {
			saving <- true
			<-finish
		}
		return Write(file, data)
	})
	var all sync.WaitGroup
	all.Go(func() { _ = s.Change(set("first", 1)) })
	<-saving
	wrong := errors.New("wrong")
	for i := range 5 {
		all.Go(func() {
			if err := s.Change(set(strconv.Itoa(i), i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		err := s.Change(func(c *counts) error { (*c)["bad"] = 1; return wrong })
		if !errors.Is(err, wrong) {
			t.Error(err)
		}
	})
	for s.waiting() < 6 {
		runtime.Gosched()
	}
	finish <- true
	all.Wait()
	if got := OpenStore[counts](file, Write).Get(); saves != 2 || len(got) != 6 || got["bad"] != 0 {
		t.Errorf("%d saves, %v", saves, got)
	}
}

func (s *Store[T]) waiting() int {
	s.queued.Lock()
	defer s.queued.Unlock()
	return len(s.changes)
}

// TestStoreFailedSaveFailsAllItsChanges: none of them may be in memory.
func TestStoreFailedSaveFailsAllItsChanges(t *testing.T) {
	saving, finish, full := make(chan bool), make(chan bool), errors.New("disk full")
	first := true
	s := OpenStore[counts](filepath.Join(t.TempDir(), "counts.json"), func(string, []byte) error {
		if first {
			first = false
			saving <- true
			<-finish
			return nil
		}
		return full
	})
	var all sync.WaitGroup
	all.Go(func() { _ = s.Change(set("first", 1)) })
	<-saving
	for i := range 2 {
		all.Go(func() {
			if err := s.Change(set(strconv.Itoa(i), i)); !errors.Is(err, full) {
				t.Error(err)
			}
		})
	}
	for s.waiting() < 2 {
		runtime.Gosched()
	}
	finish <- true
	all.Wait()
	if got := s.Get(); len(got) != 1 || s.Problem() != nil {
		t.Errorf("%v, %v", got, s.Problem())
	}
}

type versioned struct{ Version int }

func (v *versioned) Check() error {
	if v.Version > 1 {
		return errors.New("unknown version")
	}
	return nil
}

func TestStorePutsDamagedFileAside(t *testing.T) {
	for name, damage := range map[string]func(file string) error{
		"torn":               func(f string) error { return os.WriteFile(f, []byte(`{"Vers`), 0o600) },
		"empty":              func(f string) error { return os.WriteFile(f, nil, 0o600) },
		"a later version":    func(f string) error { return os.WriteFile(f, []byte(`{"Version": 2}`), 0o600) },
		"writable by others": func(f string) error { return os.Chmod(f, 0o666) },
		"a symlink":          func(f string) error { return errors.Join(os.Rename(f, f+"2"), os.Symlink(f+"2", f)) },
		"a directory":        func(f string) error { return errors.Join(os.Remove(f), os.Mkdir(f, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "version.json")
			if err := errors.Join(os.WriteFile(file, []byte(`{"Version": 1}`), 0o600), damage(file)); err != nil {
				t.Fatal(err)
			}
			s := OpenStore[versioned](file, Write)
			if s.Get() != (versioned{}) || s.Problem() == nil {
				t.Errorf("%v, problem %v", s.Get(), s.Problem())
			}
			if err := s.Change(func(v *versioned) error { v.Version = 1; return nil }); err != nil || s.Problem() != nil {
				t.Errorf("%v, problem %v", err, s.Problem())
			}
			if got := OpenStore[versioned](file, Write); got.Get().Version != 1 || got.Problem() != nil {
				t.Errorf("%v, problem %v", got.Get(), got.Problem())
			}
			if _, err := os.Lstat(file + ".damaged"); err != nil {
				t.Error(err)
			}
		})
	}
}
