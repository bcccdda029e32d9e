package rules

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// databases returns the paths of SQLite databases that the environment, the command and the sources name, and those in the
// project that the line names: it could name any file of the machine.
func (c *Clues) databases(at int) []string {
	printed := sayings.Databases(append([]string{c.Lines[at].Text}, c.TextAround(at)...), c.WorkDir)
	printed = slices.DeleteFunc(printed, func(path string) bool { return !c.Ours(path) })
	texts := []string{" " + strings.Join(c.Argv, " ")}
	for _, e := range c.Errors {
		texts = append(texts, sources.Read(c.Found(c.PlaceOf(e).File)))
	}
	if set, ok := c.variables().Setting("DATABASES"); ok {
		texts = append(texts, sources.Read(set.File))
	}
	texts = append(texts, slices.Sorted(maps.Values(c.Env))...)
	return append(printed, sayings.Databases(texts, c.WorkDir)...)
}

// noDatabaseFile finds the file of a database whose directory is missing.
func noDatabaseFile(c *Clues, at int, _ []string) *app.Finding {
	for _, path := range c.databases(at) {
		parent := filepath.Dir(path)
		if sources.Existing(parent) == "" {
			return &app.Finding{Kind: app.FindingFile, Problem: "the directory " + c.Shown(parent) + " of the database does not exist", Evidence: []string{"the database is " + c.Shown(path)}, Fix: "mkdir -p " + c.Shown(parent)}
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return &app.Finding{Kind: app.FindingFile, Problem: c.Shown(path) + " is a directory, not a database", Fix: "correct the path of the database"}
		}
	}
	return &app.Finding{Kind: app.FindingFile, Problem: "the file of the database can't be opened", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create its directory, or correct its path; a relative path starts in the working directory"}
}

// readOnlyDatabase finds the file of a database that may not be written, by what noDatabaseFile looks at.
func readOnlyDatabase(c *Clues, at int, m []string) *app.Finding {
	for _, path := range c.databases(at) {
		for _, name := range []string{path, filepath.Dir(path)} { // SQLite writes files beside its own
			info, err := os.Stat(name)
			if err != nil || info.Mode()&0o200 != 0 {
				continue
			}
			return &app.Finding{Kind: app.FindingAccess, Problem: c.Shown(name) + " may not be written", Evidence: []string{c.Shown(name) + " has the mode " + info.Mode().String() + sources.OwnerOf(info)},
				Fix: "chmod u+w " + c.Shown(name) + ", or use another file"}
		}
	}
	return nil
}
