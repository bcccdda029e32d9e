package agents

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// putTOML sets the table [section.name] of a TOML file to the entry: the table's own lines are replaced, or appended.
// Tables below it and all other bytes stay. The contents before and after are compared, so that an unknown way to write
// TOML is an error and does no damage.
func putTOML(file []byte, section, name string, entry []Pair) ([]byte, error) {
	before, err := parseTOML(file)
	if err != nil {
		return nil, err
	}
	old := tableAt(before, section, name)
	kept, merged := keptOf(old, entry)
	if old != nil && says(old, kept, merged) {
		return file, nil
	}
	text, found := replaceTable(string(file), section, name, func(lines string) string {
		return tableText(section, name, merged) + keptLines(lines, kept)
	})
	if old != nil && !found {
		return nil, fmt.Errorf("[%s.%s] is not written as a table in it", section, name)
	}
	if !found {
		text = appended(text, tableText(section, name, merged))
	}
	text = withoutTables(text, section+"."+name, old, kept)
	after, err := parseTOML([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("there is no place for [%s.%s] in it: %w", section, name, err)
	}
	if !says(tableAt(after, section, name), kept, merged) ||
		!reflect.DeepEqual(drop(before, []string{section}, name),
			drop(after, []string{section}, name)) {
		return nil, errors.New("the change would affect other parts of it")
	}
	return []byte(text), nil
}

// keptLines returns the statements of a table whose keys stay, with the comments before them. A statement ends with the
// line that completes it.
func keptLines(lines string, kept map[string]any) (text string) {
	var statement string
	for line := range strings.Lines(lines) {
		statement += line
		keys, err := parseTOML([]byte(statement))
		if err != nil || len(keys) == 0 {
			continue
		}
		for key := range keys { // it is one
			if kept[key] != nil {
				text += statement
			}
		}
		statement = ""
	}
	return text
}

// withoutTables removes the tables below table that do not stay.
func withoutTables(text, table string, old, kept map[string]any) string {
	for key, v := range old {
		if _, deeper := v.(map[string]any); deeper && kept[key] == nil {
			text, _ = replaceTable(text, table, key, func(string) string { return "" })
		}
	}
	return text
}

func parseTOML(text []byte) (map[string]any, error) {
	all := map[string]any{}
	err := toml.Unmarshal(text, &all)
	if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
		line, column := at.Position()
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return all, err
}

func tableAt(all map[string]any, section, name string) map[string]any {
	servers, _ := all[section].(map[string]any)
	table, _ := servers[name].(map[string]any)
	return table
}

func tableText(section, name string, entry []Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s.%s]\n", section, name)
	for _, m := range entry {
		fmt.Fprintf(&b, "%s = %s\n", m.Key, tomlValue(m.Value))
	}
	return b.String()
}

// tomlValue returns the value of a pair on one line.
func tomlValue(v any) string {
	var parts []string
	switch v := v.(type) {
	case []string:
		for _, word := range v {
			parts = append(parts, tomlString(word))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case []Pair:
		for _, m := range v {
			parts = append(parts, m.Key+" = "+tomlValue(m.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return tomlString(fmt.Sprint(v))
}

// tomlString quotes a basic string (TOML 1.0).
func tomlString(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// replaceTable replaces the table's header and keys by a block; block is given the lines of the keys. Blank lines and
// comments before the next table belong to that one.
func replaceTable(text, section, name string, block func(lines string) string) (replaced string, found bool) {
	head := tableHead(section + "." + name)
	lines := strings.SplitAfter(text, "\n")
	begin := -1
	for i, line := range lines {
		if head.MatchString(strings.TrimRight(line, "\r\n")) {
			begin = i
			break
		}
	}
	if begin < 0 {
		return text, false
	}
	end := begin + 1
	for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "[") {
		end++
	}
	for end > begin+1 && isBlankOrComment(lines[end-1]) {
		end--
	}
	return strings.Join(lines[:begin], "") + block(strings.Join(lines[begin+1:end], "")) + strings.Join(lines[end:], ""),
		true
}

// tableHead matches the line that begins the table of this dotted name.
func tableHead(name string) *regexp.Regexp {
	var parts []string
	for part := range strings.SplitSeq(name, ".") {
		parts = append(parts, `\s*["']?`+regexp.QuoteMeta(part)+`["']?\s*`)
	}
	return regexp.MustCompile(`^\s*\[` + strings.Join(parts, `\.`) + `\]\s*(#.*)?$`)
}

func isBlankOrComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// appended returns the text with block after a blank line.
func appended(text, block string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return block
	case !strings.HasSuffix(text, "\n"):
		return text + "\n\n" + block
	}
	return text + "\n" + block
}
