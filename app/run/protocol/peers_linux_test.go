package protocol

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestNotesNeverWaitAndNoneIsLost: a manager that leaves its messages unread doesn't hold up the copier, and knows of
// the last line once it reads them.
func TestNotesNeverWaitAndNoneIsLost(t *testing.T) {
	t.Parallel()
	ours, theirs, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	fd, err := syscall.Dup(int(theirs.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	their, err := New(fd)
	if err != nil {
		t.Fatal(err)
	}
	var p peers
	p.last = &Record{ID: "1"}
	p.note() // nobody is there
	p.add(ours, -1)
	_ = their.SetReadDeadline(time.Now().Add(time.Minute))
	next := func() string {
		m, err := their.Receive()
		if err != nil {
			t.Fatal(err)
		}
		return m.Op
	}
	if op := next(); op != "hello" {
		t.Fatalf("the first message is %q", op)
	}
	sent := 1
	for !p.list[0].noteNow() { // its sender has not returned yet
		runtime.Gosched()
	}
	for p.list[0].noteNow() {
		sent++
	}
	p.note()
	for range sent + 1 {
		if op := next(); op != "note" {
			t.Fatalf("%q, no note", op)
		}
	}
	their.Close()
	p.close()
}
