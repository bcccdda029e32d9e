package digest

import (
	"bytes"
	"slices"
	"strings"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// Limits.
const (
	maxPrefix = 64  // bytes of a prefix
	maxSeen   = 100 // prefixes that are counted
	needed    = 2   // how often a prefix without a mark of its own must have come
)

// Prefixes recognizes the prefixes of one output. It isn't safe for concurrent use.
type Prefixes struct {
	tags []string
	seen map[string]*seenPrefix
}

// seenPrefix is a prefix that came, and how often.
type seenPrefix struct {
	name string
	n    int
}

// NewPrefixes returns a Prefixes for an output in which tags ("[vite]") begin lines, but are part of the text.
func NewPrefixes(tags []string) *Prefixes {
	return &Prefixes{tags: tags, seen: map[string]*seenPrefix{}}
}

// Cut returns the name of the process and its text, a part of line; "" and line without a prefix.
func (p *Prefixes) Cut(line []byte) (name string, text []byte) {
	f := parse.PrefixOf(line[:min(len(line), maxPrefix)])
	if f.End == 0 {
		return "", line
	}
	s := p.seen[string(f.Key)]
	if s == nil {
		if s = p.first(line, f); s == nil {
			return "", line
		}
	}
	if s.n++; f.Weak && s.n <= needed {
		return "", line
	}
	return s.name, line[f.End:]
}

// first remembers a prefix that comes for the first time; nil = it is none.
func (p *Prefixes) first(line []byte, f parse.Prefix) *seenPrefix {
	name := strings.TrimRight(strings.Trim(string(f.Key), "[]"), " ")
	upper := len(name) > 2 && name == strings.ToUpper(name)
	switch {
	case f.Key[0] == '[' && (upper || p.isTag(line)), f.Key[0] != '[' && !hasLetter(name), !isName(name):
		return nil
	case f.Weak:
		sep := strings.IndexAny(name, parse.Separators)
		if a, b := name[:sep], name[sep+1:]; !hasLetter(a) || !hasLetter(b) || !isName(a) || !isName(b) {
			return nil
		}
	}
	if len(p.seen) >= maxSeen {
		clear(p.seen)
	}
	s := &seenPrefix{name: name}
	p.seen[string(f.Key)] = s
	return s
}

// isTag reports whether a line begins with what looks like a prefix and is none.
func (p *Prefixes) isTag(line []byte) bool {
	return slices.ContainsFunc(p.tags, func(tag string) bool { return bytes.HasPrefix(line, []byte(tag)) })
}

// isName reports whether s can be the name of a process: it isn't a level.
func isName(s string) bool {
	word := strings.ToLower(s)
	return text.LevelOf(word) == "" && !slices.Contains(outcomes, word)
}

// outcomes are other words that stand where names do.
var outcomes = strings.Fields("errors log note help hint success ok fail failed pass done n c r")

func hasLetter(s string) bool { return strings.ToLower(s) != strings.ToUpper(s) }
