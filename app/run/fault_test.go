package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/fc"
)

func adopt(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := Adopt(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func send(t *testing.T, id process.Identity, sig syscall.Signal) {
	t.Helper()
	if err := id.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// freeze stops a process, and waits until it has stopped.
func freeze(t *testing.T, id process.Identity) {
	t.Helper()
	send(t, id, syscall.SIGSTOP)
	fc.Until(t, "it is stopped", func() bool { p, err := process.Read(id.PID); return err == nil && p.State == 'T' })
}

func askedToStop() protocol.StopRequest {
	return protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: time.Minute, Cause: protocol.CauseAsked}
}

func TestFrozenHolderIsAdoptedWhenItAnswers(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	r.Release()
	holder := r.Record().Holder
	freeze(t, holder)
	again := adopt(t, r.Dir)
	if again.Silent() == nil || again.Record().ID != r.Record().ID {
		t.Errorf("silent since %v, %+v", again.Silent(), again.Record())
	}
	if err := again.Stop(askedToStop()); err != nil {
		t.Error(err)
	}
	send(t, holder, syscall.SIGCONT)
	if rec := gone(t, again); rec.End.Cause != protocol.CauseAsked || rec.End.Signal != "TERM" {
		t.Errorf("ended as %+v", rec.End)
	}
}

func TestStopEndsATreeWhoseHolderIsFrozen(t *testing.T) {
	t.Parallel()
	r := start(t, "tree", "2", "plain")
	printed(t, r, "grown")
	freeze(t, r.Record().Holder)
	if err := r.Stop(askedToStop()); err != nil {
		t.Error(err)
	}
	fc.Until(t, "the run is gone", r.Gone)
	if e := r.Record().End; e.Cause != protocol.CauseAsked {
		t.Errorf("ended as %+v", e)
	}
}

func TestIDsGrowThoughTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	parent := filepath.Join(t.TempDir(), "runs")
	later := NewID(time.Now().AddDate(1, 0, 0))
	if err := os.MkdirAll(filepath.Join(parent, later), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r, err := Start(parent, spec(fc.Command("exit", "0", "0s")))
		if err != nil {
			t.Fatal(err)
		}
		if id := gone(t, r).ID; id <= later {
			t.Errorf("%s follows %s", id, later)
		} else {
			later = id
		}
	}
}

func TestManagerStartedInsideARunIsNotInItsTree(t *testing.T) {
	t.Parallel()
	state, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	note := filepath.Join(state, "pid")
	s := spec(fc.Command("spawn", note, "serve", filepath.Join(state, "manager.lock")))
	s.State = state
	r := startSpec(t, s)
	printed(t, r, "locked")
	var pid int
	data, err := os.ReadFile(note)
	if err == nil {
		_, err = fmt.Sscan(string(data), &pid)
	}
	if err != nil {
		t.Fatal(err)
	}
	manager, err := process.Identify(pid)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = manager.Signal(syscall.SIGKILL)
		fc.Until(t, "it is gone", func() bool { return !manager.Alive() })
	}()
	if err := r.Stop(askedToStop()); err != nil {
		t.Fatal(err)
	}
	gone(t, r)
	if !manager.Alive() {
		t.Error("the manager was ended with the run")
	}
}

// TestCutJournalEndsNoRun cuts the file that holder and readers have mapped.
func TestCutJournalEndsNoRun(t *testing.T) {
	t.Parallel()
	r := start(t, "slowlines", "1000000", "1ms")
	printed(t, r, "line 5")
	for range 3 {
		if err := os.Truncate(filepath.Join(r.Dir, "live"), 0); err != nil {
			t.Fatal(err)
		}
		fc.Until(t, "its journal is whole", func() bool {
			tr, err := transcript.Open(r.Dir)
			return err == nil &&
				tr.Close() == nil
		})
	}
	tr, err := transcript.Open(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	last := tr.Bounds().Last
	fc.Until(t, "it keeps what is printed", func() bool { return tr.Bounds().Last > last })
	if r.Record().End != nil || !r.Record().Holder.Alive() {
		t.Errorf("it has ended: %+v", r.Record())
	}
}

func TestRemovedFolderIsMadeAgain(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(r *Run) string{
		"run":   func(r *Run) string { return r.Dir },
		"above": func(r *Run) string { return filepath.Dir(r.Dir) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, "slowlines", "1000000", "1ms")
			printed(t, r, "line 5")
			if err := os.RemoveAll(remove(r)); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
				t.Fatal(err)
			}
			fc.Until(t, "its record is back", func() bool {
				rec, err := protocol.Load(r.Dir)
				return err == nil &&
					rec.Leader == r.Record().Leader
			})
			fc.Until(t, "its socket is back", func() bool { return exists(filepath.Join(r.Dir, protocol.SocketName)) })
			r.Release()
			again := adopt(t, r.Dir)
			if again.Silent() != nil || again.Record().Leader != r.Record().Leader {
				t.Errorf("adopted as %+v", again.Record())
			}
			var last int
			fc.Until(t, "it keeps what is printed", func() bool {
				tr, err := transcript.Open(again.Dir)
				if err != nil {
					return false // the transcript is made again by the next line
				}
				defer tr.Close()
				lines, err := linesOf(tr)
				if err != nil || len(lines) == 0 { // the removal may have taken only some of the new files
					return false
				}
				_, _ = fmt.Sscanf(lines[len(lines)-1], "line %d", &last)
				return last > 5
			})
			_ = again.Stop(askedToStop())
			gone(t, again)
			if rec, err := protocol.Load(r.Dir); err != nil || rec.Gone == nil {
				t.Errorf("saved: %+v, %v", rec, err)
			}
		})
	}
}

func TestRemovedFolderOfASilentServerIsMadeAgain(t *testing.T) {
	t.Parallel()
	for name, wake := range map[string]func(*Run) error{
		"by its manager":      func(r *Run) error { return r.Look() },
		"by the next manager": func(r *Run) error { return r.Record().Holder.Signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, "say", "here")
			printed(t, r, "here")
			if err := os.RemoveAll(r.Dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
				t.Fatal(err)
			}
			if err := wake(r); err != nil {
				t.Fatal(err)
			}
			fc.Until(t, "its record is back", func() bool { _, err := protocol.Load(r.Dir); return err == nil })
		})
	}
}

func TestUnreadableRecordLosesNoRun(t *testing.T) {
	t.Parallel()
	for _, holder := range []string{"living", "dead"} {
		t.Run(holder, func(t *testing.T) {
			t.Parallel()
			r := start(t, "tree", "2", "setsid")
			printed(t, r, "grown")
			r.Release()
			if err := os.WriteFile(protocol.RecordFile(r.Dir), []byte(`{"id":`), 0o600); err != nil {
				t.Fatal(err)
			}
			if holder == "dead" {
				send(t, r.Record().Holder, syscall.SIGKILL)
			}
			again := adopt(t, r.Dir)
			if holder == "living" && again.Record().Leader != r.Record().Leader {
				t.Errorf("adopted as %+v", again.Record())
			}
			_ = again.Stop(askedToStop())
			gone(t, again)
			if left := leftOf(t, again); len(left) > 0 {
				t.Errorf("left: %+v", left)
			}
			if rec, err := protocol.Load(r.Dir); err != nil || rec.Gone == nil || rec.ID != r.Record().ID {
				t.Errorf("saved: %+v, %v", rec, err)
			}
		})
	}
}

func TestExitCodeSurvivesAFullDisk(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"by itself", "stopped"} {
		t.Run(ends, func(t *testing.T) {
			t.Parallel()
			r := start(t, "exitonterm", "7")
			printed(t, r, "waits")
			holder := r.Record().Holder
			fileLimit(t, holder.PID, 0)
			if ends == "stopped" {
				_ = r.Stop(askedToStop())
			} else {
				send(t, r.Record().Leader, syscall.SIGTERM)
			}
			fc.Until(t, "the run is gone", r.Gone)
			if e := r.Record().End; e.Code != 7 || (e.Cause == protocol.CauseAsked) != (ends == "stopped") {
				t.Errorf("ended as %+v", e)
			}
			next := adopt(t, r.Dir)
			fc.Until(t, "the next manager knows", next.Gone)
			if e := next.Record().End; e == nil || e.Code != 7 {
				t.Errorf("the next manager says %+v", e)
			}
			fileLimit(t, holder.PID, unix.RLIM_INFINITY)
			fc.Until(t, "it is saved", func() bool {
				rec, err := protocol.Load(r.Dir)
				return err == nil && rec.Gone != nil && rec.End.Code == 7
			})
			fc.Until(t, "the holder is gone", func() bool { return !holder.Alive() })
		})
	}
}

// TestStartThatFailsForLackOfDiskSaysSo needs a process of its own, because the limit applies to the whole of it.
func TestStartThatFailsForLackOfDiskSaysSo(t *testing.T) {
	t.Parallel()
	if parent := os.Getenv("RUN_WITHOUT_DISK"); parent != "" {
		fileLimit(t, os.Getpid(), 4096) // the record has room, the transcript does not
		_, err := Start(parent, spec(fc.Command("say", "here")))
		fmt.Println("error:", err, errors.Is(err, syscall.EFBIG))
		return
	}
	parent := filepath.Join(t.TempDir(), "runs")
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "RUN_WITHOUT_DISK="+parent)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "error: cannot create transcript") ||
		!strings.Contains(string(out), "too large true") {
		t.Errorf("%s, %v", out, err)
	}
	if entries, _ := os.ReadDir(parent); len(entries) > 0 {
		t.Errorf("kept: %v", entries)
	}
}

func TestRunWithoutAHolderIsNotKept(t *testing.T) {
	t.Parallel()
	s := spec(fc.Command("say"))
	dir, lock, err := makeFolder(t.TempDir(), &s)
	if err != nil {
		t.Fatal(err)
	}
	lock.Close()
	fc.Until(t, "no process that another test has just forked holds the lock", func() bool { return !Lives(dir) })
	if _, err := Adopt(dir); !errors.Is(err, ErrNeverBegan) {
		t.Error(err)
	}
	if exists(dir) {
		t.Error("it is kept")
	}
}

// TestNoLineIsLostWithoutDescriptors is not parallel: it takes the descriptors of the whole test.
func TestNoLineIsLostWithoutDescriptors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ack")
	r := start(t, "ack", file)
	printed(t, r, "ack 10")
	holder := r.Record().Holder
	freeze(t, holder) // from here on, lines stay in the terminal
	wait(50 * time.Millisecond)
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	err := syscall.Kill(holder.PID, syscall.SIGKILL) // Signal would need a descriptor; it is our child
	wait(300 * time.Millisecond)
	if err := errors.Join(err, unix.Setrlimit(unix.RLIMIT_NOFILE, &old)); err != nil {
		t.Fatal(err)
	}
	gone(t, r)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var acked int
	_, _ = fmt.Sscan(string(data), &acked)
	got := output(t, r)
	if len(got) < acked {
		t.Errorf("%d lines acknowledged, %d kept", acked, len(got))
	}
}

func TestLeaderThatEndsFirstLetsItsChildrenFinish(t *testing.T) {
	t.Parallel()
	child := strings.Join(fc.Command("slowstop", "700ms"), " ")
	s := spec([]string{"/bin/sh", "-c", child + " & exec sleep 1000"})
	s.StopTimeout = time.Minute
	r := startSpec(t, s)
	printed(t, r, "started")
	if err := r.Stop(askedToStop()); err != nil {
		t.Fatal(err)
	}
	if rec := gone(t, r); rec.Gone.Killed != 0 {
		t.Errorf("%+v", rec.Gone)
	}
	if got := output(t, r); got[len(got)-1] != "stopped" {
		t.Errorf("the child could not finish: %q", got)
	}
}

func TestSuspendKeyStopsNothing(t *testing.T) {
	t.Parallel()
	r := start(t, "slowlines", "1000000", "2ms")
	printed(t, r, "line 5")
	if err := r.Input([]byte{26}); err != nil {
		t.Fatal(err)
	}
	lines := len(output(t, r))
	printed(t, r, fmt.Sprintf("line %d", lines+500))
}

func TestInputThatNobodyReadsDelaysNoStop(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	for range 60 { // each would take a second
		if err := r.Input(make([]byte, 11_000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Stop(askedToStop()); err != nil {
		t.Fatal(err)
	}
	if took := gone(t, r).Gone.Took; took > 30*time.Second {
		t.Errorf("the stop took %s", took)
	}
}

func TestHolderSurvivesAnyMessage(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	bad := []string{`{}`, `[]`, `nonsense`, `{"op":1}`, `{"op":"hello"}`, `{"op":"stop"}`, `{"op":"stop","stop":{}}`,
		`{"op":"stop","stop":{"signal":15,"timeout":-1}}`,
		`{"op":"signal"}`, `{"op":"signal","signal":-9}`, `{"op":"input"}`, `{"op":"resize","cols":-1}`, `{"op":"ready"}`, `{"op":"spec"}`, `{"op":"unknown","version":99}`}
	for _, m := range bad {
		w, err := dial(r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		hello, err := w.Receive()
		if err != nil || hello.Op != "hello" || hello.Version != protocol.Version {
			t.Fatalf("%s: %+v, %v", m, hello, err)
		}
		_, err = w.Write([]byte(m + "\n"))
		w.Close()
		if err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
	rec := adopt(t, r.Dir).Record()
	if data, _ := json.Marshal(rec); rec.Stop != nil || rec.End != nil || rec.Ready != nil || !rec.Leader.Alive() {
		t.Errorf("%s", data)
	}
}

// TestRunThatNeverBeganIsRemovedWithoutDescriptors is not parallel, like the one above. Removing a folder opens it.
func TestRunThatNeverBeganIsRemovedWithoutDescriptors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(protocol.RecordFile(dir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	err := discard(dir)
	if err := errors.Join(err, unix.Setrlimit(unix.RLIMIT_NOFILE, &old)); err != nil {
		t.Fatal(err)
	}
	fc.Until(t, "it is removed", func() bool { _, err := os.Stat(dir); return errors.Is(err, os.ErrNotExist) })
}

// TestHolderThatDiesAfterItsCommandBeganLeavesARun: it was killed before it could answer the manager.
func TestHolderThatDiesAfterItsCommandBeganLeavesARun(t *testing.T) {
	t.Parallel()
	s := spec(fc.Command("say", "hi"))
	s.Grace = time.Second
	dir, lock, err := makeFolder(filepath.Join(t.TempDir(), "runs"), &s)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	holder, err := holderOf(dir, s, lock)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.w.Receive(); err != nil { // lost
		t.Fatal(err)
	}
	holder.kill()
	r := newRun(dir, s.Record)
	if _, err = r.unanswered(errors.New("no answer")); err != nil {
		t.Fatal(err)
	}
	rec, err := protocol.Load(dir)
	if err != nil || rec.End == nil || rec.End.Cause != protocol.CauseHolder || rec.Gone == nil || rec.Leader.Alive() ||
		!r.Gone() {
		t.Errorf("%+v, %v", rec, err)
	}
}
