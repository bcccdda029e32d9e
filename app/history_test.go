package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func openHistory(t *testing.T) *History {
	t.Helper()
	h, err := OpenHistory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

func query(t *testing.T, h *History, q HistoryQuery) []Event {
	t.Helper()
	found, err := h.Query(q)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestHistoryAnswersNewestFirstAndFiltered(t *testing.T) {
	h := openHistory(t)
	begin := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for i, e := range []Event{
		{Actor: Actor{Kind: "cli"}, Action: "start", Target: "shop/web"},
		{Actor: Actor{Kind: "mcp", Client: "claude"}, Action: "stop", Target: "shop/web"},
		{Actor: Actor{Kind: "ui"}, Action: "start", Target: "shopping/web"},
		{Actor: Actor{Kind: "cli"}, Action: "forget", Target: "shop"},
	} {
		e.Time = begin.Add(time.Duration(i) * time.Minute)
		if err := h.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		q    HistoryQuery
		want string
	}{
		{HistoryQuery{}, "forget start stop start"},
		{HistoryQuery{Limit: 2}, "forget start"},
		{HistoryQuery{Target: "shop"}, "forget stop start"},
		{HistoryQuery{Target: "shop/web"}, "stop start"},
		{HistoryQuery{Actor: "cli"}, "forget start"},
		{HistoryQuery{Actor: "claude"}, "stop"},
		{HistoryQuery{Action: "start"}, "start start"},
		{HistoryQuery{Since: begin.Add(2 * time.Minute)}, "forget start"},
		{HistoryQuery{Action: "trust"}, ""},
	} {
		var got []string
		for _, e := range query(t, h, c.q) {
			got = append(got, e.Action)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%+v: %q, want %q", c.q, s, c.want)
		}
	}
}

func TestHistoryGoesOnAfterATornLine(t *testing.T) {
	dir := t.TempDir()
	torn := `{"time":"2026-01-01T00:00:00Z","actor":{"kind":"cli"},"action":"start","result":"ok"}` + "\n" + `{"time":"2026-`
	if err := os.WriteFile(filepath.Join(dir, historyName), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := OpenHistory(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Add(Event{Action: "stop"}); err != nil {
		t.Fatal(err)
	}
	got := query(t, h, HistoryQuery{})
	if len(got) != 2 || got[0].Action != "stop" || got[1].Action != "start" {
		t.Fatalf("%+v", got)
	}
}

func TestHistoryRotatesAndDropsTheOldest(t *testing.T) {
	h := openHistory(t)
	h.limit = 2000
	const n = 200
	for i := range n {
		if err := h.Add(Event{Action: "start", Run: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(h.dir, "*"))
	if len(files) != historyFiles {
		t.Errorf("%d files, want %d: %q", len(files), historyFiles, files)
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
	got := query(t, h, HistoryQuery{Limit: n})
	if len(got) < 30 || len(got) == n {
		t.Fatalf("%d events are kept", len(got))
	}
	for i, e := range got {
		if want := fmt.Sprint(n - 1 - i); e.Run != want {
			t.Fatalf("event %d is of run %s, want %s", i, e.Run, want)
		}
	}
}

func TestHistoryReadsLinesThatStraddleItsChunks(t *testing.T) {
	h := openHistory(t)
	const n = 100
	for i := range n {
		if err := h.Add(Event{Action: "run", Run: fmt.Sprint(i), Args: map[string]any{"x": strings.Repeat("x", 3000+i)}}); err != nil {
			t.Fatal(err)
		}
	}
	got := query(t, h, HistoryQuery{Limit: n})
	if len(got) != n || got[0].Run != "99" || got[n-1].Run != "0" {
		t.Fatalf("%d events", len(got))
	}
}

func TestHistoryTakesManyWritersAtOnce(t *testing.T) {
	h := openHistory(t)
	h.limit = 20_000
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if err := h.Add(Event{Action: "start"}); err != nil {
					t.Error(err)
				}
				if _, err := h.Query(HistoryQuery{Limit: 5}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := query(t, h, HistoryQuery{Limit: 1000}); len(got) != 400 {
		t.Fatalf("%d events, want 400", len(got))
	}
}

func TestDoRecordsHowItEnded(t *testing.T) {
	h := openHistory(t)
	taken := failf(CodePortInUse, "", "port 8000 is held")
	err := h.Do(Actor{Kind: "cli"}, "start", "shop/web", map[string]any{"wait": "ready"}, func() (string, error) { return "r1", taken })
	if !errors.Is(err, taken) {
		t.Errorf("the error became %v", err)
	}
	_ = h.Do(Actor{Kind: "ui"}, "stop", "shop/web", nil, func() (string, error) { return "r1", nil })
	_ = h.Do(Actor{Kind: "ui"}, "stop", "shop/web", nil, func() (string, error) { return "", errors.New("/home/x/secret") })
	got := query(t, h, HistoryQuery{})
	if got[0].Result != "internal" || got[0].Detail != "" {
		t.Errorf("an inner fault was recorded as %+v", got[0])
	}
	if got[1].Result != "ok" || got[1].Run != "r1" {
		t.Errorf("%+v", got[1])
	}
	if got[2].Result != "port_in_use" || got[2].Detail != "port 8000 is held" || got[2].Args["wait"] != "ready" {
		t.Errorf("%+v", got[2])
	}
}

func TestAnEventThatIsTooLongLosesItsArguments(t *testing.T) {
	h := openHistory(t)
	long := strings.Repeat("ü", eventBytes)
	if err := h.Add(Event{Action: "input", Detail: long, Actor: Actor{Kind: "api", Client: long}, Args: map[string]any{"x": long}}); err != nil {
		t.Fatal(err)
	}
	e := query(t, h, HistoryQuery{})[0]
	if e.Action != "input" || e.Args["left_out"] == nil || len(e.Detail) > 2000 || len(e.Actor.Client) > 2000 {
		t.Fatalf("%d bytes of detail, %d of client, %v", len(e.Detail), len(e.Actor.Client), e.Args)
	}
}

func TestAddFailsLoudlyWhenTheHistoryIsClosed(t *testing.T) {
	h := openHistory(t)
	_ = h.Close()
	if err := h.Add(Event{Action: "start"}); err == nil || h.Problem() == nil {
		t.Fatal("writing to a closed history succeeded")
	}
}
