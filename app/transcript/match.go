package transcript

import (
	"bytes"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"

	"devservers/app/transcript/text"
)

// matcher decides which lines match. Every matching line contains at least one of lits; without lits, no such texts
// are known.
type matcher struct {
	lits    []literal
	all     []literal // literals that must all occur: the query's
	re      *regexp.Regexp
	also    *matcher // must match too
	scratch []byte   // stripped text, reused
}

func newMatcher(q Query) (*matcher, error) {
	m := &matcher{re: q.Regexp}
	if q.Regexp != nil {
		if tree, err := syntax.Parse(q.Regexp.String(), syntax.Perl); err == nil {
			m.lits = required(tree.Simplify())
		}
	}
	if q.Literal == "" {
		return m, nil
	}
	m.all = []literal{newLiteral(q.Literal, q.IgnoreCase)}
	if q.IgnoreCase && !isASCII(q.Literal) {
		return m.foldUnicode(q)
	}
	return m, nil
}

// foldUnicode uses regexp for ignoring the case of text beyond ASCII.
func (m *matcher) foldUnicode(q Query) (*matcher, error) {
	quoted, err := ParseQuery(regexp.QuoteMeta(q.Literal), true, true)
	if err != nil {
		return nil, err
	}
	if q.Regexp == nil {
		return newMatcher(quoted)
	}
	other, err := newMatcher(quoted)
	if err != nil {
		return nil, err
	}
	m.all = nil
	m.re, m.also = q.Regexp, other
	return m, nil
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// possible reports whether a block of lines can have a match.
func (m *matcher) possible(b []byte) bool {
	if len(m.all) == 0 && len(m.lits) == 0 || m.holds(b) {
		return true
	}
	if bytes.IndexByte(b, text.Esc) < 0 {
		return false
	}
	m.scratch = text.StripANSI(slices.Grow(m.scratch[:0], len(b)), b)
	return m.holds(m.scratch)
}

func (m *matcher) holds(b []byte) bool {
	for i := range m.all {
		if !m.all[i].in(b) {
			return false
		}
	}
	for i := range m.lits {
		if m.lits[i].in(b) {
			return true
		}
	}
	return len(m.lits) == 0
}

// hint says where the next matching line may be: at a literal, or at an escape sequence, which may hide one.
type hint struct{ literal, escape int64 }

// look updates h for b, which begins at offset pos.
func (m *matcher) look(h *hint, b []byte, pos int64) {
	if h.literal < pos {
		h.literal = pos
		if lits := m.needed(); len(lits) > 0 {
			h.literal = math.MaxInt64
			for i := range lits {
				if at := lits[i].index(b); at >= 0 {
					h.literal = min(h.literal, pos+int64(at))
				}
			}
		}
	}
	if h.escape < pos {
		h.escape = math.MaxInt64
		if at := bytes.IndexByte(b, text.Esc); at >= 0 {
			h.escape = pos + int64(at)
		}
	}
}

// needed returns literals of which at least one occurs in every match, or nil if none are known.
func (m *matcher) needed() []literal {
	if len(m.all) > 0 {
		return m.all[:1]
	}
	return m.lits
}

func (m *matcher) match(line []byte) bool {
	if bytes.IndexByte(line, text.Esc) >= 0 {
		m.scratch = text.StripANSI(m.scratch[:0], line)
		line = m.scratch
	}
	return m.holds(line) && (m.re == nil || m.re.Match(line)) && (m.also == nil || m.also.match(line))
}
