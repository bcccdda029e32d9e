package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/naming"
	"devservers/app/config/place"
	"devservers/app/words"
)

// Codes of ExecError.
const (
	CodeExecutableNotFound   = "executable_not_found"
	CodeExecutableNotAllowed = "executable_not_allowed"
	CodeNotExecutable        = "not_executable"
)

// ExecError says why a command's program cannot be run.
type ExecError struct {
	Code string
	Msg  string
	Hint string
}

// Error returns the message. Hint is shown beside it.
func (e *ExecError) Error() string { return e.Msg }

// Allow decides which programs a devservers.yml may start.
type Allow struct {
	Extra    []string // the user's own allow: list, bare names
	Projects []string // directories of all registered projects, resolved
	Self     string   // our own binary: what the bare name "devservers" means
}

// Resolve returns the absolute path to execute for a command's first word; it does not resolve symlinks in it, because
// python finds its virtual environment, and many tools what they are, by the path they are called by.
//
// A bare name must be allowed (DefaultAllowed or Extra) and is looked up in path, the run's PATH, of which only the
// absolute entries count. A file in a project does not count there either, directly or through a symlink, so that a
// repository cannot slip in its own node by way of PATH; the search goes on behind it. Two places in a project do
// count, because they are on PATH only when the user put them there and are what the user means: the bin directory of
// a virtual environment (beside a pyvenv.cfg) and node_modules/.bin.
//
// A name with a slash is relative to dir, the working directory, or absolute. It needs no allowance: the file that was
// trusted names it, and Review shows it for what it is.
//
// The error is an *ExecError.
func (a Allow) Resolve(argv0, dir, path string) (exe string, err error) {
	switch {
	case argv0 == "":
		return "", &ExecError{CodeExecutableNotFound, "the command's first word is empty", "write the program's name"}
	case strings.ContainsRune(argv0, 0):
		return "", &ExecError{CodeExecutableNotFound, "the command's first word holds a NUL character", "write the program's name"}
	case strings.Contains(argv0, "/"):
		return resolveFile(argv0, dir)
	case argv0 == "devservers" && a.Self != "":
		return a.Self, nil
	case !a.allowed(argv0):
		return "", a.notAllowed(argv0)
	}
	return a.lookUp(argv0, dir, path)
}

func (a Allow) allowed(name string) bool {
	names := DefaultAllowed()
	return slices.Contains(names, name) || slices.Contains(names, withoutVersion(name)) || slices.Contains(a.Extra, name)
}

func (a Allow) notAllowed(name string) error {
	msg := fmt.Sprintf("%s is not on the list of allowed programs", naming.Path(name))
	hint := fmt.Sprintf("add it to the global config.yml, under settings:\n  allow: [%s]\nor name the file with its path", strings.Join(append(slices.Clone(a.Extra), name), ", "))
	if shells[name] {
		hint = "commands run without a shell: name the program itself, or put the lines into a script and call that (./dev.sh)\nor " + hint
	} else if meant := words.Meant(name, slices.Concat(DefaultAllowed(), a.Extra)); len(meant) > 0 {
		hint = "did you mean " + words.Or(meant) + "? or " + hint
	}
	return &ExecError{CodeExecutableNotAllowed, msg, hint}
}

// shells run whatever they are given, which is why they are not allowed by themselves.
var shells = map[string]bool{"sh": true, "bash": true, "zsh": true, "fish": true, "dash": true, "ksh": true}

// resolveFile checks a program that is named by its path.
func resolveFile(argv0, dir string) (string, error) {
	file := argv0
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil && os.IsNotExist(err):
		return "", &ExecError{CodeExecutableNotFound, fmt.Sprintf("%s does not exist", naming.Path(file)), missingHint(argv0)}
	case err != nil:
		return "", &ExecError{CodeExecutableNotFound, fmt.Sprintf("cannot look at %s: %s", naming.Path(file), place.Reason(err)), "check the path and its permissions"}
	case !info.Mode().IsRegular():
		return "", &ExecError{CodeNotExecutable, fmt.Sprintf("%s is not a file", naming.Path(file)), "name the program itself"}
	case info.Mode().Perm()&0o111 == 0:
		return "", &ExecError{CodeNotExecutable, fmt.Sprintf("%s is not executable", naming.Path(file)), "run: chmod +x " + shellQuote(file) + "\nor name its interpreter first, such as: python " + argv0}
	}
	return file, nil
}

func missingHint(argv0 string) string {
	switch {
	case strings.Contains(argv0, "venv/bin/"):
		return "create the virtual environment and install into it; the path counts from working_dir"
	case strings.Contains(argv0, "node_modules/"):
		return "install the packages first (npm install); the path counts from working_dir"
	}
	return "mend the path; it counts from working_dir"
}

// shellQuote quotes a path for a command that a person is told to run.
func shellQuote(s string) string { return quoteLiteral(s, false) }
