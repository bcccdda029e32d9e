package agents

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// putYAML sets section.name of a YAML file to the entry. All other lines stay. A layout that it doesn't expect, such as
// braces, is an error.
func putYAML(file []byte, section, name string, entry []Pair) ([]byte, error) {
	before, err := plainYAML(file)
	if err != nil {
		return nil, fmt.Errorf("it is not YAML: %w", err)
	}
	old, _ := before[section].(map[string]any)
	own, _ := old[name].(map[string]any)
	if own != nil && saysAll(own, entry) {
		return file, nil
	}
	after := putBlock(string(file), section, name, own != nil, entry)
	now, err := plainYAML([]byte(after))
	if err != nil {
		return nil, errors.New("its layout is not understood")
	}
	got, _ := now[section].(map[string]any)
	added, _ := got[name].(map[string]any)
	if !saysAll(added, entry) {
		return nil, errors.New("its layout is not understood")
	}
	return []byte(after), sameElse(drop(before, []string{section}, name), drop(now, []string{section}, name), nil)
}

func plainYAML(text []byte) (map[string]any, error) {
	all := map[string]any{}
	if len(bytes.TrimSpace(text)) == 0 {
		return all, nil
	}
	return all, yaml.Unmarshal(text, &all)
}

// saysAll reports whether an entry has these values; others are the person's.
func saysAll(have map[string]any, entry []Pair) bool {
	return !slices.ContainsFunc(entry, func(p Pair) bool { return !sameJSON(have[p.Key], plainValue(p.Value)) })
}

// putBlock writes the entry as a block at the start of the section, in place of an older one.
func putBlock(text, section, name string, replaces bool, entry []Pair) string {
	lines := strings.SplitAfter(text, "\n")
	at, indent := sectionIn(lines, section)
	if at < 0 {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + section + ":\n" + block("  ", name, entry)
	}
	rest := lines[at+1:]
	if replaces {
		rest = withoutBlock(rest, indent, name)
	}
	return strings.Join(lines[:at+1], "") + block(indent, name, entry) + strings.Join(rest, "")
}

// sectionIn returns the line of a section, -1 = there is none, and how its members are indented.
func sectionIn(lines []string, section string) (at int, indent string) {
	at = slices.IndexFunc(lines, func(l string) bool { return strings.TrimRight(l, " \r\n") == section+":" })
	for _, l := range lines[at+1:] {
		if space, word := cutIndent(l); word != "" && word[0] != '#' {
			indent = space
			break
		}
	}
	return at, cmp.Or(indent, "  ")
}

// takeYAML removes section.name of a YAML file, and the section if nothing else is in it.
func takeYAML(file []byte, section, name string) ([]byte, error) {
	before, err := plainYAML(file)
	if err != nil {
		return nil, fmt.Errorf("it is not YAML: %w", err)
	}
	old, _ := before[section].(map[string]any)
	if old[name] == nil {
		return file, nil
	}
	lines := strings.SplitAfter(string(file), "\n")
	at, indent := sectionIn(lines, section)
	rest := withoutBlock(lines[at+1:], indent, name)
	if at < 0 {
		return nil, errors.New("its layout is not understood")
	}
	if len(old) > 1 {
		at++
	}
	text := []byte(strings.Join(lines[:at], "") + strings.Join(rest, ""))
	after, err := plainYAML(text)
	if now, _ := after[section].(map[string]any); err != nil || now[name] != nil {
		return nil, errors.New("its layout is not understood")
	}
	return text, sameElse(drop(before, []string{section}, name), drop(after, []string{section}, name), nil)
}

// withoutBlock drops the lines of the member of this name.
func withoutBlock(lines []string, indent, name string) (rest []string) {
	dropping := false
	for _, l := range lines {
		space, word := cutIndent(l)
		if word != "" && len(space) <= len(indent) {
			dropping = space == indent && strings.HasPrefix(word, name+":")
		}
		if !dropping {
			rest = append(rest, l)
		}
	}
	return rest
}

func cutIndent(line string) (space, word string) {
	word = strings.TrimLeft(line, " ")
	return line[:len(line)-len(word)], strings.TrimRight(word, "\r\n")
}

// block returns a member as lines. Values are JSON, which is YAML.
func block(indent, name string, entry []Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s:\n", indent, name)
	for _, p := range entry {
		value, _ := json.Marshal(plainValue(p.Value))
		fmt.Fprintf(&b, "%s%s%s: %s\n", indent, indent, p.Key, value)
	}
	return b.String()
}
