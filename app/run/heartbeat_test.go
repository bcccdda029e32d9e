package run

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"devservers/tests/fc"
)

// TestFrozenHolderIsNoticed: the connection to it stays, and takes what is sent.
func TestFrozenHolderIsNoticed(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	answers := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.pulse.asked.IsZero()
	}
	r.Pulse(PulseRest(1))
	if !answers() {
		t.Error("it was asked though it has just been heard")
	}
	r.mu.Lock()
	r.pulse.heard = r.pulse.heard.Add(-PulseRest(1))
	r.mu.Unlock()
	before := r.Heard()
	r.Pulse(PulseRest(1))
	fc.Until(t, "the holder answers", func() bool { return answers() && r.Heard().After(before) })
	r.Listen()
	if r.Silent() != nil {
		t.Error("a holder that works counts as silent")
	}
	holder := r.Record().Holder
	freeze(t, holder)
	r.Pulse(PulseRest(1))
	r.Listen()
	if r.Silent() != nil {
		t.Error("it has time to answer")
	}
	r.mu.Lock()
	r.pulse.asked = r.pulse.asked.Add(-PulseTime)
	r.mu.Unlock()
	r.Listen()
	if since := r.Silent(); since == nil || !since.Equal(r.Heard()) {
		t.Errorf("silent since %v, heard at %v", since, r.Heard())
	}
	if err := r.Input([]byte("x")); !errors.Is(err, ErrSilent) {
		t.Error("input:", err)
	}
	send(t, holder, syscall.SIGCONT)
	fc.Until(t, "it is heard again", func() bool { return r.Silent() == nil })
	if err := r.Signal(syscall.SIGCONT); err != nil {
		t.Error(err)
	}
}

// TestOldHolderIsNotAsked: it would never answer.
func TestOldHolderIsNotAsked(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	r.mu.Lock()
	r.pulse.knows, r.pulse.heard = false, time.Time{}
	r.mu.Unlock()
	r.Pulse(PulseRest(1))
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.pulse.asked.IsZero() {
		t.Error("it was asked")
	}
}

func TestRehearsalLeavesNothingAndSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	parent := filepath.Join(t.TempDir(), "runs")
	if err := Rehearse(parent); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Rehearse(filepath.Join(file, "runs")); !errors.Is(err, syscall.ENOTDIR) {
		t.Error("a place where nothing can be made:", err)
	}
}

// TestHolderThatDiesWithOutputLeavesARun: the machine had no thread for it, after its command had begun to print.
func TestHolderThatDiesWithOutputLeavesARun(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	rec := r.Record()
	rec.Leader.PID = 0
	if !r.began(rec) {
		t.Error("what it printed does not count")
	}
	if (&Run{Dir: t.TempDir()}).began(rec) {
		t.Error("nothing was printed there")
	}
}
