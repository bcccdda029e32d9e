package yml

// Kind is the subject of an Error.
type Kind string

// The kinds of errors. Errors of places, patches and other values have none.
const (
	NotFound             Kind = "not_found" // no devservers.yml
	Environment          Kind = "environment"
	ExecutableNotFound   Kind = "executable_not_found"
	ExecutableNotAllowed Kind = "executable_not_allowed"
	NotExecutable        Kind = "not_executable"
)

// FileError is what a person can fix in a file, a directory or a value: what is wrong, and what to do. It never
// contains the value of a variable.
type FileError struct {
	Kind Kind
	Msg  string
	Hint string
	File string // an env_file that can't be read
	Why  string // what is wrong with File
	Line int    // of File; 0 = unknown
	Err  error  // the system's, if it gave one
}

// Unread returns the sentence that an env_file can't be read.
func Unread(file, why string) string { return "cannot read env_file " + Path(file) + ": " + why }

// Error returns what is wrong. Hint is shown with it.
func (e *FileError) Error() string { return e.Msg }

// Unwrap returns the system's error, so that errors.Is finds fs.ErrNotExist.
func (e *FileError) Unwrap() error { return e.Err }
