package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { fc.Main(m) }

const patience = time.Minute

// start runs a verb of fc on a terminal, and checks at the end of the test that nothing is left of it.
func start(t *testing.T, args ...string) *Run {
	t.Helper()
	return startSpec(t, spec(fc.Command(args...)))
}

func spec(argv []string) protocol.Spec {
	return protocol.Spec{
		Record: protocol.Record{Project: "p", Server: "s", Kind: "server", Argv: argv, Dir: os.TempDir(),
			Started: time.Now()},
		Path: argv[0], Env: os.Environ(), PTY: true, StopTimeout: time.Second,
	}
}

func startSpec(t *testing.T, s protocol.Spec) *Run {
	t.Helper()
	r, err := Start(filepath.Join(t.TempDir(), "runs"), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, r) })
	return r
}

func end(t *testing.T, r *Run) {
	t.Helper()
	if closed(r.let) && !r.Gone() {
		again, err := Adopt(r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		r = again
	}
	_ = r.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: "asked"})
	await(t, r, "to be gone", func(protocol.Record) bool { return r.Gone() })
	if left := leftOf(t, r); len(left) > 0 {
		t.Errorf("processes left of run %s: %+v", r.Record().ID, left)
	}
}

func leftOf(t *testing.T, r *Run) []process.Proc {
	t.Helper()
	left, err := process.Tree{ID: r.Record().ID}.Members()
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// await waits until is returns true for the record.
func await(t *testing.T, r *Run, what string, is func(protocol.Record) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		changed := r.Changed()
		if is(r.Record()) {
			return
		}
		select {
		case <-changed:
		case <-r.Done():
			if is(r.Record()) {
				return
			}
			t.Fatalf("waited for the run %s; it is over: %+v", what, r.Record())
		case <-ctx.Done():
			t.Fatalf("timed out waiting for the run %s: %+v", what, r.Record())
		}
	}
}

// printed waits until the run has printed a line that contains text, and returns all its lines.
func printed(t *testing.T, r *Run, text string) []string {
	t.Helper()
	tr, err := transcript.Open(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	limit := time.After(patience)
	for {
		more := r.Printed()
		tr.Arm()
		list := readAll(t, tr)
		if strings.Contains(strings.Join(list, "\n"), text) {
			return list
		}
		select {
		case <-more:
		case <-limit:
			t.Fatalf("timed out waiting for %q in %q", text, list)
		}
	}
}

func readAll(t *testing.T, tr *transcript.Reader) []string {
	t.Helper()
	list, err := linesOf(tr)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func linesOf(tr *transcript.Reader) (list []string, err error) {
	var seq int64
	for last := tr.Bounds().Last; ; { // a run may print faster than this reads
		page, err := tr.After(seq, transcript.Limit{})
		if err != nil {
			return list, err
		}
		for _, l := range page.Lines {
			list, seq = append(list, string(l.Text)), l.Seq
		}
		if !page.More || seq >= last {
			return list, nil
		}
	}
}

func output(t *testing.T, r *Run) []string {
	t.Helper()
	tr, err := transcript.Open(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	return readAll(t, tr)
}

func gone(t *testing.T, r *Run) protocol.Record {
	t.Helper()
	await(t, r, "to be gone", func(protocol.Record) bool { return r.Gone() })
	return r.Record()
}

func TestRunKeepsOutputAndExitStatus(t *testing.T) {
	t.Parallel()
	r := start(t, "crash", "7", "good", "bye")
	rec := gone(t, r)
	if rec.End.Code != 7 || rec.End.Signal != "" || rec.End.Cause != "" {
		t.Errorf("ended as %+v", rec.End)
	}
	if got := output(t, r); len(got) != 1 || got[0] != "good bye" {
		t.Errorf("output %q", got)
	}
	saved, err := protocol.Load(r.Dir)
	if err != nil || saved.Gone == nil || saved.End.Code != 7 {
		t.Errorf("run.json says %+v, %v", saved, err)
	}
}

func TestLatestLogPointsToTheLatestRun(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	for _, says := range []string{"one", "two"} {
		r, err := Start(parent, spec(fc.Command("crash", "0", says)))
		if err != nil {
			t.Fatal(err)
		}
		gone(t, r)
		got, err := os.ReadFile(filepath.Join(parent, "latest.log"))
		if err != nil || strings.TrimSpace(string(got)) != says {
			t.Errorf("latest.log is %q, %v", got, err)
		}
	}
}

func TestDeathBySignalIsRecordedAsSignal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGHUP, syscall.SIGTERM} {
		r := start(t, "say", "here")
		printed(t, r, "here")
		if err := r.Record().Leader.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if e := gone(t, r).End; e.Signal != process.SignalName(sig) || e.Code != -1 {
			t.Errorf("%v: ended as %+v", sig, e)
		}
	}
}

func TestStopEndsTheWholeTree(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "nohup", "deaf", "setsid", "double", "envi"} {
		t.Run(kind, func(t *testing.T) {
			r := start(t, "tree", "5", kind)
			printed(t, r, "grown")
			all, err := process.Listing()
			if err != nil {
				t.Fatal(err)
			}
			members := process.Below(all, r.Record().Holder.PID)
			if len(members) != 6 {
				t.Fatalf("the tree has %d members: %+v", len(members), members)
			}
			timeout := patience // the others end on their own, however busy the machine is
			if kind == "deaf" {
				timeout = 300 * time.Millisecond
			}
			if err := r.Stop(protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: timeout, Cause: "asked"}); err != nil {
				t.Fatal(err)
			}
			rec := gone(t, r)
			for _, p := range members {
				if id := p.Identity(); id.Alive() {
					t.Errorf("%+v still lives", p)
				}
			}
			if rec.End.Cause != "asked" || (rec.Gone.Killed > 0) != (kind == "deaf") {
				t.Errorf("ended as %+v, %+v", rec.End, rec.Gone)
			}
		})
	}
}

func TestLeftoverProcessesAreEnded(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "setsid", "envi", "deaf"} {
		t.Run(kind, func(t *testing.T) {
			r := start(t, "leave", "3", kind)
			rec := gone(t, r)
			if rec.End.Code != 0 || rec.Gone.Left == 0 && kind != "plain" {
				t.Errorf("ended as %+v, %+v", rec.End, rec.Gone)
			}
			if got := output(t, r); got[len(got)-1] != "grown" {
				t.Errorf("output %q", got)
			}
		})
	}
}

func TestBystandersAreNeverSignalled(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "signals")
	argv := fc.Command("report", file)
	by, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Env: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = by.Kill(); _, _ = by.Wait() }()
	for range 5 {
		r := start(t, "tree", "3", "setsid")
		printed(t, r, "grown")
		end(t, r)
	}
	data, _ := os.ReadFile(file)
	if s := strings.TrimSpace(string(data)); s != "" && s != "ready" {
		t.Errorf("the bystander was signaled: %q", s)
	}
}

func TestRecycledPIDIsNeverSignalled(t *testing.T) {
	t.Parallel()
	me, err := process.Identify(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []process.Identity{
		{PID: me.PID, Start: me.Start + 1, Boot: me.Boot},
		{PID: me.PID, Start: me.Start, Boot: "another boot"},
		{PID: 1, Start: 1, Boot: me.Boot}, {PID: 0}, {PID: -1},
	} {
		if other.Alive() {
			t.Errorf("%+v is alive", other)
		}
		if err := other.Signal(syscall.SIGKILL); err == nil {
			t.Errorf("%+v was signaled", other)
		}
	}
}

func TestFailedExecIsExplained(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plain, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path, dir, says string
		args            []string
	}{
		"missing":        {path: filepath.Join(dir, "none"), says: "no such file"},
		"interpreter":    {path: script, says: "no such file"},
		"not executable": {path: plain, says: "permission denied"},
		"folder":         {path: "/bin/true", dir: filepath.Join(dir, "none"), says: "no such file"},
		"too long":       {path: "/bin/true", args: []string{strings.Repeat("x", 3<<20)}, says: "argument list too long"},
	} {
		t.Run(name, func(t *testing.T) {
			s := spec(append([]string{c.path}, c.args...))
			if c.dir != "" {
				s.Dir = c.dir
			}
			rec := gone(t, startSpec(t, s))
			if rec.End.Errno == 0 || !strings.Contains(rec.End.Error, c.says) || rec.Leader.PID != 0 {
				t.Errorf("ended as %+v", rec.End)
			}
		})
	}
}

func TestEndOfOutputDoesNotEndTheRun(t *testing.T) {
	t.Parallel()
	r := start(t, "closeout", "300ms")
	if rec := gone(t, r); rec.End.Code != 5 {
		t.Errorf("ended as %+v", rec.End)
	}
}

func TestGrandchildKeepingTheTerminalDelaysNothing(t *testing.T) {
	t.Parallel()
	r := start(t, "holdpty", "600s")
	if rec := gone(t, r); rec.End.Code != 0 {
		t.Errorf("ended as %+v", rec.End)
	}
}

func TestInputAndSizeReachTheTerminal(t *testing.T) {
	t.Parallel()
	r := start(t, "echo")
	if err := r.Input([]byte("hello\n")); err != nil {
		t.Fatal(err)
	}
	printed(t, r, "got hello")
	if err := r.Input([]byte{4}); err != nil { // ctrl-D
		t.Fatal(err)
	}
	if rec := gone(t, r); rec.End.Code != 0 {
		t.Errorf("ended as %+v", rec.End)
	}

	r = start(t, "size")
	printed(t, r, "120 x 40")
	if err := r.Resize(77, 22); err != nil {
		t.Fatal(err)
	}
	printed(t, r, "77 x 22")
}

func TestRunWithoutTerminalUsesAPipe(t *testing.T) {
	t.Parallel()
	s := spec(fc.Command("fds"))
	s.PTY = false
	r := startSpec(t, s)
	gone(t, r)
	got := output(t, r)
	if len(got) != 3 || !strings.HasPrefix(got[0], "0 /dev/null") || !strings.HasPrefix(got[1], "1 pipe:") ||
		!strings.HasPrefix(got[2], "2 pipe:") {
		t.Errorf("descriptors %q", got)
	}
}

func TestCommandInheritsOnlyItsTerminal(t *testing.T) {
	t.Parallel()
	r := start(t, "fds")
	gone(t, r)
	got := output(t, r)
	if len(got) != 3 {
		t.Fatalf("descriptors %q", got)
	}
	for i, line := range got {
		if !strings.HasPrefix(line, strconv.Itoa(i)+" /dev/pts/") {
			t.Errorf("descriptor %d: %q", i, line)
		}
	}
}

func TestManyLinesArriveIntactAndInOrder(t *testing.T) {
	t.Parallel()
	for _, pty := range []bool{true, false} {
		s := spec(fc.Command("lines", "20000"))
		s.PTY = pty
		r := startSpec(t, s)
		gone(t, r)
		got := output(t, r)
		for i, line := range got {
			if line != "line "+strconv.Itoa(i+1) {
				t.Fatalf("pty %v: line %d is %q", pty, i+1, line)
			}
		}
		if len(got) != 20000 {
			t.Errorf("pty %v: %d lines", pty, len(got))
		}
	}
}

func TestLimitsReachTheCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := spec(fc.Command("bigfile", filepath.Join(dir, "big"), "3"))
	s.FileLimit = 1 << 20
	if rec := gone(t, startSpec(t, s)); rec.End.Code == 0 {
		t.Errorf("a file beyond the limit was written: %+v", rec.End)
	}
	s = spec(fc.Command("hog", "300"))
	s.DataLimit = 200 << 20
	if rec := gone(t, startSpec(t, s)); rec.End.Code == 0 {
		t.Errorf("memory beyond the limit was taken: %+v", rec.End)
	}
}

func TestLastOutputIsReadableWhenTheEndIsReported(t *testing.T) {
	t.Parallel()
	for range 20 {
		r := start(t, "crash", "1", "last", "words")
		await(t, r, "to have ended", func(rec protocol.Record) bool { return rec.End != nil })
		if got := output(t, r); len(got) != 1 || got[0] != "last words" {
			t.Fatalf("when the end was announced, the output was %q", got)
		}
	}
}

func TestRemoveRefusesLivingRunsAndIsAtomic(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	if err := Remove(r.Dir); !errors.Is(err, ErrLives) {
		t.Errorf("a living run was removed: %v", err)
	}
	end(t, r)
	half := filepath.Join(filepath.Dir(r.Dir), oldPrefix+"half") // a manager that was killed meanwhile leaves this
	if err := os.Mkdir(half, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Remove(r.Dir); err != nil {
		t.Fatal(err)
	}
	Tidy(filepath.Dir(r.Dir))
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(r.Dir), "*")); len(left) > 1 { // latest.log
		t.Errorf("left: %q", left)
	}
	if exists(half) || exists(r.Dir) {
		t.Error("a folder is left")
	}
}
