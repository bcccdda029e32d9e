package transcript

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"devservers/tests/fc"
)

// bell wakes all its waiters, as a manager does when a holder sends its note.
type bell struct {
	mu sync.Mutex
	ch chan struct{}
}

func (b *bell) wait() <-chan struct{} { b.mu.Lock(); defer b.mu.Unlock(); return b.ch }
func (b *bell) ring()                 { b.mu.Lock(); defer b.mu.Unlock(); close(b.ch); b.ch = make(chan struct{}) }

// follow reads by cursor until the transcript is closed. It waits only when it has armed and there is nothing new.
func follow(r *Reader, b *bell, limit Limit) (lines []string, err error) {
	cursor := int64(0)
	for {
		rung := b.wait()
		r.Arm()
		bounds := r.Bounds()
		p, err := r.After(cursor, limit)
		if err != nil {
			return lines, err
		}
		if p.Gap != nil {
			if p.Gap.From != cursor+1 {
				return lines, fmt.Errorf("gap %v after line %d", *p.Gap, cursor)
			}
			cursor = p.Gap.To
		}
		for _, l := range p.Lines {
			if l.Seq != cursor+1 {
				return lines, fmt.Errorf("line %d after line %d", l.Seq, cursor)
			}
			if l.Partial {
				break
			}
			if want := fmt.Sprintf("line %d ", l.Seq); !strings.HasPrefix(string(l.Text), want) {
				return lines, fmt.Errorf("line %d is %q", l.Seq, l.Text)
			}
			cursor = l.Seq
			lines = append(lines, string(l.Text))
		}
		if bounds.Closed && cursor >= bounds.Last {
			return lines, nil
		}
		if cursor < bounds.Last && (p.More || len(p.Lines) > 0 && !p.Lines[len(p.Lines)-1].Partial) {
			continue
		}
		select {
		case <-rung:
		case <-time.After(time.Minute):
			return lines, fmt.Errorf("not woken: cursor %d, %+v", cursor, r.Bounds())
		}
	}
}

func TestFollowersSeeEachLineOnceOrAGapDuringRotation(t *testing.T) {
	t.Parallel()
	const segment, count = 8 << 10, max(50_000, 100_000/fc.Fewer)
	for _, c := range []struct {
		name string
		cap  int64
		all  bool // nothing is dropped, so nothing may be missing
	}{{"all is kept", 1 << 30, true}, {"old segments go", 4 * segment, false}} {
		t.Run(c.name, func(t *testing.T) {
			w, r, dir := create(t, Options{Segment: segment, Cap: c.cap, maxLine: 4096})
			b := &bell{ch: make(chan struct{})}
			var wg sync.WaitGroup
			for i := range 20 {
				wg.Go(func() {
					lines, err := follow(r, b, Limit{Lines: 50 * (i + 1)})
					if err != nil || c.all && len(lines) != count || len(lines) == 0 {
						t.Errorf("%d lines, %v", len(lines), err)
					}
				})
			}
			var text []byte
			for i := range count {
				text = fmt.Appendf(text, "line %d %s\n", i+1, "--------------------"[:rand.IntN(20)])
				if n := rand.IntN(4000); len(text) > n {
					if w.Commit(copy(w.Buffer(), text[:n])) {
						b.ring()
					}
					text = text[n:]
				}
			}
			print(w, text, 1000)
			if n := diskUse(t, dir); n > c.cap || w.End().End < 100*segment {
				t.Errorf("%d bytes on disk, %d printed", n, w.End().End)
			}
			wake, err := w.Close()
			if err != nil {
				t.Error(err)
			}
			_ = wake
			b.ring()
			wg.Wait()
		})
	}
}

func TestEachArmGetsExactlyOneNote(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{})
	if w.Commit(copy(w.Buffer(), "a\n")) {
		t.Error("nobody armed")
	}
	r.Arm()
	for range 2 {
		if !w.Armed() {
			t.Error("Armed took the flag")
		}
	}
	if !w.Commit(copy(w.Buffer(), "b\n")) || w.Commit(copy(w.Buffer(), "c\n")) {
		t.Error("want one note for one Arm")
	}
	r.Arm()
	if wake, err := w.Close(); !wake || err != nil || !r.Bounds().Closed {
		t.Errorf("close: %v, %v", wake, err)
	}
}

func TestPartialLineIsReturnedAgainUntilItEnds(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{})
	want := func(text string, partial bool, end int64) {
		t.Helper()
		p, err := r.After(1, Limit{})
		if err != nil || len(p.Lines) != 1 || string(p.Lines[0].Text) != text || p.Lines[0].Partial != partial ||
			p.Lines[0].Seq != 2 {
			t.Errorf("got %+v, %v", p, err)
		}
		if b := r.Bounds(); b.Last != 2 || b.Partial != partial || b.End != end {
			t.Errorf("%+v", b)
		}
	}
	print(w, []byte("one\ntw"), 100)
	want("tw", true, 6)
	print(w, []byte("o"), 100)
	want("two", true, 7)
	print(w, []byte("\r\n"), 100)
	want("two", false, 9)
	if p, err := r.After(2, Limit{}); err != nil || len(p.Lines) != 0 || p.Gap != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestPatientReaderIsNotifiedWithoutHurryingTheWriter: the reader gets its note, but the writer sees no reader that
// needs each line at once.
func TestPatientReaderIsNotifiedWithoutHurryingTheWriter(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{})
	r.ArmPatient()
	if w.Armed() {
		t.Error("a patient reader makes the writer hurry")
	}
	if !w.Commit(copy(w.Buffer(), "a\n")) || w.Hurried() {
		t.Error("it got no note, or one in a hurry")
	}
	r.ArmPatient()
	r.Arm()
	r.ArmPatient()
	if !w.Armed() || !w.Commit(copy(w.Buffer(), "b\n")) || !w.Hurried() {
		t.Error("the patient reader took the hurry from the other")
	}
	if w.Commit(copy(w.Buffer(), "c\n")) {
		t.Error("a note without an Arm")
	}
}
