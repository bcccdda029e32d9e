package code

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// Created are the extensions of files that programs create, but not their directories.
var Created = []string{".sock", ".socket", ".log", ".pid", ".lock", ".db", ".sqlite", ".sqlite3", ".tmp", ".out"}

// Lacked returns the path that a word of a step names, if it should exist and does not; or "".
func (x *Texts) Lacked(step Step, word, before string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(word[strings.IndexByte(word, '=')+1:], "unix:"), "//")
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(step.Dir, name)
	}
	switch {
	case name == "" || strings.ContainsAny(name, "*?:$ ") || strings.Contains(name, "//") || strings.HasPrefix(name, "-"):
		return ""
	case !sources.Valid(name) || sources.IsThere(path) || x.Exists(name) || !x.Ours(path):
		return ""
	case sources.IsSource(name) && !strings.HasPrefix(before, "-"):
		return path
	case !strings.Contains(name, "/"):
		return ""
	case sources.IsSetting(name) && !slices.Contains(Created, filepath.Ext(name)):
		return path
	}
	return ""
}
