package rules

import (
	"devservers/app"
	"devservers/app/why/files"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// databaseName matches the file of an SQLite database, in an address or in quotes.
var databaseName = lazily(`sqlite3?:(?:///?)?([\w@./+~-]+)|["'\x60=\s]([\w@./+~-]+\.(?:db|sqlite3?|db3))\b`)

// noDatabaseFile finds the file of a database whose directory is missing or may not be written, by what the line, the
// environment, the command and the sources name.
func noDatabaseFile(c *Clues, at int, _ []string) *app.Finding {
	texts := append([]string{c.Lines[at].Text}, c.textAround(at)...)
	texts = append(texts, " "+strings.Join(c.Argv, " "))
	for _, e := range c.Errors {
		texts = append(texts, files.Read(c.Found(c.placeOf(e).File)))
	}
	texts = append(texts, slices.Sorted(maps.Values(c.Env))...)
	for _, text := range texts {
		for _, m := range databaseName().FindAllStringSubmatch(text, 8) {
			path := m[1] + m[2]
			if m[1] != "" {
				path = strings.Replace(path, "//", "/", 1)
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(c.WorkDir, path)
			}
			parent := filepath.Dir(path)
			if files.Existing(parent) == "" {
				return &app.Finding{Kind: app.FindingFile, Problem: "the directory " + c.Shown(parent) + " of the database does not exist", Evidence: []string{"the database is " + c.Shown(path)}, Fix: "mkdir -p " + c.Shown(parent)}
			}
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return &app.Finding{Kind: app.FindingFile, Problem: c.Shown(path) + " is a directory, not a database", Fix: "correct the path of the database"}
			}
		}
	}
	return &app.Finding{Kind: app.FindingFile, Problem: "the file of the database can't be opened", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create its directory, or correct its path; a relative path starts in the working directory"}
}

// noParent finds a path in the command whose directory does not exist: of a socket, a log, a file of a database.
func (c *Clues) noParent() *app.Finding {
	for _, arg := range c.Argv[min(1, len(c.Argv)):] {
		path := strings.TrimPrefix(arg[strings.IndexByte(arg, '=')+1:], "unix:")
		if !strings.Contains(path, "/") || strings.Contains(path, "//") || strings.HasPrefix(path, "-") || !files.Valid(path) || strings.Contains(path, " ") {
			continue
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.WorkDir, path)
		}
		if dir := filepath.Dir(path); c.Ours(dir) && files.Existing(dir) == "" {
			return &app.Finding{Kind: app.FindingFile, Problem: "the directory " + c.Shown(dir) + " does not exist", Evidence: []string{"the command names " + c.Shown(path)}, Fix: "mkdir -p " + c.Shown(dir) + ", or correct the path in the command"}
		}
	}
	return nil
}
