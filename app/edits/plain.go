package edits

import (
	"bytes"
	"regexp"
	"slices"
	"sync"
	"time"
	"unicode"

	"devservers/app/words"
)

// plain are the lines that are neither part of an error nor about a request. What a server of an unknown tool prints
// soon after an edit is its reaction to it, unless it prints that all the time.
type plain struct {
	edited time.Time      // the last edit
	first  time.Time      // the first line
	last   []said         // the last ones, oldest first
	idle   map[string]int // by shape: how often a line came while nothing was edited
	lower  []byte         // of isWrong
}

// said is a line that was printed.
type said struct {
	text string
	at   time.Time
}

// Limits of plain.
const (
	maxSaid   = 50
	maxShapes = 300
	isHabit   = 2 // a line that came so often while nothing was edited is no reaction
)

var (
	// wrong matches lines that don't say that all is well, even if they are no error that is understood.
	wrong = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)error\b|\berrors\b|\bfail(?:s|ed|ures?)?\b|exception|\bpanic|\bfatal\b|\bcan(?:no|')t\b|\bcannot\b|\bunable\b|\binvalid\b`)
	})
	none = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:0|no|without) (?:\w+ )?(?:errors?|fail(?:ed|ures?)|exceptions?)\b|\b(?:errors?|fail(?:ed|ures?)): 0\b`)
	})
)

// read reads a plain line.
func (p *plain) read(at time.Time, line []byte) {
	line = bytes.TrimSpace(line)
	if !bytes.ContainsFunc(line, unicode.IsLetter) || p.isWrong(line) {
		return
	}
	if p.first.IsZero() {
		p.first = at
	}
	if at.Sub(p.first) > noneMost && at.Sub(p.edited) > noneMost {
		p.habit(shape(string(line)))
	}
	p.last = append(p.last[max(0, len(p.last)+1-maxSaid):], said{words.Clip(string(line), saidLength), at})
}

// hints are parts of the words that wrong matches, in lower case.
var hints = [][]byte{[]byte("err"), []byte("fail"), []byte("exception"), []byte("panic"), []byte("fatal"), []byte("can"), []byte("unable"), []byte("invalid")}

// isWrong reports whether a line doesn't say that all is well. It is called for each line of a flood.
func (p *plain) isWrong(line []byte) bool {
	p.lower = p.lower[:0]
	for _, b := range line {
		if b >= 'A' && b <= 'Z' {
			b += 'a' - 'A'
		}
		p.lower = append(p.lower, b)
	}
	hinted := slices.ContainsFunc(hints, func(h []byte) bool { return bytes.Contains(p.lower, h) })
	return hinted && wrong().Match(line) && wrong().Match(none().ReplaceAll(line, nil))
}

// habit notes a line that no edit caused.
func (p *plain) habit(line string) {
	if p.idle == nil {
		p.idle = map[string]int{}
	}
	if len(p.idle) < maxShapes || p.idle[line] > 0 {
		p.idle[line]++
	}
}

// before returns the last line up to a moment that is no habit; zero = none.
func (p *plain) before(at time.Time) said {
	for i := len(p.last) - 1; i >= 0; i-- {
		if l := p.last[i]; l.at.Before(at) && p.idle[shape(l.text)] < isHabit {
			return l
		}
	}
	return said{}
}

// shape returns a line without its numbers and what is long in it.
func shape(line string) string {
	line = words.Clip(line, saidLength)
	out := make([]byte, 0, len(line))
	for i, number := 0, false; i < len(line); i++ {
		b := line[i]
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
	return string(out)
}

// saidLast returns the last plain line that the server printed before a moment.
func (r *reader) saidLast(until time.Time) said {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.plain.before(until)
}
