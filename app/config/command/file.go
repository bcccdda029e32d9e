package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"devservers/app/config/yml"
)

// Var is one environment variable.
type Var struct{ Name, Value string }

// maxFile is the largest env_file that is read, in bytes.
const maxFile = 1 << 20

// unreadable returns the error of an env_file; line 0 is unknown.
func unreadable(file string, line int, msg, hint string, err error) error {
	why := msg
	if line > 0 {
		why = fmt.Sprintf("line %d: %s", line, msg)
	}
	return &yml.FileError{Kind: yml.Environment, Msg: yml.Unread(file, why), Hint: hint, File: file, Why: why, Line: line,
		Err: err}
}

// File is an env_file at one moment.
type File struct{ path, text string }

// ReadFile reads an env_file. A file inside projectDir must still be inside it with symlinks resolved. A file
// elsewhere, named by an absolute path, is read as it is. The error is a *yml.FileError.
func ReadFile(file, projectDir string) (File, error) {
	content, err := readLimited(file, projectDir)
	if err != nil {
		return File{}, problemOf(file, err)
	}
	if len(content) > maxFile {
		return File{}, unreadable(file, 0, "it is larger than 1 MiB", "is this the right file?", nil)
	}
	if bytes.IndexByte(content, 0) >= 0 || !utf8.Valid(content) {
		return File{}, unreadable(file, 0, "it is not UTF-8 text", "save it as UTF-8 text", nil)
	}
	return File{file, literal(content)}, nil
}

// Vars returns the variables as docker compose reads them: NAME=value or NAME: value, export, comments, quotes that may
// span lines, $NAME and ${NAME:-default} outside single quotes, and a bare NAME that passes on the value from get.
// Variables in values are looked up with get, then in the file; unknown ones are empty. The result has each variable
// once, with its last value, in the order of the file. The error is a *yml.FileError.
func (f File) Vars(get func(name string) (string, bool)) ([]Var, error) {
	p := parser{file: f.path, lines: 1, rest: f.text, get: get}
	return p.parse()
}

// plainText returns the content without a byte order mark and with line feeds only.
func literal(content []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(content), "\uFEFF"), "\r\n", "\n")
}

func readLimited(file, projectDir string) ([]byte, error) {
	if rel, err := filepath.Rel(projectDir, file); err == nil && filepath.IsLocal(rel) {
		return yml.ReadInside(projectDir, rel, maxFile+1)
	}
	return yml.ReadFile(file, maxFile+1)
}

// from returns the advice where to take a missing env file from, or "": the main checkout of a worktree, an example.
func from(file string) string {
	if own, ok := yml.CheckoutOf(filepath.Dir(file)); ok && own.Linked() {
		if _, err := os.Stat(own.Main(file)); err == nil {
			return "copy the main checkout's: devservers setup, which copies what worktree: copy: names; or "
		}
	}
	for _, end := range []string{".example", ".sample", ".template", ".dist"} {
		if _, err := os.Stat(file + end); err == nil {
			return "copy " + filepath.Base(file) + end + " to it and fill it in; or "
		}
	}
	return ""
}

func problemOf(file string, err error) error {
	info, _ := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unreadable(file, 0, "the file does not exist", from(file)+"create it, or remove it from env_file", err)
	case info != nil && info.IsDir():
		return unreadable(file, 0, "it is a directory", "name a file in env_file", err)
	case errors.Is(err, yml.ErrOutside):
		return unreadable(file, 0, "the file is a symlink that leaves the project", "name its target by an absolute path",
			err)
	}
	return unreadable(file, 0, yml.Reason(err), "check the file and its permissions", err)
}
