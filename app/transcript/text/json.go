package text

import (
	"encoding/json"
	"strings"
)

// reader reads one JSON object from left to right. Texts without escapes are parts of the line.
type reader struct {
	in    string
	at    int
	out   *FieldRecord
	known bool // it has a level, a message or a time
}

// parseJSON reads a line that ends with }.
func parseJSON(line string) (r FieldRecord, ok bool) {
	begin := strings.IndexByte(line, '{')
	before := line[:begin]
	tab := strings.HasSuffix(before, "\t")
	if begin > 0 && !tab && !isPrefix(before) {
		return r, false
	}
	in := reader{in: line, at: begin, out: &r}
	if !in.object("", 0) || in.at != len(line) || !in.known && (!tab || strings.TrimSpace(before) == "") ||
		len(r.Fields) == 0 && r.Message == "" {
		return FieldRecord{}, false
	}
	if r.Before = before; strings.TrimSpace(before) == "" {
		r.Before = ""
	}
	r.sortNoise()
	return r, true
}

// maxPrefix is the length of the longest prefix of a process.
const maxPrefix = 48

// isPrefix reports whether a text before a record is the prefix of a process, or only space: "web.1 | ", "[api] ".
func isPrefix(s string) bool {
	t := strings.TrimRight(s, " ")
	return t == "" || len(s) <= maxPrefix && len(t) < len(s) && strings.IndexByte("|]:>", t[len(t)-1]) >= 0
}

func (r *reader) space() {
	for r.at < len(r.in) && strings.IndexByte(" \t\r\n", r.in[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) next(c byte) bool {
	r.space()
	if r.at < len(r.in) && r.in[r.at] == c {
		r.at++
		return true
	}
	return false
}

// object reads an object whose keys get a prefix.
func (r *reader) object(prefix string, depth int) bool {
	if !r.next('{') {
		return false
	}
	if r.next('}') {
		return true
	}
	for {
		key, ok := r.text()
		if !ok || !r.next(':') || !r.member(join(prefix, key), depth) {
			return false
		}
		if r.next('}') {
			return true
		}
		if !r.next(',') {
			return false
		}
		r.space()
	}
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

// member reads the value of a key.
func (r *reader) member(key string, depth int) bool {
	r.space()
	if r.at >= len(r.in) {
		return false
	}
	if r.in[r.at] == '{' && depth < maxDepth {
		return r.object(key, depth+1)
	}
	value, ok := r.value()
	return ok && r.out.add(key, value, &r.known)
}

// value reads a text, or anything else as it is printed.
func (r *reader) value() (string, bool) {
	switch c := r.in[r.at]; c {
	case '"':
		return r.text()
	case '[', '{':
		return r.nested()
	}
	end := r.at + strings.IndexAny(r.in[r.at:], ",}] \t")
	if end <= r.at {
		return "", false
	}
	word := r.in[r.at:end]
	r.at = end
	return word, word == "true" || word == "false" || word == "null" || isNumber(word)
}

func isNumber(s string) bool {
	return strings.IndexByte("-0123456789", s[0]) >= 0 && strings.Trim(s, "0123456789+-.eE") == ""
}

// text reads a text in quotes.
func (r *reader) text() (string, bool) {
	r.space()
	from, escaped := r.at, false
	if from >= len(r.in) || r.in[from] != '"' {
		return "", false
	}
	for i := from + 1; i < len(r.in); i++ {
		switch r.in[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			r.at = i + 1
			if !escaped {
				return r.in[from+1 : i], true
			}
			var s string
			err := json.Unmarshal([]byte(r.in[from:r.at]), &s)
			return clean(s), err == nil
		}
	}
	return "", false
}

// nested skips a list or an object that is shown as printed.
func (r *reader) nested() (string, bool) {
	from, depth := r.at, 0
	for ; r.at < len(r.in); r.at++ {
		switch r.in[r.at] {
		case '"':
			if _, ok := r.text(); !ok {
				return "", false
			}
			r.at--
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				r.at++
				return r.in[from:r.at], true
			}
		}
	}
	return "", false
}
