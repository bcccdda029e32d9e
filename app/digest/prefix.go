package digest

import (
	"bytes"
	"slices"
	"strings"

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
	f := prefixOf(line[:min(len(line), maxPrefix)])
	if f.end == 0 {
		return "", line
	}
	s := p.seen[string(f.key)]
	if s == nil {
		if s = p.first(line, f); s == nil {
			return "", line
		}
	}
	if s.n++; f.weak && s.n <= needed {
		return "", line
	}
	return s.name, line[f.end:]
}

// first remembers a prefix that comes for the first time; nil = it is none.
func (p *Prefixes) first(line []byte, f form) *seenPrefix {
	name := strings.TrimRight(strings.Trim(string(f.key), "[]"), " ")
	upper := len(name) > 2 && name == strings.ToUpper(name)
	switch {
	case f.key[0] == '[' && (upper || p.isTag(line)), f.key[0] != '[' && !hasLetter(name), !isName(name):
		return nil
	case f.weak:
		sep := strings.IndexAny(name, separators)
		if a, b := name[:sep], name[sep+1:]; !hasLetter(a) || !hasLetter(b) || !isName(a) || !isName(b) {
			return nil
		}
	}
	if len(p.seen) >= maxSeen {
		clear(p.seen)
	}
	s := &seenPrefix{name: name}
	p.seen[string(f.key)] = s
	return s
}

// form is what may be a prefix.
type form struct {
	key  []byte // the name, with its brackets
	end  int    // where the text begins; 0 = it is none
	weak bool   // it has no mark of its own
}

// separators stand between a package and its task.
const separators = ":# "

// prefixOf reads what may stand before the text of a process: [name] as concurrently and npm-run-all print it,
// "name  | " as Compose, foreman (with a time) and pm2 (with a number) do, "pkg:task: " and "pkg task: " as turbo, nx
// and pnpm.
func prefixOf(head []byte) form {
	if len(head) < 3 {
		return form{}
	}
	if head[0] == '[' {
		to := run(head, 1, isNameByte)
		end := run(head, to, isSpace)
		if to > 1 && end < len(head) && head[end] == ']' && (end+1 == len(head) || head[end+1] == ' ') {
			return form{key: head[:end+1], end: min(end+2, len(head))}
		}
		return form{}
	}
	from := numbering(head)
	to := run(head, from, isNameByte)
	if bar := run(head, to, isSpace); to > from && bar > to && bar < len(head) && head[bar] == '|' &&
		(bar+1 == len(head) || head[bar+1] == ' ') {
		return form{key: head[from:to], end: min(bar+2, len(head))}
	}
	sep := run(head, 0, isTaskByte)
	if sep == 0 || sep == len(head) || strings.IndexByte(separators, head[sep]) < 0 {
		return form{}
	}
	to = run(head, sep+1, isTaskByte)
	if to == sep+1 || !bytes.HasPrefix(head[to:], []byte(": ")) {
		return form{}
	}
	return form{key: head[:to], end: to + 2, weak: true}
}

// numbering returns the length of the number of pm2 or the time of foreman, "0|" and "12:00:01 ".
func numbering(head []byte) int {
	n := run(head, 0, isDigit)
	switch {
	case (n == 1 || n == 2) && n < len(head) && head[n] == '|':
		return n + 1
	case n == 2 && len(head) > 9 && head[2] == ':' && head[5] == ':' && head[8] == ' ':
		return 9
	}
	return 0
}

// run returns where from i on the bytes of a kind end.
func run(s []byte, i int, is func(byte) bool) int {
	for i < len(s) && is(s[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' }

func isNameByte(c byte) bool { return isTaskByte(c) || c >= 'A' && c <= 'Z' || c == ':' || c == '#' }

func isTaskByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '@' || c == '/' || c == '-'
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
