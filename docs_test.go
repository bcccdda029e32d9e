package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMarkdownLinesFit checks that no line of a document has more than 100 columns.
func TestMarkdownLinesFit(t *testing.T) {
	for _, pattern := range []string{"*.md", "docs/*.md", "tests/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if n := utf8.RuneCountInString(line); n > 100 {
					t.Errorf("%s:%d has %d columns", file, i+1, n)
				}
			}
		}
	}
}

// TestReliabilityNamesTests checks that each test that a table of faults names exists.
func TestReliabilityNamesTests(t *testing.T) {
	tests := testFiles(t)
	for file, least := range map[string]int{"docs/reliability.md": 40, "tests/chaos/README.md": 100} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(line, "|")
			if len(cells) != 5 || strings.Contains(line, "---") || strings.TrimSpace(cells[3]) == "test" {
				continue // not a row of a table with the column test
			}
			if name := "func Test" + strings.TrimSpace(cells[3]) + "("; !strings.Contains(tests, name) {
				t.Errorf("%s: there is no %s", file, name)
			}
			rows++
		}
		if rows < least {
			t.Errorf("%s has %d rows", file, rows)
		}
	}
}

// TestSecurityNamesTests checks that each line of the threat model names tests that exist.
func TestSecurityNamesTests(t *testing.T) {
	text, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	_, threats, _ := strings.Cut(string(text), "\n## Threats\n")
	threats, _, _ = strings.Cut(threats, "\n## ")
	tests, rows := testFiles(t), 0
	for line := range strings.Lines(threats) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.Contains(line, "---") || strings.TrimSpace(cells[3]) == "test" {
			continue
		}
		rows++
		for _, name := range strings.Split(cells[3], ",") {
			if !strings.Contains(tests, "func Test"+strings.TrimSpace(name)+"(") {
				t.Errorf("there is no %s", name)
			}
		}
	}
	if rows < 25 {
		t.Errorf("there are %d rows", rows)
	}
}

// testFiles returns the text of all tests.
func testFiles(t *testing.T) string {
	t.Helper()
	var tests strings.Builder
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			data, _ := os.ReadFile(path)
			tests.Write(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests.String()
}
