package config

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/words"
)

// reader walks a tree and collects what is wrong with it. Its methods never stop at a fault: they report it and
// return the default, so that one look shows a person everything.
type reader struct {
	*source
	warnings Problems
	lenient  bool // unknown keys are warnings: for the file that is also ours to write
}

// field is one key that a mapping may have. read is called with its value, which is never nil.
type field struct {
	name string
	read func(v *node, key string)
}

// key returns the field of a key.
func keyed(name string, read func(v *node, key string)) field { return field{name, read} }

func (r *reader) fault(at *node, key, hint, format string, args ...any) {
	r.add(at.line, at.column, key, fmt.Sprintf(format, args...), hint)
}

func (r *reader) warn(at *node, key, hint, format string, args ...any) {
	p := r.problem(at.line, at.column, key, fmt.Sprintf(format, args...), hint)
	p.Warning = true
	r.warnings = append(r.warnings, p)
}

// join makes the path of a key: servers.web.port.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// fields reads a mapping's known keys in the order of the file and reports the others.
func (r *reader) fields(v *node, path, form string, known []field) {
	if v.kind != mappingNode {
		r.fault(v, path, form, "expected a mapping (key: value), found %s", found(v))
		return
	}
	for _, p := range v.pairs {
		i := slices.IndexFunc(known, func(f field) bool { return f.name == p.key.text })
		if i < 0 {
			r.unknown(p.key, path, known)
			continue
		}
		known[i].read(p.value, join(path, p.key.text))
	}
}

func (r *reader) unknown(key *node, path string, known []field) {
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.name
	}
	hint := "known keys: " + strings.Join(names, ", ")
	if meant := words.Meant(key.text, names); len(meant) > 0 {
		hint = "did you mean " + words.Or(meant) + "?"
	}
	if r.lenient {
		r.warn(key, join(path, shown(key.text)), hint, "unknown key, kept but not used")
		return
	}
	r.fault(key, join(path, shown(key.text)), hint, "unknown key")
}

// found says what stands there, for "expected ..., found ...".
func found(v *node) string {
	if v.kind == scalarNode {
		return words.Quote(v.text)
	}
	return v.kind.String()
}

// text reads a single value as it is written.
func (r *reader) text(v *node, key, form string) (string, bool) {
	if v.kind != scalarNode {
		r.fault(v, key, form, "expected a single value, found %s", found(v))
		return "", false
	}
	return v.text, true
}

// texts reads one value or a list of them.
func (r *reader) texts(v *node, key, form string) []*node {
	if v.kind == scalarNode {
		return []*node{v}
	}
	if v.kind != listNode {
		r.fault(v, key, form, "expected a value or a list, found %s", found(v))
		return nil
	}
	var out []*node
	for _, item := range v.items {
		if _, ok := r.text(item, key, form); ok {
			out = append(out, item)
		}
	}
	return out
}

// boolean reads true or false, and the yes/no/on/off that YAML 1.1 meant the same by.
func (r *reader) boolean(v *node, key string, fallback bool) bool {
	if v.kind == scalarNode && v.plain {
		switch strings.ToLower(v.text) {
		case "true", "yes", "on":
			return true
		case "false", "no", "off":
			return false
		}
	}
	r.fault(v, key, "write true or false, without quotes", "expected true or false, found %s", found(v))
	return fallback
}
