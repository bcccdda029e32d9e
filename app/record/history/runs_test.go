package history

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { fc.Main(m) }

const endPatience = time.Minute

var webServer = app.Ref{Project: "shop", Name: "web"}

func newStore(t *testing.T) Runs {
	return Runs{Root: filepath.Join(t.TempDir(), "runs"), URL: "http://localhost:7912", Log: slog.New(slog.DiscardHandler)}
}

// start starts a run of a verb of fc, which ends with the test.
func (s Runs) start(t *testing.T, ref app.Ref, args ...string) *run.Run {
	t.Helper()
	argv := fc.Command(args...)
	r, err := run.Start(s.Dir(ref), protocol.Spec{
		Record: protocol.Record{Project: ref.Project, Server: ref.Name, Kind: "server", Argv: argv, Dir: os.TempDir(),
			Started: time.Now(), Actor: protocol.Actor{Kind: "cli"}},
		Path: argv[0], Env: os.Environ(), PTY: true, StopTimeout: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: app.CauseAsked})
		over(t, r)
	})
	return r
}

// ended makes a run that is over.
func (s Runs) ended(t *testing.T, ref app.Ref, args ...string) *run.Run {
	t.Helper()
	r := s.start(t, ref, args...)
	over(t, r)
	return r
}

func over(t *testing.T, r *run.Run) {
	t.Helper()
	select {
	case <-r.Done():
	case <-time.After(endPatience):
		t.Fatalf("run %s is not over: %+v", r.Record().ID, r.Record())
	}
}

func TestListDescribesRunsNewestFirst(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if list := s.List(webServer); len(list) != 0 {
		t.Errorf("before the first run: %+v", list)
	}
	first := s.ended(t, webServer, "crash", "3", "no", "tea")
	second := s.start(t, webServer, "say", "up")
	list := s.List(webServer)
	if len(list) != 2 || list[0].ID != second.Record().ID || list[1].ID != first.Record().ID {
		t.Fatalf("%+v", list)
	}
	if now := list[0]; now.PID != second.Record().Leader.PID || now.Exit != nil || now.EndedAt != nil {
		t.Errorf("the living run: %+v", now)
	}
	if was := list[1]; was.PID != 0 || was.Exit == nil || *was.Exit.Code != 3 || was.EndedAt == nil || was.Lines != 1 ||
		was.ViewerURL != "http://localhost:7912/p/shop/web/runs/"+was.ID {
		t.Errorf("the run that is over: %+v", was)
	}
	if lines := LastLines(first.Dir, 10); !slices.Equal(lines, []string{"no tea"}) {
		t.Errorf("%q", lines)
	}
}

func TestOnlyKeptRunsHaveADirectory(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := s.ended(t, webServer, "lines", "1").Record().ID
	if dir, err := s.RunDir(webServer, id); err != nil || dir != filepath.Join(s.Root, "shop", "web", id) {
		t.Error(dir, err)
	}
	other := app.Ref{Project: "shop", Name: "api"}
	for _, c := range []struct {
		ref app.Ref
		id  string
	}{{other, id}, {webServer, ""}, {webServer, "."}, {webServer, "../web/" + id}, {webServer, "1qe7nothing"}} {
		if dir, err := s.RunDir(c.ref, c.id); err == nil {
			t.Errorf("run %q of %s: %s", c.id, c.ref, dir)
		}
	}
}

// TestIDsAreThoseOfTheDirectory: they are remembered while it doesn't change.
func TestIDsAreThoseOfTheDirectory(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	s.Ended = &Ended{}
	dir := s.Dir(webServer)
	look := func(want ...string) {
		t.Helper()
		for range 2 { // the second look remembers
			if got := s.IDs(webServer); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
	look()
	for i, id := range []string{"1a", "1b"} {
		if err := os.MkdirAll(filepath.Join(dir, id), 0o700); err != nil {
			t.Fatal(err)
		}
		look([]string{"1a", "1b"}[:i+1]...) // a directory that changes is read
		old := time.Now().Add(-time.Hour * time.Duration(2-i))
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
		look([]string{"1a", "1b"}[:i+1]...)
	}
	if _, known := s.Ended.kept[dir]; !known {
		t.Error("a directory that rests is not remembered")
	}
	if err := os.Remove(filepath.Join(dir, "1a")); err != nil {
		t.Fatal(err)
	}
	look("1b")
}

func TestPruneSparesTheLivingAndTheNewest(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	living := s.start(t, webServer, "say", "up").Record().ID // the oldest of all
	oldest := s.ended(t, webServer, "lines", "2000").Record().ID
	newest := s.ended(t, webServer, "lines", "1").Record().ID
	api := app.Ref{Project: "shop", Name: "api"}
	other := s.ended(t, api, "lines", "1").Record().ID
	s.Prune(webServer, 3)
	if ids := s.IDs(webServer); !slices.Equal(ids, []string{living, oldest, newest}) {
		t.Fatal(ids, "with as many as are kept")
	}
	s.Prune(webServer, 2)
	if ids := s.IDs(webServer); !slices.Equal(ids, []string{living, oldest, newest}) {
		t.Error(ids, "although the oldest lives")
	}
	all := int64(0)
	for _, ref := range s.All() {
		for _, id := range s.IDs(ref) {
			all += sizeOf(filepath.Join(s.Dir(ref), id))
		}
	}
	k := &Keeper{Runs: s, Living: func() []*run.Run { return nil }, Most: func() int64 { return all - 1 }}
	k.look()
	if ids := s.IDs(webServer); !slices.Equal(ids, []string{living, newest}) ||
		!slices.Equal(s.IDs(api), []string{other}) {
		t.Error(ids, s.IDs(api), "with a byte too many")
	}
}

func TestStraysAreFoundAndNotEnded(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ours, stray := s.start(t, webServer, "say", "up"), s.start(t, app.Ref{Project: "lost", Name: "web"}, "say", "up")
	s.ended(t, app.Ref{Project: "over", Name: "web"}, "lines", "1")
	if left := s.LeftRunning(); len(left) != 2 {
		t.Errorf("%v", left)
	}
	found := s.Strays(func(project string) bool { return project == "shop" })
	if len(found) != 1 || found["lost"] != stray.Record().Dir || stray.Gone() || ours.Gone() {
		t.Errorf("%v", found)
	}
}

func TestTotalHoldsWhileServersRun(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	oldest := s.ended(t, webServer, "lines", "2000").Record().ID
	flood := s.start(t, webServer, "flood", strconv.Itoa(1<<40))
	defer func() { _ = flood.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: app.CauseAsked}) }()
	lines, err := transcript.Open(flood.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	k := &Keeper{Runs: s, Living: func() []*run.Run { return []*run.Run{flood} }, Most: func() int64 { return leastCap }}
	var size int64
	fc.Until(t, "a part of 100 MB is kept", func() bool {
		k.look()
		size = sizeOf(flood.Dir)
		return lines.Bounds().End >= 100<<20 && size <= 3*leastCap
	}, &size)
	if slices.Contains(s.IDs(webServer), oldest) {
		t.Error("the oldest run is kept")
	}
}

// TestKeeperRestsWhileNothingStirs: it reads no folder again, unless the runs might grow beyond the limit.
func TestKeeperRestsWhileNothingStirs(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	living, ended := s.start(t, webServer, "say", "up"), s.ended(t, webServer, "lines", "1")
	most := int64(1 << 30)
	k := &Keeper{Runs: s, Living: func() []*run.Run { return []*run.Run{living} }, Most: func() int64 { return most }}
	var total int64
	measured := func() bool { // it would correct this
		total = k.total
		k.total = 1
		k.look()
		return k.total != 1
	}
	if !measured() {
		t.Error("the first look measures nothing")
	}
	for end := time.Now().Add(time.Minute); measured(); time.Sleep(10 * time.Millisecond) { // the run may have just begun
		if time.Now().After(end) {
			t.Fatal("each look measures")
		}
	}
	if err := os.WriteFile(filepath.Join(living.Dir, "000002.log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !measured() {
		t.Error("a new file in a living run's folder is not noticed")
	}
	if most = total + mostUnseen/2; !measured() {
		t.Error("the living run might grow beyond the limit")
	}
	if ids := s.IDs(webServer); !slices.Contains(ids, ended.Record().ID) {
		t.Error("an ended run is gone before the limit is reached")
	}
}

func TestRemovedFolderOfALivingRunIsNoticed(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	r := s.start(t, webServer, "say", "up")
	k := &Keeper{Runs: s, Living: func() []*run.Run { return []*run.Run{r} }, Most: func() int64 { return 0 }}
	k.look()
	if err := os.RemoveAll(r.Dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
		t.Fatal(err)
	}
	fc.Until(t, "it is made again", func() bool { k.look(); return len(s.Open(webServer)) > 0 })
}
