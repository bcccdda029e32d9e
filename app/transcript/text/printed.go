package text

import (
	"bytes"
	"slices"
	"time"
	"unicode"

	"devservers/app/base/words"
)

// Printed are the lines that are neither part of an error nor about a request. What a server of an unknown tool prints
// soon after an edit is its reaction to it, unless it prints that all the time.
type Printed struct {
	Edited time.Time      // the last edit
	Wrong  time.Time      // the last line that does not say that all is well, and that no edit is needed for
	first  time.Time      // the first line
	last   []spoken       // the last ones; once they are maxSaid, the next takes the memory of the oldest
	next   int            // where in last
	idle   map[string]int // by shape: how often a line came while nothing was edited, up to isHabit
	buf    []byte         // of isWrong and shape
}

// spoken is a PrintedLine in memory that is used again.
type spoken struct {
	text []byte
	at   time.Time
}

// PrintedLine is a line that was printed; the zero value: none.
type PrintedLine struct {
	Text string
	At   time.Time
}

// Limits of Printed.
const (
	usualTime     = 12 * time.Second // so long after an edit a line may be a reaction to it
	maxSaid       = 50
	fewPauses     = 5
	printedLength = 200
	maxShapes     = 300
	isHabit       = 2 // a line that came so often while nothing was edited is no reaction
)

var (
	// wrong matches lines that don't say that all is well, even if they are no error that is understood.
	wrong = words.Lazy(`(?i)error\b|\berrors\b|\bfail(?:s|ed|ures?)?\b|exception|\bpanic|\bfatal\b|\bcan(?:no|')t\b|` +
		`\bcannot\b|\bunable\b|\binvalid\b|\bnot\b|n't\b`)
	zeroErrors = words.Lazy(`(?i)\b(?:0|no|without) (?:\w+ )?(?:errors?|fail(?:ed|ures?)|exceptions?)\b|\b(?:errors?|` +
		`fail(?:ed|ures?)): 0\b`)
)

// Read reads a plain line.
func (p *Printed) Read(at time.Time, line []byte) {
	line = bytes.TrimSpace(line)
	if !bytes.ContainsFunc(line, unicode.IsLetter) {
		return
	}
	if p.first.IsZero() {
		p.first = at
	}
	text, wrong := line[:min(len(line), printedLength)], p.isWrong(line)
	if !wrong {
		text = p.keep(at, line)
	}
	if at.Sub(p.first) > usualTime && at.Sub(p.Edited) > usualTime {
		p.habit(p.shape(text))
	} else if wrong && p.idle[string(p.shape(text))] < isHabit {
		p.Wrong = at
	}
}

// keep stores a line, and returns what it stored.
func (p *Printed) keep(at time.Time, line []byte) []byte {
	if len(p.last) < maxSaid {
		p.last = append(p.last, spoken{})
	}
	l := &p.last[p.next]
	p.next = (p.next + 1) % maxSaid
	if l.at, l.text = at, append(l.text[:0], line[:min(len(line), printedLength)]...); len(line) > printedLength {
		l.text = append(bytes.ToValidUTF8(l.text, nil), "…"...)
	}
	return l.text
}

// hints are parts of the words that wrong matches, in lower case.
var hints = [][]byte{[]byte("err"), []byte("fail"), []byte("exception"), []byte("panic"), []byte("fatal"),
	[]byte("can"), []byte("unable"), []byte("invalid"), []byte("not"), []byte("n't")}

// isWrong reports whether a line doesn't say that all is well. It is called for each line of a flood.
func (p *Printed) isWrong(line []byte) bool {
	p.buf = p.buf[:0]
	for _, b := range line {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		p.buf = append(p.buf, b)
	}
	hinted := slices.ContainsFunc(hints, func(h []byte) bool { return bytes.Contains(p.buf, h) })
	return hinted && wrong().Match(line) && wrong().Match(zeroErrors().ReplaceAll(line, nil))
}

// habit notes the shape of a line that no edit caused.
func (p *Printed) habit(shape []byte) {
	if p.idle == nil {
		p.idle = map[string]int{}
	}
	if n := p.idle[string(shape)]; n < isHabit && (n > 0 || len(p.idle) < maxShapes) {
		p.idle[string(shape)] = n + 1
	}
}

// Before returns the last line up to a moment that is no habit, but for lines of some times; zero = none.
func (p *Printed) Before(at time.Time, but func(time.Time) bool) PrintedLine {
	for i, n := 1, len(p.last); i <= n; i++ {
		if l := p.last[(p.next-i+n)%n]; l.at.Before(at) && !but(l.at) && p.idle[string(p.shape(l.text))] < isHabit {
			return PrintedLine{string(l.text), l.at}
		}
	}
	return PrintedLine{}
}

// Pauses returns the usual time between two of the last lines up to a moment, and the longest, also of the time since
// the last one; 0 = unknown, as that of few lines is.
func (p *Printed) Pauses(until time.Time) (usual, longest time.Duration) {
	var pauses []time.Duration
	last := until
	for i, n := p.next, len(p.last); i < p.next+n-1; i++ {
		if a, b := p.last[i%n].at, p.last[(i+1)%n].at; b.Before(until) {
			pauses, last = append(pauses, b.Sub(a)), b
		}
	}
	if slices.Sort(pauses); len(pauses) > 0 {
		usual = pauses[len(pauses)/2]
	}
	if len(pauses) >= fewPauses {
		longest = max(pauses[len(pauses)-1], until.Sub(last))
	}
	return usual, longest
}

// shape returns a line without its numbers, until the next call.
func (p *Printed) shape(line []byte) []byte {
	out := p.buf[:0]
	number := false
	for _, b := range line {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		digit := b >= '0' && b <= '9'
		if number = digit || number && b >= 'a' && b <= 'f'; !number {
			out = append(out, b)
		} else if len(out) == 0 || out[len(out)-1] != '#' {
			out = append(out, '#')
		}
	}
	p.buf = out
	return out
}
