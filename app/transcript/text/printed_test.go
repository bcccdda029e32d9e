package text

import (
	"strings"
	"testing"
	"time"
)

func TestHabitsAreNoReaction(t *testing.T) {
	var p Printed
	at := time.Unix(1000, 0)
	for i := range 10 {
		p.Read(at.Add(time.Duration(10*i)*time.Second), []byte("heartbeat 4"+strings.Repeat("2", i)))
	}
	if got := p.Before(at.Add(time.Hour), never); got.Text != "" {
		t.Errorf("%+v", got)
	}
	p.Read(at.Add(100*time.Second), []byte("Compiled"))
	if got := p.Before(at.Add(time.Hour), never); got.Text != "Compiled" {
		t.Errorf("%+v", got)
	}
}

func TestDenialsAreNoReaction(t *testing.T) {
	var p Printed
	at := time.Unix(1000, 0)
	p.Read(at, []byte("page.tpl is unbalanced, page not written"))
	p.Read(at, []byte("it didn't build"))
	if got := p.Before(at.Add(time.Hour), never); got.Text != "" {
		t.Errorf("%+v", got)
	}
}

func TestPauseIsTheUsualOne(t *testing.T) {
	var p Printed
	at := time.Unix(1000, 0)
	if usual, _ := p.Pauses(at); usual != 0 {
		t.Error("nothing was printed")
	}
	for i := range maxSaid + 10 {
		p.Read(at.Add(time.Duration(2*i)*time.Second), []byte("sent"))
	}
	p.Read(at.Add(time.Hour), []byte("edited"))
	if got, _ := p.Pauses(at.Add(time.Minute)); got != 2*time.Second {
		t.Error(got)
	}
}

func TestOnlyTheNewestPlainLinesAreKept(t *testing.T) {
	var p Printed
	at := time.Unix(1000, 0)
	for i := range maxSaid + 10 {
		p.Read(at.Add(time.Duration(i)*time.Millisecond), []byte("built page "+strings.Repeat("x", i)))
	}
	for back, want := range map[int]int{0: maxSaid + 9, 9: maxSaid, 10: maxSaid - 1, maxSaid - 1: 10} {
		until := at.Add(time.Duration(maxSaid+10-back) * time.Millisecond)
		if got := p.Before(until, never); got.Text != "built page "+strings.Repeat("x", want) {
			t.Errorf("%d lines before the end: %q", back, got.Text)
		}
	}
	if got := p.Before(at.Add(10*time.Millisecond), never); got.Text != "" {
		t.Errorf("an old line: %q", got.Text)
	}
}

func never(time.Time) bool { return false }

// TestWhatIsWrongIsNoted: a line that says so and came with an edit, but not one that comes all the time.
func TestWhatIsWrongIsNoted(t *testing.T) {
	var p Printed
	at := time.Unix(1000, 0)
	for i := range 5 {
		p.Read(at.Add(time.Duration(20*i)*time.Second), []byte("cannot reach the printer"))
	}
	p.Edited = at.Add(200 * time.Second)
	p.Read(p.Edited, []byte("cannot reach the printer"))
	if got := p.Wrong; got.After(at.Add(usualTime)) {
		t.Errorf("a habit: %v", got)
	}
	if p.Read(p.Edited.Add(time.Second), []byte("Error reading db.json")); !p.Wrong.After(p.Edited) {
		t.Errorf("it was not noted: %v", p.Wrong)
	}
}
