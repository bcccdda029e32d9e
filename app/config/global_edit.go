package config

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The edits of config.yml work on its lines, so that all they do not touch stays as a person wrote it. Save reads the
// result and compares it with what was meant, so an unforeseen layout is refused rather than damaged.

// globalHeader begins a config.yml that we create.
const globalHeader = "# devservers: your settings and projects. Edit as you like, comments are kept.\n"

// with replaces the entry at index i, or adds one when i is -1.
func (f globalFile) with(i int, entry Registered) (globalFile, error) {
	f = f.blockStyle()
	f.lines = slices.Clone(f.lines)
	f.projects = slices.Clone(f.projects)
	if i < 0 {
		f.projects = append(f.projects, entry)
		f.insert(entry)
		return f, nil
	}
	old := f.projects[i]
	f.projects[i] = entry
	f.update(i, old, entry)
	return f, nil
}

// without removes the entry at index i and the lines that are its own; comments around it stay.
func (f globalFile) without(i int) (globalFile, error) {
	f = f.blockStyle()
	from, to := f.entryLines(i)
	f.projects = slices.Delete(slices.Clone(f.projects), i, i+1)
	f.lines = slices.Delete(slices.Clone(f.lines), from, to)
	if len(f.projects) == 0 {
		at := f.keyLine()
		f.lines[at] = strings.Replace(f.lines[at], "projects:", "projects: []", 1)
	}
	return f, nil
}

// list is the value of projects:, or nil.
func (f globalFile) list() *node {
	if f.root == nil {
		return nil
	}
	return f.root.get("projects")
}

// keyLine is the index of the line with "projects:".
func (f globalFile) keyLine() int {
	for _, p := range f.root.pairs {
		if p.key.text == "projects" {
			return p.key.line - 1
		}
	}
	return -1
}

// sectionEnd is the index after the last line of the projects, without what trails them.
func (f globalFile) sectionEnd() int {
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
func (f globalFile) entryLines(i int) (from, to int) {
	list := f.list()
	from, to = f.dashLine(list.items[i]), f.sectionEnd()
	if i+1 < len(list.items) {
		to = f.dashLine(list.items[i+1])
	}
	for to > from+1 && blankOrComment(f.lines[to-1]) {
		to--
	}
	return from, to
}

// dashLine is the index of the line whose '-' begins an entry: the entry's first key may stand below it.
func (f globalFile) dashLine(item *node) int {
	dash := strings.Repeat(" ", max(0, f.list().column-1)) + "-"
	at := item.line - 1
	for at > 0 && !strings.HasPrefix(f.lines[at], dash) {
		at--
	}
	return at
}

// blockStyle rewrites projects in brackets, [...] or - {...}, as blocks, which the other edits need.
func (f globalFile) blockStyle() globalFile {
	list := f.list()
	if list == nil || list.kind != listNode || len(list.items) == 0 {
		return f
	}
	flow := list.flow || slices.ContainsFunc(list.items, func(n *node) bool { return n.flow })
	if !flow {
		return f
	}
	from, to := f.keyLine(), f.sectionEnd()
	block := append([]string{"projects:"}, renderList(list, "  ")...)
	content := strings.Join(slices.Replace(slices.Clone(f.lines), from, to, block...), "\n")
	parsed, problems := parseGlobal("", []byte(content))
	if len(problems) > 0 {
		return f
	}
	return parsed
}

// insert adds a new entry behind the last one.
func (f *globalFile) insert(entry Registered) {
	list := f.list()
	switch {
	case list != nil && list.kind == listNode && len(list.items) > 0:
		indent := strings.Repeat(" ", list.column-1)
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

// appendSection adds "projects:" to a file that has none.
func (f *globalFile) appendSection(entry Registered) {
	if len(f.lines) == 0 {
		f.lines = []string{strings.TrimSuffix(globalHeader, "\n")}
	}
	for len(f.lines) > 1 && f.lines[len(f.lines)-1] == "" {
		f.lines = f.lines[:len(f.lines)-1]
	}
	f.lines = append(f.lines, "projects:")
	f.lines = append(append(f.lines, entryText(entry, "  ")...), "")
}

// update changes the values that differ, each on its own line, from the last to the first so that lines stay put.
func (f *globalFile) update(i int, old, entry Registered) {
	was, is := entryFields(old), entryFields(entry)
	item := f.list().items[i]
	for n := len(is) - 1; n >= 0; n-- {
		if is[n].value != was[n].value {
			f.setValue(item, is[n].key, is[n].value)
		}
	}
}

// setValue replaces a value on its line, or adds the key under the entry's first one.
func (f *globalFile) setValue(item *node, key, value string) {
	v := item.get(key)
	if v == nil {
		indent := strings.Repeat(" ", item.column-1)
		f.lines = slices.Insert(f.lines, item.line, indent+key+": "+yamlScalar(value))
		return
	}
	at := v.line - 1
	line := []rune(f.lines[at])
	colon := strings.Index(f.lines[at], key+":")
	if v.kind == nullNode && colon >= 0 {
		end := colon + len(key) + 1
		f.lines[at] = f.lines[at][:end] + " " + yamlScalar(value)
		return
	}
	from := v.column - 1
	f.lines[at] = string(line[:from]) + yamlScalar(value) + string(line[from+writtenLength(line[from:], v):])
}

// writtenLength is how many runes of line a scalar takes up, with its quotes.
func writtenLength(line []rune, v *node) int {
	if v.plain {
		return min(len(line), len([]rune(v.text)))
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

// entryFields are the keys that we write, in order.
func entryFields(r Registered) []entryField {
	configFile := r.ConfigFile
	if rel, err := filepath.Rel(r.Path, configFile); err == nil && filepath.IsLocal(rel) {
		configFile = rel
	}
	at := ""
	if !r.LastAccessed.IsZero() {
		at = r.LastAccessed.Format(time.RFC3339)
	}
	return []entryField{{"id", r.ID}, {"name", r.Name}, {"path", r.Path}, {"config_file", configFile}, {"last_accessed", at}}
}

// entryText is a new entry in lines.
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

// plainScalar is text that is a string in YAML without quotes, unless it is one of the words below.
var plainScalar = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9._/@-]*$`)

// yamlScalar writes s so that every YAML reader reads the string s.
func yamlScalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return strconv.Quote(s)
	}
	if plainScalar.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}
