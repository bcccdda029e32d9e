// Package envvar reads env files as docker compose does, masks values that look like secrets, and says which variables
// can make a program run other code. Its errors never contain a value.
package envvar

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"devservers/app/config/naming"
	"devservers/app/config/place"
)

// Var is one environment variable.
type Var struct{ Name, Value string }

// maxFile is the largest env_file that is read, in bytes.
const maxFile = 1 << 20

// FileError says what is wrong with an env_file. It never contains a value.
type FileError struct {
	File string
	Line int // 0 = unknown
	Msg  string
	Hint string
	Err  error
}

// Error returns file, line and what is wrong. Hint is shown beside it.
func (e *FileError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("cannot read env_file %s: line %d: %s", naming.Path(e.File), e.Line, e.Msg)
	}
	return fmt.Sprintf("cannot read env_file %s: %s", naming.Path(e.File), e.Msg)
}

// Unwrap returns the system's error, so that errors.Is finds fs.ErrNotExist.
func (e *FileError) Unwrap() error { return e.Err }

// ReadFile reads an env_file as docker compose does: NAME=value or NAME: value, export, comments, quotes that may span
// lines, $NAME and ${NAME:-default} outside single quotes, and a bare NAME that passes on the value from get. Variables
// in values are looked up with get, then in the file; unknown ones are empty. The result has each variable once, with
// its last value, in the order of the file.
//
// A file inside projectDir must still be inside it with symlinks resolved. A file elsewhere, named by an absolute path,
// is read as it is. The error is a *FileError.
func ReadFile(file, projectDir string, get func(name string) (string, bool)) ([]Var, error) {
	content, err := readLimited(file, projectDir)
	if err != nil {
		return nil, problemOf(file, err)
	}
	if len(content) > maxFile {
		return nil, &FileError{File: file, Msg: "it is larger than 1 MiB", Hint: "is this the right file?"}
	}
	if bytes.IndexByte(content, 0) >= 0 || !utf8.Valid(content) {
		return nil, &FileError{File: file, Msg: "it is not UTF-8 text", Hint: "save it as UTF-8 text"}
	}
	p := parser{file: file, lines: 1, rest: plainText(content), get: get}
	return p.parse()
}

// plainText returns the content without a byte order mark and with line feeds only.
func plainText(content []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(content), "\uFEFF"), "\r\n", "\n")
}

func readLimited(file, projectDir string) ([]byte, error) {
	if rel, err := filepath.Rel(projectDir, file); err == nil && filepath.IsLocal(rel) {
		return place.ReadInside(projectDir, rel, maxFile+1)
	}
	return place.ReadFile(file, maxFile+1)
}

func problemOf(file string, err error) error {
	out := &FileError{File: file, Msg: place.Reason(err), Hint: "check the file and its permissions", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		out.Msg, out.Hint = "the file does not exist", "create it, or remove it from env_file"
	case errors.Is(err, place.ErrOutside):
		out.Msg, out.Hint = "the file is a link out of the project", "name its target by an absolute path"
	}
	return out
}
