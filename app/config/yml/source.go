// Package yml reads a YAML file from an untrusted repository into nodes that know their line and column, and collects
// everything that is wrong with it as Problems: file, line, column, key, message and hint. A Reader never stops at the
// first problem.
//
// A file is read up to MaxFileSize. UTF-8, NUL, control characters, depth, anchors, aliases, tags, merge keys and
// second documents are refused before or right after the YAML library sees them: 20,000 nested brackets cost that
// library 750 MB.
//
// The callers decide which keys exist: config for devservers.yml, settings for config.yml.
package yml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a configuration file. The YAML library is quadratic in the keys of a mapping and in brackets, so a larger
// file never reaches it.
const (
	MaxFileSize    = 256 << 10 // bytes
	maxDepth       = 20        // nested mappings and lists
	maxKeys        = 1000      // keys of one mapping
	maxPunctuation = 30_000    // line breaks, commas, colons, dashes, brackets: each becomes a token
)

// FileText is the text of a file with the problems found in it.
type FileText struct {
	file     string
	text     string // without BOM, line ends as \n
	Lines    []string
	Problems Problems
	example  string // the smallest valid file, for hints
}

// NewFileText returns the text of a file, checked for encoding and characters. example is the smallest valid file.
func NewFileText(file string, content []byte, example string) *FileText {
	s := &FileText{file: file, example: example}
	if s.encodingProblem(content) {
		return s
	}
	content = bytes.TrimPrefix(content, []byte("\uFEFF"))
	s.text = strings.ReplaceAll(string(content), "\r\n", "\n")
	s.Lines = strings.Split(s.text, "\n")
	s.checkText()
	return s
}

// Add records a problem at a place of the text. Line 0 is the file as a whole.
func (s *FileText) Add(line, column int, key, msg, hint string) {
	s.Problems = append(s.Problems, s.problem(line, column, key, msg, hint))
}

func (s *FileText) problem(line, column int, key, msg, hint string) Problem {
	return Problem{File: s.file, Line: line, Column: column, Key: key, Msg: msg, Hint: hint, Excerpt: s.line(line)}
}

func (s *FileText) line(n int) string {
	if n < 1 || n > len(s.Lines) {
		return ""
	}
	return s.Lines[n-1]
}

func (s *FileText) encodingProblem(content []byte) bool {
	switch {
	case len(content) > MaxFileSize:
		s.Add(1, 0, "", fmt.Sprintf("the file is larger than %d KiB", MaxFileSize>>10),
			"a configuration is a few hundred lines; is this the right file?")
	case utf16(content):
		s.Add(1, 1, "", "the file is UTF-16, not UTF-8", "save it as UTF-8 (in an editor: Save with encoding)")
	case !utf8.Valid(content):
		line, column := invalidUTF8(content)
		s.Add(line, column, "", "the file is not valid UTF-8 here",
			"save it as UTF-8, or delete the character and type it again")
	}
	return len(s.Problems) > 0
}

// utf16 recognizes the byte order marks, and Latin text without one.
func utf16(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	mark := b[0] == 0xFF && b[1] == 0xFE || b[0] == 0xFE && b[1] == 0xFF
	return mark || (b[0] == 0) != (b[1] == 0) && bytes.Count(b, []byte{0}) >= len(b)/2
}

func invalidUTF8(b []byte) (line, column int) {
	line, column = 1, 1
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			break
		}
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
		b = b[size:]
	}
	return line, column
}

// checkText finds forbidden characters and limits what the parser will see.
func (s *FileText) checkText() {
	if strings.TrimSpace(s.text) == "" {
		s.Add(1, 1, "", "the file is empty", "write at least:\n"+s.example)
		return
	}
	if n := s.conflict(); n > 0 {
		s.Add(n, 1, "", "a merge conflict is left here", "keep one side, and delete the lines that begin with <<<<<<<, "+
			"======= and >>>>>>>")
		return
	}
	for i, line := range s.Lines {
		s.checkLine(i+1, line)
	}
	if n := punctuation(s.text); n > maxPunctuation {
		s.Add(1, 0, "", fmt.Sprintf("the file has %d lines, commas, colons and brackets; at most %d are read", n,
			maxPunctuation), "is this the right file?")
	}
}

// conflict returns the line of the first mark that git has left of a merge, or 0.
func (s *FileText) conflict() int {
	begins := func(mark string) int {
		return 1 + slices.IndexFunc(s.Lines, func(line string) bool { return strings.HasPrefix(line, mark) })
	}
	if begins("=======") == 0 || begins(">>>>>>> ") == 0 {
		return 0
	}
	return begins("<<<<<<< ")
}

func (s *FileText) checkLine(n int, line string) {
	column := 0
	for _, r := range line {
		column++
		switch {
		case r == 0:
			s.Add(n, column, "", "a NUL character is not allowed", "delete it")
			return
		case Forbidden(r):
			s.Add(n, column, "", fmt.Sprintf("the invisible character U+%04X is not allowed", r),
				"delete it, or write it as an escape in double quotes")
			return
		}
	}
	if strings.HasPrefix(line, "\t") && strings.TrimSpace(line) != "" {
		s.Add(n, 1, "", "a tab cannot indent YAML", "use two spaces for each level")
	}
}

func punctuation(text string) int {
	n := 0
	for i := range len(text) {
		switch text[i] {
		case '\n', ',', ':', '[', ']', '{', '}', '?', '&', '*', '!', '#', '-', '|', '>', '"', '\'':
			n++
		}
	}
	return n
}
