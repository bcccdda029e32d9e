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
	"devservers/app/base/atomicfile"
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

var web, api = app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}

func put(t *testing.T, b *Restarts, ref app.Ref, e RestartEntry) {
	t.Helper()
	if err := b.Put(ref, e); err != nil {
		t.Fatal(err)
	}
}

// written returns the files of a book.
func written(t *testing.T, file string) (text string) {
	t.Helper()
	for _, name := range []string{file, file + "l"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text += string(data)
	}
	return text
}

// TestBookSavesOnlyWhatIsNew: a manager that takes 200 servers over notes each, and most are noted already.
func TestBookSavesOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := OpenRestarts(file)
	put(t, b, web, RestartEntry{Run: "r1"})
	first := written(t, file)
	if put(t, b, web, RestartEntry{Run: "r1"}); written(t, file) != first {
		t.Error("the same entry was saved again")
	}
	if put(t, b, web, RestartEntry{Run: "r2"}); written(t, file) == first {
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

// TestJournalIsReplaced: it must not grow without end.
func TestJournalIsReplaced(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := OpenRestarts(file)
	put(t, b, api, RestartEntry{Run: "r0"})
	for i := range 2 * maxJournal / 40 {
		put(t, b, web, RestartEntry{Run: "r1", Tries: i % 2})
	}
	if info, err := os.Stat(file + "l"); err != nil || info.Size() > maxJournal+100 {
		t.Errorf("%v %v", info.Size(), err)
	}
	put(t, b, web, RestartEntry{Run: "r2"})
	expect(t, file, map[string]RestartEntry{"shop/web": {Run: "r2"}, "shop/api": {Run: "r0"}})
}

// TestBookSurvivesDamage: the files are removed, cut short or replaced while a manager runs.
func TestBookSurvivesDamage(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"journal removed":   func(f string) error { return os.Remove(f + "l") },
		"journal cut short": func(f string) error { return os.Truncate(f+"l", 20) },
		"journal empty":     func(f string) error { return os.Truncate(f+"l", 0) },
		"both removed":      func(f string) error { return errors.Join(os.Remove(f), os.Remove(f+"l")) },
		"journal a link":    func(f string) error { return errors.Join(os.Remove(f+"l"), os.Symlink("elsewhere", f+"l")) },
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

// TestLineCutShortSpoilsNoOther: a manager was killed, or the disk was full, in the middle of a line.
func TestLineCutShortSpoilsNoOther(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "restarts.json")
	b := OpenRestarts(file)
	put(t, b, web, RestartEntry{Run: "r1"})
	put(t, b, api, RestartEntry{Run: "r1"})
	half := `{"server":"shop/web","entry":{"run":"r9"`
	f, err := os.OpenFile(file+"l", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(half); err != nil {
		t.Fatal(err)
	}
	f.Close()
	expect(t, file, map[string]RestartEntry{"shop/web": {Run: "r1"}, "shop/api": {Run: "r1"}})
	b.journal.size += int64(len(half)) // as after a write that failed
	put(t, b, web, RestartEntry{Run: "r2"})
	expect(t, file, map[string]RestartEntry{"shop/web": {Run: "r2"}, "shop/api": {Run: "r1"}})
}

// TestDamagedBookIsEmpty: nothing is started because of a journal whose beginning is lost.
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
	b := open(atomicfile.OpenStore[map[string]RestartEntry](file, atomicfile.WriteFast), journal{file: file + "l", size: unknown,
		open: func(name string, flag int, perm os.FileMode) (*os.File, error) {
			if full.Load() {
				return nil, syscall.EMFILE
			}
			return os.OpenFile(name, flag, perm)
		}})
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
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		next := OpenRestarts(file)
		_, kept := next.Get(web)
		if e, _ := next.Get(api); e.Asked == Stop && !kept {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the next manager reads %+v", next.entries)
		}
	}
}
