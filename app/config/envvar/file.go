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

// maxEnvFile is the largest env_file that is read, in bytes.
const maxEnvFile = 1 << 20

// FileError says what is wrong with an env_file. It never holds a value of it.
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

// ReadFile reads a server's env_file in the form that docker compose reads: NAME=value or NAME: value, export,
// comments, quotes that may span lines, $NAME and ${NAME:-default} outside single quotes, a bare NAME that passes on
// what get knows. For expansion get is asked first, then the file itself; what neither knows is empty. The variables
// come in the order in which the file first names them, each once, with its last value.
//
// A file inside projectDir must also be inside once symlinks are resolved; one that the user named by an absolute
// path elsewhere is read as it is. The error is an *EnvFileError.
func ReadFile(file, projectDir string, get func(name string) (string, bool)) ([]Var, error) {
	content, err := readEnvFile(file, projectDir)
	if err != nil {
		return nil, envFileProblem(file, err)
	}
	if len(content) > maxEnvFile {
		return nil, &FileError{File: file, Msg: "it is larger than 1 MiB", Hint: "is this the right file?"}
	}
	if bytes.IndexByte(content, 0) >= 0 || !utf8.Valid(content) {
		return nil, &FileError{File: file, Msg: "it is not UTF-8 text", Hint: "save it as UTF-8 text"}
	}
	p := envParser{file: file, lines: 1, rest: envText(content), get: get}
	return p.parse()
}

// envText is the content without a byte order mark and with line feeds only.
func envText(content []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(content), "\uFEFF"), "\r\n", "\n")
}

func readEnvFile(file, projectDir string) ([]byte, error) {
	if rel, err := filepath.Rel(projectDir, file); err == nil && filepath.IsLocal(rel) {
		return place.ReadInside(projectDir, rel, maxEnvFile+1)
	}
	return place.ReadFile(file, maxEnvFile+1)
}

func envFileProblem(file string, err error) error {
	out := &FileError{File: file, Msg: place.Reason(err), Hint: "check the file and its permissions", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		out.Msg, out.Hint = "the file does not exist", "create it, or take it out of env_file"
	case strings.Contains(out.Msg, "escapes"):
		out.Msg, out.Hint = "the file is a link out of the project", "name the file that it leads to by its absolute path"
	}
	return out
}
