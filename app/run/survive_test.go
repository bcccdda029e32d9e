package run

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

func TestRunSurvivesWithoutManagerAndIsAdopted(t *testing.T) {
	t.Parallel()
	r := start(t, "slowlines", "300", "2ms")
	printed(t, r, "line 5")
	before := r.Record()
	r.Release()
	again, err := Adopt(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if now := again.Record(); now.ID != before.ID || now.Leader != before.Leader || now.Holder != before.Holder {
		t.Errorf("taken up as %+v, was %+v", now, before)
	}
	if rec := gone(t, again); rec.End.Code != 0 {
		t.Errorf("ended as %+v", rec.End)
	}
	checkLines(t, output(t, again), "line ", 300)
}

func TestRunEndingWithoutManagerKeepsExitStatus(t *testing.T) {
	t.Parallel()
	r := start(t, "crash", "9", "bye")
	r.Release()
	fc.Until(t, "the holder is gone", func() bool { return !r.Record().Holder.Alive() }) // as we have released the run
	again, err := Adopt(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if rec := gone(t, again); rec.End.Code != 9 || rec.End.Cause != "" {
		t.Errorf("ended as %+v", rec.End)
	}
}

func TestHolderDeathIsDetectedAndItsTreeEnded(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "setsid", "deaf", "envi"} {
		t.Run(kind, func(t *testing.T) {
			r := start(t, "tree", "3", kind)
			printed(t, r, "grown")
			all, err := process.Listing()
			if err != nil {
				t.Fatal(err)
			}
			members := process.Below(all, r.Record().Holder.PID)
			r.Saw(members)
			if err := r.Record().Holder.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			rec := gone(t, r)
			if rec.End.Cause != "holder" || !strings.Contains(rec.End.Error, "died") {
				t.Errorf("ended as %+v", rec.End)
			}
			for _, p := range members {
				if id := p.Identity(); id.Alive() {
					t.Errorf("%+v still lives", p)
				}
			}
			if got := output(t, r); got[len(got)-1] != "grown" {
				t.Errorf("output %q", got)
			}
		})
	}
}

func TestNextManagerEndsTheTreeOfADeadHolder(t *testing.T) {
	t.Parallel()
	r := start(t, "tree", "3", "setsid")
	printed(t, r, "grown")
	r.Release()
	if err := r.Record().Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again, err := Adopt(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if rec := gone(t, again); rec.End.Cause != "holder" {
		t.Errorf("ended as %+v", rec.End)
	}
	if left := leftOf(t, again); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
}

// The writer itself is the oracle of this test: it notes k in a file only after the write of line k has returned.
func TestNoAcknowledgedLineIsLostWhateverIsKilled(t *testing.T) {
	t.Parallel()
	for i := range ackRounds {
		victim := []string{"holder", "server", "manager"}[i%3]
		t.Run(fmt.Sprintf("%d-%s", i, victim), func(t *testing.T) { ackRound(t, victim) })
	}
}

func ackRound(t *testing.T, victim string) {
	file := filepath.Join(t.TempDir(), "ack")
	r := start(t, "ack", file)
	printed(t, r, "ack 10")
	wait(time.Duration(rand.IntN(30)) * time.Millisecond)
	switch victim {
	case "holder":
		_ = r.Record().Holder.Signal(syscall.SIGKILL)
	case "server":
		_ = r.Record().Leader.Signal(syscall.SIGKILL)
	case "manager": // its death only ends the connection
		r.Release()
		again, err := Adopt(r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		r = again
		_ = r.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: "asked"})
	}
	gone(t, r)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	acked, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	got := output(t, r)
	if n := len(got); n > 0 && got[n-1] != "ack "+strconv.Itoa(n) {
		got = got[:n-1] // drop the write that the kill cut short
	}
	if len(got) < acked {
		t.Errorf("%d lines acknowledged, %d kept", acked, len(got))
	}
	checkLines(t, got, "ack ", len(got))
}

// wait lets a random time pass before a kill. The test concludes nothing from it.
func wait(d time.Duration) { <-time.After(d) }

func checkLines(t *testing.T, got []string, prefix string, n int) {
	t.Helper()
	if len(got) != n {
		t.Errorf("%d lines, want %d", len(got), n)
	}
	for i, line := range got {
		if line != prefix+strconv.Itoa(i+1) {
			t.Fatalf("line %d is %q", i+1, line)
		}
	}
}

func TestHangingManagerReconnectsToItsRun(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	r.mu.Lock()
	w := r.wire
	r.mu.Unlock()
	w.Close() // as when the holder dropped us
	wait(50 * time.Millisecond)
	limit := time.After(patience)
	for r.Input(nil) != nil {
		select {
		case <-limit:
			t.Fatal("the connection did not come back")
		case <-time.After(10 * time.Millisecond):
		}
	}
	if !r.Record().Leader.Alive() {
		t.Error("the command is gone")
	}
}
