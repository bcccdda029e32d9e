package digest

import (
	"bytes"
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
	seen map[string]int
}

// NewPrefixes returns a Prefixes for an output in which tags ("[vite]") begin lines, but are part of the text.
func NewPrefixes(tags []string) *Prefixes { return &Prefixes{tags: tags, seen: map[string]int{}} }

// Cut returns the name of the process and its text; "" and line without a prefix. Both are parts of line.
func (p *Prefixes) Cut(line []byte) (name, text []byte) {
	if len(line) < 3 || line[0] == ' ' || line[0] == '\t' {
		return nil, line
	}
	if line[0] == '[' {
		return p.bracket(line)
	}
	head := line[:min(len(line), maxPrefix)]
	if i := bytes.IndexByte(head, '|'); i > 0 {
		return pipe(line, i)
	}
	if i := bytes.Index(head, []byte(": ")); i > 0 && bytes.ContainsAny(head[:i], ":# ") {
		return p.task(line, i)
	}
	return nil, line
}

// bracket cuts [name] as concurrently and npm-run-all print it.
func (p *Prefixes) bracket(line []byte) (name, text []byte) {
	end := bytes.IndexByte(line[:min(len(line), maxPrefix)], ']')
	if end < 2 || end+1 < len(line) && line[end+1] != ' ' {
		return nil, line
	}
	name = bytes.TrimRight(line[1:end], " ")
	if !isName(name) || len(name) > 2 && bytes.Equal(name, bytes.ToUpper(name)) || p.isTag(line[:end+1]) {
		return nil, line
	}
	return name, after(line, end+1)
}

func (p *Prefixes) isTag(word []byte) bool {
	for _, t := range p.tags {
		if len(word) >= len(t) && string(word[:len(t)]) == t {
			return true
		}
	}
	return false
}

// pipe cuts "name  | " as Compose, foreman (with a time) and pm2 (with a number) print it.
func pipe(line []byte, i int) (name, text []byte) {
	if i < 3 && isDigits(line[:i]) { // pm2: 0|api  | text
		if j := bytes.IndexByte(line[i+1:min(len(line), maxPrefix)], '|'); j > 0 {
			i += 1 + j
		}
	}
	name = line[:i]
	if len(name) > 9 && name[2] == ':' && name[5] == ':' && name[8] == ' ' {
		name = name[9:]
	}
	name = name[bytes.IndexByte(name, '|')+1:]
	name = bytes.TrimRight(name, " ")
	if !isName(name) || !hasLetter(name) || line[i-1] != ' ' || i+1 < len(line) && line[i+1] != ' ' {
		return nil, line
	}
	return name, after(line, i+1)
}

// task cuts "pkg:task: " and "pkg task: " as turbo, nx and pnpm print it, when it has come before.
func (p *Prefixes) task(line []byte, i int) (name, text []byte) {
	name = line[:i]
	a, b, _ := bytes.Cut(name, name[bytes.IndexAny(name, ":# "):][:1])
	if !isName(a) || !isName(b) || !hasLetter(a) || !hasLetter(b) || bytes.ContainsAny(b, ".:/") ||
		!bytes.Equal(name, bytes.ToLower(name)) {
		return nil, line
	}
	n, ok := p.seen[string(name)]
	if !ok && len(p.seen) >= maxSeen {
		clear(p.seen)
	}
	p.seen[string(name)] = n + 1
	if n < needed {
		return nil, line
	}
	return name, after(line, i+1)
}

// after returns the text from i on, without the space that belongs to the prefix.
func after(line []byte, i int) []byte {
	if i < len(line) && line[i] == ' ' {
		i++
	}
	return line[i:]
}

// isName reports whether s can be the name of a process: it isn't a level.
func isName(s []byte) bool {
	if len(s) == 0 || len(s) > 40 {
		return false
	}
	for _, c := range s {
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("_.:@/#-", c) >= 0 {
			continue
		}
		return false
	}
	word := strings.ToLower(string(s))
	return text.LevelOf(word) == "" && !outcomes[word]
}

// outcomes are other words that stand where names do.
var outcomes = map[string]bool{"errors": true, "log": true, "note": true, "help": true, "hint": true, "success": true,
	"ok":   true,
	"fail": true, "failed": true, "pass": true, "done": true, "n": true, "c": true, "r": true}

func hasLetter(s []byte) bool {
	for _, c := range s {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			return true
		}
	}
	return false
}

func isDigits(s []byte) bool { return len(bytes.Trim(s, "0123456789")) == 0 }
