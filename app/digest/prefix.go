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
	seen map[string]int
}

// NewPrefixes returns a Prefixes for an output in which tags ("[vite]") begin lines, but are part of the text.
func NewPrefixes(tags []string) *Prefixes { return &Prefixes{tags: tags, seen: map[string]int{}} }

// prefix matches what stands before the text of a process: [name] as concurrently and npm-run-all print it, "name  | "
// as Compose, foreman (with a time) and pm2 (with a number) do, "pkg:task: " and "pkg task: " as turbo, nx and pnpm.
var prefix = parse.Pattern{Expr: `^(?:\[([\w.:@/#-]{1,40}) *\](?: |$)|` +
	`(?:\d\d?\||\d\d:\d\d:\d\d )?([\w.:@/#-]{1,40}) +\|(?: |$)|` +
	`(([a-z\d_.@/-]{1,40})[:# ]([a-z\d_@#-]{1,40})): )`}

// Cut returns the name of the process and its text, a part of line; "" and line without a prefix.
func (p *Prefixes) Cut(line []byte) (name string, text []byte) {
	head := line[:min(len(line), maxPrefix)]
	if len(head) < 3 || !mightPrefix(head) {
		return "", line
	}
	m := prefix.Find(string(head))
	if m == nil {
		return "", line
	}
	name = m[1] + m[2] + m[3]
	switch {
	case m[1] != "" && (len(name) > 2 && name == strings.ToUpper(name) || p.isTag(line)),
		m[2] != "" && !hasLetter(name), !isName(name),
		m[3] != "" && (!hasLetter(m[4]) || !hasLetter(m[5]) || !isName(m[4]) || !isName(m[5]) || !p.came(name)):
		return "", line
	}
	return name, line[len(m[0]):]
}

// mightPrefix reports whether a line can have a prefix, more cheaply than the pattern.
func mightPrefix(head []byte) bool {
	if head[0] == '[' {
		end := bytes.IndexByte(head, ']')
		return end > 1 && bytes.IndexByte(bytes.TrimRight(head[:end], " "), ' ') < 0
	}
	name, _, ok := bytes.Cut(head, []byte(": "))
	i := bytes.IndexAny(name, ":# ")
	return ok && i > 0 && i == bytes.LastIndexAny(name, ":# ") || bytes.Contains(head, []byte(" |"))
}

// isTag reports whether a line begins with what looks like a prefix and is none.
func (p *Prefixes) isTag(line []byte) bool {
	return slices.ContainsFunc(p.tags, func(tag string) bool { return bytes.HasPrefix(line, []byte(tag)) })
}

// came counts a prefix without a mark of its own, and reports whether it has come often enough.
func (p *Prefixes) came(name string) bool {
	n, ok := p.seen[name]
	if !ok && len(p.seen) >= maxSeen {
		clear(p.seen)
	}
	p.seen[name] = n + 1
	return n >= needed
}

// isName reports whether s can be the name of a process: it isn't a level.
func isName(s string) bool {
	word := strings.ToLower(s)
	return text.LevelOf(word) == "" && !slices.Contains(outcomes, word)
}

// outcomes are other words that stand where names do.
var outcomes = strings.Fields("errors log note help hint success ok fail failed pass done n c r")

func hasLetter(s string) bool { return strings.ToLower(s) != strings.ToUpper(s) }
