package server

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/config"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

func TestRestartPauseDoublesUpToMaximum(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{1: 500 * time.Millisecond, 2: time.Second, 5: 8 * time.Second,
		7: 30 * time.Second, 99: 30 * time.Second} {
		if got := pause(attempt); got != want {
			t.Errorf("before attempt %d: %s, want %s", attempt, got, want)
		}
	}
}

func TestRestartPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		end             protocol.End
		failure, always bool
	}{
		{protocol.End{Code: 0}, false, true},
		{protocol.End{Code: 1}, true, true},
		{protocol.End{Code: -1, Signal: "SEGV"}, true, true},
		{protocol.End{Code: -1, Signal: "KILL", Cause: "memory"}, true, true},
		{protocol.End{Code: -1, Signal: "KILL", Cause: "holder"}, true, true},
		{protocol.End{Code: 1, Cause: "asked"}, false, false},
		{protocol.End{Code: 0, Cause: "idle"}, false, false},
		{protocol.End{Code: -1, Error: "exec format error"}, false, false},
	} {
		if follows(config.RestartNo, &c.end) || follows(config.RestartOnFailure, &c.end) != c.failure ||
			follows(config.RestartAlways, &c.end) != c.always {
			t.Errorf("%+v", c.end)
		}
	}
}

var web, api = app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}

func put(t *testing.T, b *Restarts, ref app.Ref, e RestartEntry) {
	t.Helper()
	if err := b.Put(ref, e); err != nil {
		t.Fatal(err)
	}
}

// written returns the files of a book.
func inode(t *testing.T, file string) uint64 {
	t.Helper()
	var st syscall.Stat_t
	if err := syscall.Stat(file, &st); err != nil {
		t.Fatal(err)
	}
	return st.Ino
}

// TestBookSavesOnlyWhatIsNew: a manager that takes 200 servers over notes each, and most are noted already.
func TestBookSavesOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := OpenRestarts(file)
	put(t, b, web, RestartEntry{Run: "r1"})
	first := inode(t, file)
	if put(t, b, web, RestartEntry{Run: "r1"}); inode(t, file) != first {
		t.Error("the same entry was saved again")
	}
	if put(t, b, web, RestartEntry{Run: "r2"}); inode(t, file) == first {
		t.Error("another entry was not saved")
	}
}

// expect checks what the next manager reads.
func expect(t *testing.T, file string, want map[string]RestartEntry) {
	t.Helper()
	if got := OpenRestarts(file).entries; !maps.Equal(got, want) {
		t.Errorf("the next manager reads %v, not %v", got, want)
	}
}

func TestBookKeepsEachChange(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	for run := range 3 { // of the manager
		b := OpenRestarts(file)
		for i := range 3 {
			e := RestartEntry{Run: "r" + strconv.Itoa(i), Tries: run, Asked: RestartStart, By: app.Actor{Kind: app.ActorCLI}}
			put(t, b, web, e)
			expect(t, file, map[string]RestartEntry{"shop/web": e})
			put(t, b, api, e)
			expect(t, file, map[string]RestartEntry{"shop/web": e, "shop/api": e})
			b.Forget(api)
			expect(t, file, map[string]RestartEntry{"shop/web": e})
		}
	}
}

// TestBookSurvivesDamage: the file is removed, cut short or replaced while a manager runs.
func TestBookSurvivesDamage(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"removed":   os.Remove,
		"cut short": func(f string) error { return os.Truncate(f, 20) },
		"empty":     func(f string) error { return os.Truncate(f, 0) },
		"a link":    func(f string) error { return errors.Join(os.Remove(f), os.Symlink("elsewhere", f)) },
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "restarts.json")
			b := OpenRestarts(file)
			put(t, b, web, RestartEntry{Run: "r1"})
			put(t, b, api, RestartEntry{Run: "r1"})
			if err := damage(file); err != nil {
				t.Fatal(err)
			}
			put(t, b, web, RestartEntry{Run: "r2"})
			expect(t, file, map[string]RestartEntry{"shop/web": {Run: "r2"}, "shop/api": {Run: "r1"}})
		})
	}
}

// TestDamagedBookIsEmpty: nothing is started because of what is left of it.
func TestDamagedBookIsEmpty(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := OpenRestarts(file)
	put(t, b, web, RestartEntry{Run: "r1"})
	put(t, b, web, RestartEntry{Run: "r2"})
	if err := os.WriteFile(file, []byte(`{"shop`), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, file, nil)
	put(t, OpenRestarts(file), api, RestartEntry{Run: "r3"})
	expect(t, file, map[string]RestartEntry{"shop/api": {Run: "r3"}})
}

// TestUnsavedEntriesAreSavedLater: what could not be saved counts at once, and the next manager has it, too.
func TestUnsavedEntriesAreSavedLater(t *testing.T) {
	t.Parallel()
	var full atomic.Bool
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := open(file, func(file string, data []byte) error {
		if full.Load() {
			return syscall.EMFILE
		}
		return home.WriteFast(file, data)
	})
	for _, ref := range []app.Ref{web, api} {
		put(t, b, ref, RestartEntry{Run: "r1", Asked: RestartStart})
	}
	full.Store(true)
	if err := b.Put(api, RestartEntry{Run: "r1", Asked: Stop}); err == nil {
		t.Error("it says that an entry is saved")
	}
	b.Forget(web)
	if _, ok := b.Get(web); ok {
		t.Error("a removed entry counts")
	}
	if e, _ := b.Get(api); e.Asked != Stop {
		t.Errorf("an older entry counts: %+v", e)
	}
	full.Store(false)
	var next *Restarts
	fc.Until(t, "the next manager reads it", func() bool {
		next = OpenRestarts(file)
		_, kept := next.Get(web)
		e, _ := next.Get(api)
		return e.Asked == Stop && !kept
	}, &next)
}
