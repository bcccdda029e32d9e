package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMarkdownLinesFit checks that no line of a document has more than 100 columns.
func TestMarkdownLinesFit(t *testing.T) {
	for _, pattern := range []string{"*.md", "docs/*.md"} {
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
