package yml

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/config/naming"
	"devservers/app/words"
)

// Reader walks a tree and collects what is wrong with it. Its methods never stop at a fault: they report it and
// return the default, so that one look shows a person everything.
type Reader struct {
	*Source
	Warnings Problems
	Lenient  bool // unknown keys are warnings: for the file that is also ours to write
}

// Field is one key that a mapping may have. read is called with its value, which is never nil.
type Field struct {
	Name string
	read func(v *Node, key string)
}

// key returns the field of a key.
func Key(name string, read func(v *Node, key string)) Field { return Field{name, read} }

func (r *Reader) Report(at *Node, key, hint, format string, args ...any) {
	r.Add(at.Line, at.Column, key, fmt.Sprintf(format, args...), hint)
}

func (r *Reader) Warn(at *Node, key, hint, format string, args ...any) {
	p := r.problem(at.Line, at.Column, key, fmt.Sprintf(format, args...), hint)
	p.Warning = true
	r.Warnings = append(r.Warnings, p)
}

// Join makes the path of a key: servers.web.port.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Fields reads a mapping's known keys in the order of the file and reports the others.
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
	if meant := words.Meant(key.Text, names); len(meant) > 0 {
		hint = "did you mean " + words.Or(meant) + "?"
	}
	if r.Lenient {
		r.Warn(key, Join(path, naming.Key(key.Text)), hint, "unknown key, kept but not used")
		return
	}
	r.Report(key, Join(path, naming.Key(key.Text)), hint, "unknown key")
}

// Found says what stands there, for "expected ..., found ...".
func Found(v *Node) string {
	if v.Kind == Scalar {
		return words.Quote(v.Text)
	}
	return v.Kind.String()
}

// Text reads a single value as it is written.
func (r *Reader) Text(v *Node, key, form string) (string, bool) {
	if v.Kind != Scalar {
		r.Report(v, key, form, "expected a single value, found %s", Found(v))
		return "", false
	}
	return v.Text, true
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
	var out []*Node
	for _, item := range v.Items {
		if _, ok := r.Text(item, key, form); ok {
			out = append(out, item)
		}
	}
	return out
}

// Boolean reads true or false, and the yes/no/on/off that YAML 1.1 meant the same by.
func (r *Reader) Boolean(v *Node, key string, fallback bool) bool {
	if v.Kind == Scalar && v.Plain {
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
