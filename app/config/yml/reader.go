package yml

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// Reader walks a tree and collects problems. Its methods never stop at one: they report it and return the default, so
// that a person sees all problems together.
type Reader struct {
	*FileText
	Warnings Problems
	Lenient  bool // unknown keys are warnings: a newer version may have written them
}

// Field is one key that a mapping may have.
type Field struct {
	Name string
	read func(v *Node, key string)
}

// Key returns the field of a key. read is called with its value, which is never nil, and its path.
func Key(name string, read func(v *Node, key string)) Field { return Field{name, read} }

// Report adds a problem at a value. key is the path of its key, hint describes what to do.
func (r *Reader) Report(at *Node, key, hint, format string, args ...any) {
	r.Add(at.Line, at.Column, key, fmt.Sprintf(format, args...), hint)
}

// Warn adds a warning, as Report does a problem.
func (r *Reader) Warn(at *Node, key, hint, format string, args ...any) {
	p := r.problem(at.Line, at.Column, key, fmt.Sprintf(format, args...), hint)
	p.Warning = true
	r.Warnings = append(r.Warnings, p)
}

// Join returns the path of a key below path, such as servers.web.port.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Fields reads the known keys of a mapping in the order of the file and reports the others.
func (r *Reader) Fields(v *Node, path, form string, known []Field) {
	if v.Kind != Mapping {
		r.Report(v, path, form, "expected a mapping (key: value), found %s", Found(v))
		return
	}
	for _, p := range v.Pairs {
		i := slices.IndexFunc(known, func(f Field) bool { return f.Name == p.Key.Text })
		if i < 0 {
			r.unknown(p.Key, path, known)
			continue
		}
		known[i].read(p.Value, Join(path, p.Key.Text))
	}
}

func (r *Reader) unknown(key *Node, path string, known []Field) {
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.Name
	}
	hint := "known keys: " + strings.Join(names, ", ")
	if meant := MeantKey(key.Text, names); len(meant) > 0 {
		hint = "did you mean " + words.Or(meant) + "?"
	}
	if r.Lenient {
		r.Warn(key, Join(path, NamedKey(key.Text)), hint, "unknown key, ignored")
		return
	}
	r.Report(key, Join(path, NamedKey(key.Text)), hint, "unknown key")
}

// Found names a value for "expected ..., found ...".
func Found(v *Node) string {
	if v.Kind == Scalar {
		return words.Quote(v.Text)
	}
	return v.Kind.String()
}

// Pairs reads a mapping, of which expected says what it is one of. Nothing is an empty one.
func (r *Reader) Pairs(v *Node, key, form, expected string) []Pair {
	if v.Kind != Mapping && v.Kind != Null {
		r.Report(v, key, form, "expected a mapping%s, found %s", expected, Found(v))
	}
	return v.Pairs
}

// Text reads a single value as it is written.
func (r *Reader) Text(v *Node, key, form string) (string, bool) {
	if v.Kind != Scalar {
		r.Report(v, key, form, "expected a single value, found %s", Found(v))
		return "", false
	}
	return v.Text, true
}

// TextInto returns a reader of a single value into s.
func (r *Reader) TextInto(s *string, form string) func(v *Node, key string) {
	return func(v *Node, key string) { *s, _ = r.Text(v, key, form) }
}

// Texts reads one value or a list of them.
func (r *Reader) Texts(v *Node, key, form string) []*Node {
	if v.Kind == Scalar {
		return []*Node{v}
	}
	if v.Kind != List {
		r.Report(v, key, form, "expected a value or a list, found %s", Found(v))
		return nil
	}
	return words.Only(v.Items, func(item *Node) bool { _, ok := r.Text(item, key, form); return ok })
}

// Boolean reads true or false, and their YAML 1.1 synonyms yes, no, on and off.
func (r *Reader) Boolean(v *Node, key string, fallback bool) bool {
	if v.Plain {
		switch strings.ToLower(v.Text) {
		case "true", "yes", "on":
			return true
		case "false", "no", "off":
			return false
		}
	}
	r.Report(v, key, "write true or false, without quotes", "expected true or false, found %s", Found(v))
	return fallback
}

// Locate returns the place of the column-th rune of a value. It is exact for text that stands in the file as it is,
// and the value's beginning for the rest (escapes, folded lines).
func (r *Reader) Locate(v *Node, column int) Node {
	at := Node{Line: v.Line, Column: v.Column}
	first, _, _ := strings.Cut(strings.TrimRight(v.Text, "\n"), "\n")
	offset := 0
	if !v.Plain {
		offset = 1
	}
	if textAt(r.line(v.Line), v.Column+offset, first) {
		at.Column = v.Column + offset + column - 1
		return at
	}
	block := strings.TrimSpace(r.line(v.Line + 1))
	if !v.Plain && block == first && block != "" {
		indent := strings.Index(r.line(v.Line+1), block)
		return Node{Line: v.Line + 1, Column: indent + column}
	}
	return at
}

// textAt reports whether want stands in line from the 1-based column on.
func textAt(line string, column int, want string) bool {
	runes := []rune(line)
	return column >= 1 && column <= len(runes) && strings.HasPrefix(string(runes[column-1:]), want)
}
