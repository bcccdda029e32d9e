package restarts

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/atomicfile"
	"devservers/app/config"
	"devservers/app/run"
)

func TestRestartPauseDoublesUpToMaximum(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{1: 500 * time.Millisecond, 2: time.Second, 5: 8 * time.Second, 7: 30 * time.Second, 99: 30 * time.Second} {
		if got := pause(attempt); got != want {
			t.Errorf("before attempt %d: %s, want %s", attempt, got, want)
		}
	}
}

func TestRestartPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		end             run.End
		failure, always bool
	}{
		{run.End{Code: 0}, false, true},
		{run.End{Code: 1}, true, true},
		{run.End{Code: -1, Signal: "SEGV"}, true, true},
		{run.End{Code: -1, Signal: "KILL", Cause: "memory"}, true, true},
		{run.End{Code: -1, Signal: "KILL", Cause: "holder"}, true, true},
		{run.End{Code: 1, Cause: "asked"}, false, false},
		{run.End{Code: 0, Cause: "idle"}, false, false},
		{run.End{Code: -1, Error: "exec format error"}, false, false},
	} {
		if follows(config.RestartNo, &c.end) || follows(config.RestartOnFailure, &c.end) != c.failure || follows(config.RestartAlways, &c.end) != c.always {
			t.Errorf("%+v", c.end)
		}
	}
}

// TestBookSavesOnlyWhatIsNew: a manager that takes 200 servers over notes each, and most are noted already.
func TestBookSavesOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b, ref := Open(file), app.Ref{Project: "shop", Name: "web"}
	put := func(run string) os.FileInfo {
		if err := b.Put(ref, Entry{Run: run}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	first := put("r1")
	if same := put("r1"); !os.SameFile(first, same) {
		t.Error("the same entry was saved again")
	}
	if other := put("r2"); os.SameFile(first, other) {
		t.Error("another entry was not saved")
	}
}

// TestUnsavedEntriesAreSavedLater: what could not be saved counts at once, and the next manager has it, too.
func TestUnsavedEntriesAreSavedLater(t *testing.T) {
	t.Parallel()
	var full atomic.Bool
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := &Book{store: atomicfile.OpenStore[map[string]Entry](file, func(file string, data []byte) error {
		if full.Load() {
			return syscall.EMFILE
		}
		return atomicfile.WriteFast(file, data)
	})}
	gone, stopped := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}
	for _, ref := range []app.Ref{gone, stopped} {
		if err := b.Put(ref, Entry{Run: "r1", Asked: Start}); err != nil {
			t.Fatal(err)
		}
	}
	full.Store(true)
	if err := b.Put(stopped, Entry{Run: "r1", Asked: Stop}); err == nil {
		t.Error("it says that an entry is saved")
	}
	b.Forget(gone)
	if _, ok := b.Get(gone); ok {
		t.Error("a removed entry counts")
	}
	if e, _ := b.Get(stopped); e.Asked != Stop {
		t.Errorf("an older entry counts: %+v", e)
	}
	full.Store(false)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		next := Open(file)
		_, kept := next.Get(gone)
		if e, _ := next.Get(stopped); e.Asked == Stop && !kept {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the next manager reads %+v", next.store.Get())
		}
	}
}
