// Package acks judges whether the transcripts of a server hold all that it printed. The server runs `fc ack FILE`,
// which acknowledges in FILE each line whose write has returned. Only tests import the package.
package acks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/run/protocol"
	"devservers/app/transcript"
)

// Oracle knows what a server `fc ack FILE` must have left in its transcripts. That server writes "ack k" and, once
// that write has returned, k into FILE. A new run continues after the k in FILE. So the first number of a run shows
// how many lines had been acknowledged when the previous run ended. The previous run must hold exactly those lines,
// and at most one more that was written but not acknowledged.
type Oracle struct {
	Server string
	dir    string // of its runs
	file   string
	runs   []*ackRun // whose end has not been checked yet, oldest first
	judged string    // the id of the last run that was checked
	tally
	// Cap is how many bytes a run keeps: once it has about as many, its oldest lines may be gone.
	Cap int64
	// Excuse, if given, reports whether run may lack this many lines at its end; 0: whether it may have a gap.
	Excuse func(run string, lines int) bool
}

// tally counts what an Oracle has found.
type tally struct {
	Lost, Doubled, Extra int
	Faults               []string
}

func (t *tally) fault(format string, args ...any) {
	t.Faults = append(t.Faults, fmt.Sprintf(format, args...))
}

// ackRun is the part of one run's transcript that was read.
type ackRun struct {
	id          string
	seq         int64 // of the last whole line
	first, last int   // numbers
	torn        string
}

// New returns the Oracle of a server whose runs are in dir, keep the usual 64 MB, and which acknowledges in file.
func New(server, dir, file string) *Oracle {
	return &Oracle{Server: server, dir: dir, file: file, Cap: 64 << 20}
}

// Acked returns how many lines the server knows to be written.
func (o *Oracle) Acked() int {
	data, err := os.ReadFile(o.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.fault("%v", err)
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	return n
}

// Read checks all that is new in the transcripts of all runs, oldest first. No run may end or begin meanwhile.
func (o *Oracle) Read() {
	entries, err := os.ReadDir(o.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.fault("%v", err)
	}
	for _, e := range entries {
		id := e.Name()
		if !e.IsDir() || id <= o.judged {
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

func (o *Oracle) readRun(r *ackRun) {
	tr, err := transcript.Open(filepath.Join(o.dir, r.id))
	if errors.Is(err, fs.ErrNotExist) {
		return // it never got that far
	}
	if err != nil {
		o.fault("%s run %s: %v", o.Server, r.id, err)
		return
	}
	defer tr.Close()
	for last := tr.Bounds().Last; ; { // later lines have time until the next look: a run may print faster than this reads
		page, err := tr.After(r.seq, transcript.Limit{})
		if err != nil {
			o.fault("%s run %s: %v", o.Server, r.id, err)
			return
		}
		switch {
		case page.Gap == nil || o.excused(r.id, 0):
		case o.retired(tr, page.Gap):
			r.skip(page.Gap)
		default:
			o.Lost += int(page.Gap.To - page.Gap.From + 1)
			o.fault("%s run %s has a gap: %+v", o.Server, r.id, page.Gap)
		}
		for _, l := range page.Lines {
			o.line(r, l)
		}
		if !page.More || r.seq >= last {
			return
		}
	}
}

// retired reports whether the lines of a gap made room for newer ones: on a busy machine, a server prints more between
// two looks than a run keeps.
func (o *Oracle) retired(tr *transcript.Reader, gap *transcript.Gap) bool {
	b := tr.Bounds()
	return b.Bytes > o.Cap/2 && gap.To < b.First
}

// skip lets r continue after a gap. All its lines are numbered, so the next one must have the number that follows.
func (r *ackRun) skip(gap *transcript.Gap) {
	if r.first != 0 {
		r.last += int(gap.To - r.seq)
	}
	r.seq = gap.To
}

// line checks that r continues with l: its seq, and its number.
func (o *Oracle) line(r *ackRun, l transcript.Line) {
	text := strings.TrimSuffix(string(l.Text), "\r")
	if r.torn = ""; l.Partial {
		r.torn = text
		return
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "ack "))
	switch {
	case err == nil && l.Seq > r.seq+1 && o.excused(r.id, 0): // a gap
	case err != nil || l.Seq != r.seq+1:
		o.Lost++
		o.fault("%s run %s: after line %d (ack %d) came line %d: %q", o.Server, r.id, r.seq, r.last, l.Seq, text)
	case r.first == 0:
		r.first = n - int(r.seq)
	case n <= r.last:
		o.Doubled += r.last - n + 1
		o.fault("%s run %s: ack %d came after ack %d", o.Server, r.id, n, r.last)
	case n > r.last+1:
		o.Lost += n - r.last - 1
		o.fault("%s run %s: ack %d came after ack %d", o.Server, r.id, n, r.last)
	}
	r.seq, r.last = l.Seq, n
}

// judge settles the oldest run that has printed, once a later one has printed too.
func (o *Oracle) judge() (more bool) {
	next := slices.IndexFunc(o.runs[min(1, len(o.runs)):], func(r *ackRun) bool { return r.first != 0 }) + 1
	if next == 0 {
		return false
	}
	for _, r := range o.runs[:next] {
		if !o.over(r) {
			o.fault("%s: run %s lives beside run %s", o.Server, r.id, o.runs[next].id)
		}
	}
	if o.runs[0].first != 0 && !o.excused(o.runs[next].id, 0) { // else its first lines may be gone
		o.settle(o.runs[0], o.runs[next].first-1)
	}
	o.judged, o.runs = o.runs[next-1].id, o.runs[next:]
	return true
}

func (o *Oracle) over(r *ackRun) bool {
	rec, err := protocol.Load(filepath.Join(o.dir, r.id))
	return err == nil && rec.Gone != nil
}

func (o *Oracle) excused(id string, lines int) bool { return o.Excuse != nil && o.Excuse(id, lines) }

// settle checks the acknowledged lines of a run that is over.
func (o *Oracle) settle(r *ackRun, acked int) {
	switch {
	case r.last < acked && o.excused(r.id, acked-r.last):
		return
	case r.last < acked:
		o.Lost += acked - r.last
		o.fault("%s run %s: %d lines were acknowledged and the transcript ends with ack %d", o.Server, r.id, acked, r.last)
	case r.last > acked+1:
		o.Doubled += r.last - acked - 1
		o.fault("%s run %s: the transcript ends with ack %d, but only %d were acknowledged", o.Server, r.id, r.last, acked)
	case r.last == acked+1:
		o.Extra++
	}
	if next := "ack " + strconv.Itoa(r.last+1); !strings.HasPrefix(next, r.torn) {
		o.fault("%s run %s ends with %q after ack %d", o.Server, r.id, r.torn, r.last)
	}
}

// Finish settles the last run that printed. All runs have ended by then.
func (o *Oracle) Finish() {
	o.Read()
	for _, r := range o.runs {
		if r.first != 0 {
			o.settle(r, o.Acked())
			return
		}
	}
	o.fault("no run of %s is left to judge", o.Server)
}
