package settings

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// settable are the settings that Set changes: those with one value.
func settable() []string { return []string{"theme", "editor", "idle_timeout", "sandbox"} }

// Set writes a setting that has one value, or removes it from the file if value is "": then its default counts.
func (g *File) Set(key, value string) error {
	if !slices.Contains(settable(), key) {
		return fmt.Errorf("cannot set %s here: edit config.yml", yml.NamedKey(key))
	}
	return g.change("set "+key, func(f document) (document, error) { return g.set(f, key, value) })
}

// set returns the document with the setting. Its text is read again, so that a wrong value is refused with what to
// write instead.
func (g *File) set(f document, key, value string) (document, error) {
	if usual := Default(); !f.hasSettings() && (f.settings.Limits != usual.Limits || f.settings.Port != usual.Port) {
		return f, fmt.Errorf("config.yml has no settings: any more; write settings: {} into it first")
	}
	lines, err := f.setting(key, value)
	if err != nil {
		return f, err
	}
	edited, problems := g.parse([]byte(strings.Join(lines, "\n")))
	if len(problems) > 0 {
		return f, problems
	}
	return edited, nil
}

// setting returns the lines of the file with a setting. Comments and the other settings stay as they are.
func (f document) setting(key, value string) ([]string, error) {
	lines := slices.Clone(f.lines)
	if !f.hasSettings() {
		return f.settingsSection(lines, key, value), nil
	}
	section := f.root.Get("settings")
	switch old := section.Get(key); {
	case section.Flow && len(section.Pairs) > 0:
		return nil, fmt.Errorf("settings: is written in brackets; write it as a block")
	case old != nil && old.Kind != yml.Scalar:
		return nil, fmt.Errorf("%s is not written on one line", key)
	case old != nil:
		line := lines[old.Line-1]
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		return slices.Replace(lines, old.Line-1, old.Line, written(indent, key, value)...), nil
	}
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "settings:") })
	if at < 0 {
		return nil, fmt.Errorf("settings: does not begin a line")
	}
	indent := "  "
	if len(section.Pairs) > 0 {
		indent = strings.Repeat(" ", section.Pairs[0].Key.Column-1)
	}
	lines[at] = strings.Replace(lines[at], "settings: {}", "settings:", 1)
	return slices.Insert(lines, at+1, written(indent, key, value)...), nil
}

// settingsSection adds settings: before the projects, or at the end of the file.
func (f document) settingsSection(lines []string, key, value string) []string {
	if value == "" {
		return lines
	}
	if len(lines) == 0 {
		lines = []string{strings.TrimSuffix(header, "\n"), ""}
	}
	at := len(lines)
	if f.root != nil && f.keyLine() >= 0 {
		at = f.keyLine()
	} else if lines[at-1] == "" {
		at--
	}
	return slices.Insert(lines, at, append([]string{"settings:"}, written("  ", key, value)...)...)
}

// written returns the line of a setting, or none without a value.
func written(indent, key, value string) []string {
	if value == "" {
		return nil
	}
	if !wholeNumber().MatchString(value) {
		value = yamlScalar(value)
	}
	return []string{indent + key + ": " + value}
}

var wholeNumber = words.Lazy(`^[0-9]{1,6}$`)
