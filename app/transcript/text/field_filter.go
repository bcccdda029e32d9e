package text

import (
	"slices"
	"strings"
)

// FieldFilter selects lines with a field. Value may contain * for any text. A line that has no such field is selected
// if it contains Written, the filter as a person wrote it; "" selects by fields only.
type FieldFilter struct{ Key, Value, Written string }

// Matches reports whether line, which is without escape sequences, has the field, or contains what was written.
func (w FieldFilter) Matches(line string) bool {
	if w.Written != "" && strings.Contains(line, w.Written) {
		return true
	}
	r, ok := ParseFields(line)
	return ok && r.has(w)
}

func (r FieldRecord) has(w FieldFilter) bool {
	switch k := kindOf(w.Key); {
	case k == level:
		return glob(w.Value, r.Level)
	case k == message && glob(w.Value, r.Message):
		return true
	}
	return slices.ContainsFunc(r.Fields, func(f Field) bool { return f.Key == w.Key && glob(w.Value, f.Value) })
}

// glob reports whether pattern, in which * stands for any text, describes all of s.
func glob(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(s) < len(first)+len(last) || !strings.HasPrefix(s, first) || !strings.HasSuffix(s, last) {
		return false
	}
	rest := s[len(first) : len(s)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return true
}
