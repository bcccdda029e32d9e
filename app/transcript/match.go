package transcript

import (
	"bytes"
	"math"
	"slices"

	"devservers/app/transcript/text"
)

// matcher decides which lines match. Every matching line contains at least one of lits; without lits, no such texts
// are known.
type matcher struct {
	lits    []text.Literal
	all     []text.Literal // literals that must all occur: the query's
	re      Matcher
	levels  text.Levels // of which one must be stated
	scratch []byte      // stripped text, reused
}

func newMatcher(q Search) *matcher {
	m := &matcher{re: q.Regexp, levels: q.Levels}
	if q.Regexp != nil {
		m.lits = q.Regexp.Required()
	}
	if q.Literal != "" {
		m.all = []text.Literal{text.NewLiteral(q.Literal, q.IgnoreCase)}
	}
	return m
}

// possible reports whether a block of lines can have a match.
func (m *matcher) possible(b []byte) bool {
	escapes := bytes.IndexByte(b, text.Esc) >= 0
	shown := func(l text.Literal) bool { return l.In(b) || escapes && l.Across(b) }
	for _, l := range m.all {
		if !shown(l) {
			return false
		}
	}
	return len(m.lits) == 0 || slices.ContainsFunc(m.lits, shown)
}

func (m *matcher) holds(b []byte) bool {
	for i := range m.all {
		if !m.all[i].In(b) {
			return false
		}
	}
	for i := range m.lits {
		if m.lits[i].In(b) {
			return true
		}
	}
	return len(m.lits) == 0
}

// hint shows where the next matching line may be: at a literal or a level, or at an escape sequence, which may hide a
// literal.
type hint struct{ literal, escape int64 }

const nowhere = math.MaxInt64

// look updates h for b, which begins at offset pos.
func (m *matcher) look(h *hint, b []byte, pos int64) {
	lits := m.needed()
	if h.literal < pos {
		h.literal = pos
		switch {
		case len(lits) > 0:
			h.literal = nowhere
			for i := range lits {
				h.literal = min(h.literal, offset(pos, lits[i].Index(b)))
			}
		case m.levels != 0:
			var at int
			at, m.scratch = m.levels.Next(b, m.scratch)
			h.literal = offset(pos, at)
		}
	}
	if h.escape < pos {
		h.escape = nowhere
		if len(lits) > 0 || m.levels == 0 {
			h.escape = offset(pos, bytes.IndexByte(b, text.Esc))
		}
	}
}

// offset returns the offset of what was found at an index from pos on.
func offset(pos int64, at int) int64 {
	if at < 0 {
		return nowhere
	}
	return pos + int64(at)
}

// needed returns literals at least one of which occurs in every match, or nil if none are known.
func (m *matcher) needed() []text.Literal {
	if len(m.all) > 0 {
		return m.all[:1]
	}
	return m.lits
}

func (m *matcher) match(line []byte) (ok bool) {
	if m.levels != 0 {
		if ok, m.scratch = m.levels.Stated(line, m.scratch); !ok {
			return false
		}
	}
	if bytes.IndexByte(line, text.Esc) >= 0 {
		m.scratch = text.StripANSI(m.scratch[:0], line)
		line = m.scratch
	}
	return m.holds(line) && (m.re == nil || m.re.Match(line))
}
