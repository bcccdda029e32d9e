package text

import (
	"strconv"
	"strings"
)

// parseLogfmt reads key=value key="a text" ... A line of another form is text.
func parseLogfmt(line string) (r FieldRecord, ok bool) {
	known, pairs, bare := false, 0, 0
	if first, _, _ := strings.Cut(line, " "); strings.IndexByte(first, '=') < 1 {
		return r, false
	}
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimLeft(rest, " \t") {
		key, value, after, ok := pair(rest)
		if !ok || !r.add(key, value, &known) {
			return FieldRecord{}, false
		}
		if len(rest)-len(after) == len(key) {
			bare++ // one may be a flag, several are prose
		}
		rest, pairs = after, pairs+1
	}
	if pairs < 2 || !known || bare > 1 {
		return FieldRecord{}, false
	}
	r.sortNoise()
	return r, true
}

// pair reads the pair that s begins with. A key alone is true.
func pair(s string) (key, value, rest string, ok bool) {
	end := 0
	for end < len(s) && isKey(s[end]) {
		end++
	}
	if key, s = s[:end], s[end:]; key == "" {
		return "", "", "", false
	}
	if s == "" || s[0] == ' ' {
		return key, "true", s, key != ""
	}
	if s[0] != '=' {
		return "", "", "", false
	}
	s = s[1:]
	if strings.HasPrefix(s, `"`) {
		return quoted(key, s)
	}
	end = strings.IndexAny(s, " \t")
	if end < 0 {
		end = len(s)
	}
	return key, s[:end], s[end:], strings.IndexByte(s[:end], '"') < 0
}

func quoted(key, s string) (string, string, string, bool) {
	q, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", "", "", false
	}
	value := q[1 : len(q)-1]
	if strings.IndexByte(value, '\\') >= 0 {
		if value, err = strconv.Unquote(q); err != nil {
			return "", "", "", false
		}
		value = clean(value)
	}
	rest := s[len(q):]
	return key, value, rest, rest == "" || rest[0] == ' ' || rest[0] == '\t'
}

func isKey(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_.-@/", c) >= 0
}
