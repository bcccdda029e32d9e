package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

func openStore(t *testing.T) *Store {
	t.Helper()
	h, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

func query(t *testing.T, h *Store, q Query) []Entry {
	t.Helper()
	found, err := h.Query(q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestQueryFiltersNewestFirst(t *testing.T) {
	h := openStore(t)
	begin := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for i, e := range []Entry{
		{Actor: app.Actor{Kind: "api"}, Action: "pin", Target: `shop@a&"b/web`},
		{Actor: app.Actor{Kind: "cli"}, Action: "start", Target: "shop/web"},
		{Actor: app.Actor{Kind: "mcp", Client: "claude"}, Action: "stop", Target: "shop/web"},
		{Actor: app.Actor{Kind: "ui"}, Action: "start", Target: "shopping/web"},
		{Actor: app.Actor{Kind: "cli"}, Action: "forget", Target: "shop"},
	} {
		e.Time = begin.Add(time.Duration(i) * time.Minute)
		if err := h.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{}, "forget start stop start pin"},
		{Query{Limit: 2}, "forget start"},
		{Query{Target: "shop"}, "forget stop start"},
		{Query{Target: "shop/web"}, "stop start"},
		{Query{Target: `shop@a&"b`}, "pin"},
		{Query{Actor: "cli"}, "forget start"},
		{Query{Actor: "claude"}, "stop"},
		{Query{Action: "start"}, "start start"},
		{Query{Since: begin.Add(3 * time.Minute)}, "forget start"},
		{Query{Since: begin.Add(2 * time.Minute), Target: "shop"}, "forget stop"},
		{Query{Action: "trust"}, ""},
	} {
		var got []string
		for _, e := range query(t, h, c.q) {
			got = append(got, string(e.Action))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%+v: %q, want %q", c.q, s, c.want)
		}
	}
}

func TestOpenEndsATornLine(t *testing.T) {
	dir := t.TempDir()
	torn := `{"time":"2026-01-01T00:00:00Z","actor":{"kind":"cli"},"action":"start","result":"ok"}` + "\n" +
		`{"time":"2026-`
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Add(Entry{Action: "stop"}); err != nil {
		t.Fatal(err)
	}
	got := query(t, h, Query{})
	if len(got) != 2 || got[0].Action != "stop" || got[1].Action != "start" {
		t.Fatalf("%+v", got)
	}
}

func TestRotationDropsTheOldestFile(t *testing.T) {
	h := openStore(t)
	h.limit = 2000
	const n = 200
	for i := range n {
		if err := h.Add(Entry{Action: "start", Run: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(h.dir, "*"))
	if len(files) != fileCount {
		t.Errorf("%d files, want %d: %q", len(files), fileCount, files)
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > h.limit || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %d bytes, %v", f, info.Size(), info.Mode())
		}
	}
	got := query(t, h, Query{Limit: n})
	if len(got) < 30 || len(got) == n {
		t.Fatalf("%d entries are left", len(got))
	}
	for i, e := range got {
		if want := fmt.Sprint(n - 1 - i); e.Run != want {
			t.Fatalf("entry %d is of run %s, want %s", i, e.Run, want)
		}
	}
}

func TestQueryReadsLinesAcrossChunks(t *testing.T) {
	h := openStore(t)
	const n = 100
	for i := range n {
		if err := h.Add(Entry{Action: "run", Run: fmt.Sprint(i),
			Args: map[string]any{"x": strings.Repeat("x", 3000+i)}}); err != nil {
			t.Fatal(err)
		}
	}
	got := query(t, h, Query{Limit: n})
	if len(got) != n || got[0].Run != "99" || got[n-1].Run != "0" {
		t.Fatalf("%d entries", len(got))
	}
}

func TestConcurrentWritersAndReaders(t *testing.T) {
	h := openStore(t)
	h.limit = 20_000
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if err := h.Add(Entry{Action: "start"}); err != nil {
					t.Error(err)
				}
				if _, err := h.Query(Query{Limit: 5}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := query(t, h, Query{Limit: 1000}); len(got) != 400 {
		t.Fatalf("%d entries, want 400", len(got))
	}
}

func TestDoRecordsTheResult(t *testing.T) {
	h := openStore(t)
	ref, ended := app.Ref{Project: "shop", Name: "web"}, app.Result{Status: app.Status{LastRun: app.LastRun{Run: "r1"}}}
	taken := &app.Error{Code: app.CodePortInUse, Detail: "port 8000 is held"}
	_, err := Record(h, app.Actor{Kind: "cli"}, "start", ref, map[string]any{"wait": "ready"},
		func() (app.Result, error) { return ended, taken })
	if !errors.Is(err, taken) {
		t.Errorf("the error became %v", err)
	}
	_, _ = Record(h, app.Actor{Kind: "ui"}, "stop", ref, nil, func() (app.Result, error) { return ended, nil })
	_ = h.Do(app.Actor{Kind: "ui"}, "stop", app.Ref{Project: "shop"}, nil,
		func() error { return errors.New("/home/x/secret") })
	got := query(t, h, Query{})
	if got[0].Result != "internal" || got[0].Detail != "" {
		t.Errorf("an unexpected error was recorded as %+v", got[0])
	}
	if got[0].Target != "shop" || got[1].Target != "shop/web" {
		t.Errorf("the targets are %q and %q", got[0].Target, got[1].Target)
	}
	if got[1].Result != "ok" || got[1].Run != "r1" {
		t.Errorf("%+v", got[1])
	}
	if got[2].Result != "port_in_use" || got[2].Detail != "port 8000 is held" || got[2].Args["wait"] != "ready" {
		t.Errorf("%+v", got[2])
	}
}

// A caller that leaves doesn't end what it began.
func TestStartThatNobodyWaitedForIsNoFailure(t *testing.T) {
	h := openStore(t)
	_, err := Record(h, app.Actor{Kind: app.ActorCLI}, Start, app.Ref{Project: "shop", Name: "web"}, nil,
		func() (app.Result, error) {
			return app.Result{Status: app.Status{LastRun: app.LastRun{Run: "r1"}}}, context.Canceled
		})
	list := query(t, h, Query{})
	if !errors.Is(err, context.Canceled) || len(list) != 1 || list[0].Result != "ok" || list[0].Detail == "" {
		t.Errorf("%v, recorded %+v", err, list)
	}
}

func TestTooLongEntryLosesItsArguments(t *testing.T) {
	h := openStore(t)
	long := strings.Repeat("ü", entryBytes)
	if err := h.Add(Entry{Action: "input", Detail: long, Actor: app.Actor{Kind: "api", Client: long},
		Args: map[string]any{"x": long}}); err != nil {
		t.Fatal(err)
	}
	e := query(t, h, Query{})[0]
	if e.Action != "input" || e.Args["left_out"] == nil || len(e.Detail) > 2000 || len(e.Actor.Client) > 2000 {
		t.Fatalf("%d bytes of detail, %d of client, %v", len(e.Detail), len(e.Actor.Client), e.Args)
	}
}

func TestAddFailsAfterClose(t *testing.T) {
	h := openStore(t)
	_ = h.Close()
	if err := h.Add(Entry{Action: "start"}); err == nil || h.err == nil {
		t.Fatal("writing to a closed history succeeded")
	}
}

// TestRotationMovesNothingIfTheNextFileCannotBeOpened: each failed rotation used to move every file up by one, until
// all but one were gone.
func TestRotationMovesNothingIfTheNextFileCannotBeOpened(t *testing.T) {
	h := openStore(t)
	for i := range 3 {
		if err := h.Add(Entry{Action: "start", Run: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			h.limit = 0
		}
	}
	before := query(t, h, Query{})
	noMoreFiles(t, func() {
		for range fileCount {
			if err := h.Add(Entry{Action: "lost"}); err == nil {
				t.Fatal("an entry was recorded without a file for it")
			}
		}
	})
	if after := query(t, h, Query{}); len(after) != 3 || len(before) != 3 {
		t.Errorf("%d entries are left of %d", len(after), len(before))
	}
	if err := h.Add(Entry{Action: "stop"}); err != nil {
		t.Error(err)
	}
}

// noMoreFiles calls what while this process can't open another file.
func noMoreFiles(t *testing.T, what func()) {
	t.Helper()
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
	what()
}

// TestHistoryIsARegularFile: another kind of file is named, in no time, and garbage counts as a loss.
func TestHistoryIsARegularFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, fileName)
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a pipe: %v", err)
	}
	if err := errors.Join(os.Remove(file), os.WriteFile(file, []byte("{gar\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	h, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if list := home.Damaged(dir); len(list) != 1 {
		t.Errorf("garbage is told as %v", list)
	}
}
