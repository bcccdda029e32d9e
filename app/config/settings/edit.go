package settings

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// Edits of config.yml work on its lines, so that the rest stays as a person wrote it. save reads the result and
// compares it with what is wanted, so an unforeseen layout is refused, not damaged.

// header begins a config.yml that we create.
const header = "# devservers: your settings and projects. Edit as you like, comments are kept.\n"

// with returns a copy in which the entry at index i is replaced, or one is added if i is -1.
func (f document) with(i int, entry Registered) document {
	f = f.blockStyle()
	f.lines = slices.Clone(f.lines)
	f.projects = slices.Clone(f.projects)
	if i < 0 {
		f.projects = append(f.projects, entry)
		f.insert(entry)
		return f
	}
	old := f.projects[i]
	f.projects[i] = entry
	f.update(i, old, entry)
	return f
}

// without returns a copy without the entry at index i and its own lines. Comments around it stay.
func (f document) without(i int) document {
	f = f.blockStyle()
	from, to := f.entryLines(i)
	f.projects = slices.Delete(slices.Clone(f.projects), i, i+1)
	f.lines = slices.Delete(slices.Clone(f.lines), from, to)
	if len(f.projects) == 0 {
		at := f.keyLine()
		f.lines[at] = strings.Replace(f.lines[at], "projects:", "projects: []", 1)
	}
	return f
}

// list returns the value of projects:, or nil.
func (f document) list() *yml.Node {
	if f.root == nil {
		return nil
	}
	return f.root.Get("projects")
}

// keyLine returns the index of the line with "projects:", or -1.
func (f document) keyLine() int {
	for _, p := range f.root.Pairs {
		if p.Key.Text == "projects" {
			return p.Key.Line - 1
		}
	}
	return -1
}

// sectionEnd returns the index after the last line of the projects, without comments after them.
func (f document) sectionEnd() int {
	at := f.keyLine() + 1
	end := at
	for ; at < len(f.lines); at++ {
		line := f.lines[at]
		if blankOrComment(line) {
			continue
		}
		if line[0] != ' ' && line[0] != '-' || strings.HasPrefix(line, "---") {
			break
		}
		end = at + 1
	}
	return end
}

// entryLines returns the indexes of an entry's first line and the one after its last.
func (f document) entryLines(i int) (from, to int) {
	list := f.list()
	from, to = f.dashLine(list.Items[i]), f.sectionEnd()
	if i+1 < len(list.Items) {
		to = f.dashLine(list.Items[i+1])
	}
	for to > from+1 && blankOrComment(f.lines[to-1]) {
		to--
	}
	return from, to
}

// dashLine returns the index of the line whose '-' begins an entry. The entry's first key may be below it.
func (f document) dashLine(item *yml.Node) int {
	dash := strings.Repeat(" ", max(0, f.list().Column-1)) + "-"
	at := item.Line - 1
	for at > 0 && !strings.HasPrefix(f.lines[at], dash) {
		at--
	}
	return at
}

// blockStyle rewrites projects in brackets, [...] or - {...}, as blocks, for the other edits.
func (f document) blockStyle() document {
	list := f.list()
	if list == nil || list.Kind != yml.List || len(list.Items) == 0 {
		return f
	}
	flow := list.Flow || slices.ContainsFunc(list.Items, func(n *yml.Node) bool { return n.Flow })
	if !flow {
		return f
	}
	from, to := f.keyLine(), f.sectionEnd()
	block := append([]string{"projects:"}, blocks(list)...)
	content := strings.Join(slices.Replace(slices.Clone(f.lines), from, to, block...), "\n")
	parsed, problems := parse("", []byte(content))
	if len(problems) > 0 {
		return f
	}
	parsed.settings = f.settings
	return parsed
}

// insert adds a new entry after the last one.
func (f *document) insert(entry Registered) {
	list := f.list()
	switch {
	case list != nil && list.Kind == yml.List && len(list.Items) > 0:
		indent := strings.Repeat(" ", list.Column-1)
		f.lines = slices.Insert(f.lines, f.sectionEnd(), entryText(entry, indent)...)
	case f.root != nil && f.keyLine() >= 0:
		at := f.keyLine()
		_, comment, _ := strings.Cut(f.lines[at], " #")
		f.lines[at] = "projects:"
		if comment != "" {
			f.lines[at] += " #" + comment
		}
		f.lines = slices.Insert(f.lines, at+1, entryText(entry, "  ")...)
	default:
		f.appendSection(entry)
	}
}

// appendSection adds "projects:" to a file without it.
func (f *document) appendSection(entry Registered) {
	if len(f.lines) == 0 {
		f.lines = []string{strings.TrimSuffix(header, "\n")}
	}
	for len(f.lines) > 1 && f.lines[len(f.lines)-1] == "" {
		f.lines = f.lines[:len(f.lines)-1]
	}
	f.lines = append(f.lines, "projects:")
	f.lines = append(append(f.lines, entryText(entry, "  ")...), "")
}

// update changes the values that differ, each on its own line, from last to first so that line numbers stay valid.
func (f *document) update(i int, old, entry Registered) {
	was, is := entryFields(old), entryFields(entry)
	item := f.list().Items[i]
	for n := len(is) - 1; n >= 0; n-- {
		if is[n].value != was[n].value {
			f.setValue(item, is[n].key, is[n].value)
		}
	}
}

// setValue replaces a value on its line, or adds the key under the entry's first one.
func (f *document) setValue(item *yml.Node, key, value string) {
	v := item.Get(key)
	if v == nil {
		indent := strings.Repeat(" ", item.Column-1)
		f.lines = slices.Insert(f.lines, item.Line, indent+key+": "+yamlScalar(value))
		return
	}
	at := v.Line - 1
	line := []rune(f.lines[at])
	colon := strings.Index(f.lines[at], key+":")
	if v.Kind == yml.Null && colon >= 0 {
		end := colon + len(key) + 1
		f.lines[at] = f.lines[at][:end] + " " + yamlScalar(value)
		return
	}
	from := v.Column - 1
	f.lines[at] = string(line[:from]) + yamlScalar(value) + string(line[from+writtenLength(line[from:], v):])
}

// writtenLength returns how many runes of line a scalar takes up, including quotes.
func writtenLength(line []rune, v *yml.Node) int {
	if v.Plain {
		return min(len(line), len([]rune(v.Text)))
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && line[0] == '"':
			i++
		case line[i] == line[0] && line[0] == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		case line[i] == line[0]:
			return i + 1
		}
	}
	return len(line)
}

type entryField struct{ key, value string }

// entryFields returns the keys to write, in order.
func entryFields(r Registered) []entryField {
	configFile := r.ConfigFile
	if rel, err := filepath.Rel(r.Path, configFile); err == nil && filepath.IsLocal(rel) {
		configFile = rel
	}
	at := ""
	if !r.LastAccessed.IsZero() {
		at = r.LastAccessed.Format(time.RFC3339)
	}
	return []entryField{{"id", r.ID}, {"name", r.Name}, {"path", r.Path}, {"config_file", configFile},
		{"last_accessed", at}}
}

// entryText returns the lines of a new entry.
func entryText(r Registered, indent string) []string {
	var out []string
	for i, f := range entryFields(r) {
		lead := indent + "  "
		if i == 0 {
			lead = indent + "- "
		}
		out = append(out, lead+f.key+": "+yamlScalar(f.value))
	}
	return out
}

// plainScalar matches text that is a YAML string without quotes, except for the words below.
var plainScalar = words.Lazy(`^[A-Za-z/][A-Za-z0-9._/@-]*$`)

func yamlScalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return strconv.Quote(s)
	}
	if plainScalar().MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}
