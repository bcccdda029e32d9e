//go:build crash

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"devservers/app/transcript"
)

// oracle knows what a server `fc ack FILE` must have left in its transcripts. That server writes "ack k" and, once
// that write has returned, k into FILE. A new run continues after the k in FILE. So the first number of a run shows
// how many lines had been acknowledged when the previous run ended. The previous run must hold exactly those lines,
// and at most one more that was written but not acknowledged.
type oracle struct {
	h      *testHome
	server string
	file   string
	runs   []*ackRun // whose end has not been checked yet, oldest first
	judged string    // the id of the last run that was checked
	tally
}

// tally counts what an oracle has found.
type tally struct {
	lost, doubled, extra int
	faults               []string
}

func (t *tally) fault(format string, args ...any) {
	t.faults = append(t.faults, fmt.Sprintf(format, args...))
}

// ackRun is the part of one run's transcript that was read.
type ackRun struct {
	id          string
	seq         int64 // of the last whole line
	first, last int   // numbers
	torn        string
}

func newOracle(h *testHome, server, file string) *oracle {
	return &oracle{h: h, server: server, file: file}
}

// acked returns how many lines the server knows to be written.
func (o *oracle) acked() int {
	data, err := os.ReadFile(o.file)
	if err != nil {
		o.h.t.Fatal(err)
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	return n
}

// read checks all that is new in the transcripts of all runs, oldest first. No run may end or begin meanwhile.
func (o *oracle) read() {
	o.h.t.Helper()
	for _, id := range o.h.runs(o.server) {
		if id <= o.judged {
			continue
		}
		i := slices.IndexFunc(o.runs, func(r *ackRun) bool { return r.id == id })
		if i < 0 {
			i = len(o.runs)
			o.runs = append(o.runs, &ackRun{id: id})
		}
		o.readRun(o.runs[i])
	}
	for o.judge() {
	}
}

func (o *oracle) readRun(r *ackRun) {
	t := o.h.t
	tr, err := transcript.Open(o.h.runDir(o.server, r.id))
	if errors.Is(err, fs.ErrNotExist) {
		return // it never got that far
	}
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	for {
		page, err := tr.After(r.seq, transcript.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if page.Gap != nil {
			o.lost += int(page.Gap.To - page.Gap.From + 1)
			o.fault("%s run %s has a gap: %+v", o.server, r.id, page.Gap)
		}
		for _, l := range page.Lines {
			o.line(r, l)
		}
		if !page.More {
			return
		}
	}
}

// line checks that r continues with l: its seq, and its number.
func (o *oracle) line(r *ackRun, l transcript.Line) {
	text := strings.TrimSuffix(string(l.Text), "\r")
	if r.torn = ""; l.Partial {
		r.torn = text
		return
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "ack "))
	switch {
	case err != nil || l.Seq != r.seq+1:
		o.lost++
		o.fault("%s run %s: after line %d (ack %d) came line %d: %q", o.server, r.id, r.seq, r.last, l.Seq, text)
	case r.first == 0:
		r.first = n
	case n <= r.last:
		o.doubled += r.last - n + 1
		o.fault("%s run %s: ack %d came after ack %d", o.server, r.id, n, r.last)
	case n > r.last+1:
		o.lost += n - r.last - 1
		o.fault("%s run %s: ack %d came after ack %d", o.server, r.id, n, r.last)
	}
	r.seq, r.last = l.Seq, n
}

// judge settles the oldest run that has printed, once a later one has printed too.
func (o *oracle) judge() (more bool) {
	next := slices.IndexFunc(o.runs[min(1, len(o.runs)):], func(r *ackRun) bool { return r.first != 0 }) + 1
	if next == 0 {
		return false
	}
	for _, r := range o.runs[:next] {
		if !o.over(r) {
			o.fault("%s: run %s lives beside run %s", o.server, r.id, o.runs[next].id)
		}
	}
	if o.runs[0].first != 0 {
		o.settle(o.runs[0], o.runs[next].first-1)
	}
	o.judged, o.runs = o.runs[next-1].id, o.runs[next:]
	return true
}

func (o *oracle) over(r *ackRun) bool { return o.h.record(o.server, r.id).Gone != nil }

// settle checks the acknowledged lines of a run that is over.
func (o *oracle) settle(r *ackRun, acked int) {
	switch {
	case r.last < acked:
		o.lost += acked - r.last
		o.fault("%s run %s: %d lines were acknowledged and the transcript ends with ack %d", o.server, r.id, acked, r.last)
	case r.last > acked+1:
		o.doubled += r.last - acked - 1
		o.fault("%s run %s: the transcript ends with ack %d, but only %d were acknowledged", o.server, r.id, r.last, acked)
	case r.last == acked+1:
		o.extra++
	}
	if next := "ack " + strconv.Itoa(r.last+1); !strings.HasPrefix(next, r.torn) {
		o.fault("%s run %s ends with %q after ack %d", o.server, r.id, r.torn, r.last)
	}
}

// finish settles the last run that printed. All runs have ended by then.
func (o *oracle) finish() {
	o.h.t.Helper()
	o.read()
	for _, r := range o.runs {
		if r.first != 0 {
			o.settle(r, o.acked())
			return
		}
	}
	o.h.t.Fatalf("no run of %s is left to judge", o.server)
}

// TestOracleDetectsEachKindOfFault checks the oracle itself: a test that can't fail proves nothing.
func TestOracleDetectsEachKindOfFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		last, acked   int
		torn          string
		lost, doubled int
		faulty        bool
	}{
		"whole":           {last: 9, acked: 9},
		"one more":        {last: 10, acked: 9},
		"torn":            {last: 9, acked: 9, torn: "ack 1"},
		"torn and other":  {last: 9, acked: 9, torn: "ack 7", faulty: true},
		"lost at the end": {last: 7, acked: 9, lost: 2},
		"from nowhere":    {last: 12, acked: 9, doubled: 2},
	} {
		o := &oracle{server: name}
		o.settle(&ackRun{last: c.last, torn: c.torn}, c.acked)
		if o.lost != c.lost || o.doubled != c.doubled || (len(o.faults) > 0) != (c.faulty || c.lost+c.doubled > 0) {
			t.Errorf("%s: %d lost, %d doubled: %q", name, o.lost, o.doubled, o.faults)
		}
	}
}
