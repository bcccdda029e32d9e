package config

import (
	"strings"
	"testing"
)

func TestWatchPatterns(t *testing.T) {
	for _, c := range []struct {
		patterns, fits, other string // separated by spaces
	}{
		{"**/*.py", "a.py src/b.py src/deep/c.py", "a.pyc src/py"},
		{"*.py", "a.py", "src/a.py"},
		{"src/**", "src/a src/b/c", "src asrc/a"},
		{"src/", "src/a src/b/c", "lib/a"},
		{"src/**/x.js", "src/x.js src/a/x.js src/a/b/x.js", "x.js src/ax.js"},
		{"**", "a a/b", ""},
		{"**/*.py !tests/** tests/keep.py", "a.py tests/keep.py", "tests/a.py"},
		{"!a.py **/*.py", "a.py", ""},
		{"src/[ab]?.js", "src/a1.js", "src/c1.js src/a.js"},
	} {
		s := Server{Watch: strings.Fields(c.patterns)}
		for _, file := range strings.Fields(c.fits) {
			if !s.watches(file) {
				t.Errorf("%s does not fit %q", file, c.patterns)
			}
		}
		for _, file := range strings.Fields(c.other) {
			if s.watches(file) {
				t.Errorf("%s fits %q", file, c.patterns)
			}
		}
	}
}

func TestWatchProblems(t *testing.T) {
	for _, pattern := range []string{"'[a'", "/etc/passwd", "'!'", "''"} {
		if _, err := Load(project(t, "project: p\nservers:\n  a: {command: x, watch: ["+pattern+"]}\n")); err == nil ||
			!strings.Contains(err.Error(), "expected a pattern of files in the project") {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func TestWatchedDirectoryIsMissing(t *testing.T) {
	for pattern, warnings := range map[string]int{
		"src/**/*.py": 1, "./src/app.py": 1, "'!src/**'": 0, "'**/src/*.py'": 0, "'*/src'": 0, "src": 0,
	} {
		p, err := Load(project(t, "project: p\nservers:\n  a: {command: x, watch: ["+pattern+"]}\n"))
		if err != nil || len(p.Warnings) != warnings {
			t.Errorf("%s: %v, %v", pattern, p.Warnings, err)
		}
	}
}
