package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// refuse returns the error of a program that cannot be run.
func refuse(kind yml.Kind, msg, hint string) error {
	return &yml.FileError{Kind: kind, Msg: msg, Hint: hint}
}

// Allow decides which programs a devservers.yml may start.
type Allow struct {
	Extra    []string // bare names from the person's own allow: list
	Projects []string // resolved directories of all registered projects
	Self     string   // our own binary, for the bare name "devservers"
}

// Resolve returns the absolute path to execute for the first word of a command. It keeps symlinks, because python finds
// its virtual environment, and many tools their name, by the path that they are called by.
//
// A bare name must be allowed (defaultAllowed or Extra) and is looked up in path, the PATH of the run. Only absolute
// entries count. A file in a project does not count either, directly or through a symlink, so that a repository cannot
// provide its own node by way of PATH. Two places in a project do count, because they are on PATH only if the person
// put them there: the bin directory of a virtual environment (next to a pyvenv.cfg) and node_modules/.bin.
//
// A name with a slash is absolute or relative to dir, the working directory. It need not be allowed: the trusted file
// names it, and a review shows it.
//
// The error is a *yml.FileError.
func (a Allow) Resolve(argv0, dir, path string) (exe string, err error) {
	switch {
	case argv0 == "":
		return "", refuse(yml.ExecutableNotFound, "the command's first word is empty", "write the program's name")
	case strings.ContainsRune(argv0, 0):
		return "", refuse(yml.ExecutableNotFound, "the command's first word contains a NUL character",
			"write the program's name")
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
	names := defaultAllowed()
	return slices.Contains(names, name) || slices.Contains(names, withoutVersion(name)) || slices.Contains(a.Extra, name)
}

func (a Allow) notAllowed(name string) error {
	msg := fmt.Sprintf("%s is not on the list of allowed programs", yml.Path(name))
	hint := fmt.Sprintf("add it to your config.yml, under settings:\n  allow: [%s]\nor name the file with its path",
		strings.Join(append(slices.Clone(a.Extra), name), ", "))
	if shells[name] {
		hint = "commands run without a shell: name the program itself, or put the lines into a script and call that " +
			"(./dev.sh)\nor " + hint
	} else if meant := words.Meant(name, slices.Concat(defaultAllowed(), a.Extra)); len(meant) > 0 {
		hint = "did you mean " + words.Or(meant) + "? or " + hint
	}
	return refuse(yml.ExecutableNotAllowed, msg, hint)
}

// shells run any command, so they are not allowed by default.
var shells = map[string]bool{"sh": true, "bash": true, "zsh": true, "fish": true, "dash": true, "ksh": true}

// resolveFile checks a program that is named by its path.
func resolveFile(argv0, dir string) (string, error) {
	file := argv0
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil && os.IsNotExist(err) && dangling(file) != "":
		return "", refuse(yml.ExecutableNotFound, fmt.Sprintf("%s is a link to %s, which does not exist", yml.Path(file),
			yml.Path(dangling(file))), linkHint(argv0))
	case err != nil && os.IsNotExist(err):
		return "", refuse(yml.ExecutableNotFound, fmt.Sprintf("%s does not exist", yml.Path(file)), missingHint(argv0))
	case err != nil:
		return "", refuse(yml.ExecutableNotFound, fmt.Sprintf("cannot look at %s: %s", yml.Path(file), yml.Reason(err)),
			"check the path and its permissions")
	case !info.Mode().IsRegular():
		return "", refuse(yml.NotExecutable, fmt.Sprintf("%s is not a file", yml.Path(file)), "name the program itself")
	case info.Mode().Perm()&0o111 == 0:
		return "", refuse(yml.NotExecutable, fmt.Sprintf("%s is not executable", yml.Path(file)), "run: chmod +x "+
			Quote(file)+interpreter(file, argv0))
	}
	return file, nil
}

// interpreter returns the advice to name the interpreter of a script, unless commands may not begin with that.
func interpreter(file, argv0 string) string {
	content, _ := yml.ReadFile(file, 200)
	line, ok := strings.CutPrefix(words.FirstLine(string(content)), "#!")
	list := strings.Fields(line)
	if ok && len(list) > 0 && filepath.Base(list[0]) == "env" {
		list = slices.DeleteFunc(list[1:], func(word string) bool { return strings.ContainsAny(word, "-=") })
	}
	if !ok || len(list) == 0 || shells[filepath.Base(list[0])] {
		return ""
	}
	return "\nor name its interpreter first: " + filepath.Base(list[0]) + " " + argv0
}

// dangling returns where a link that leads nowhere leads; "" if file is not a link.
func dangling(file string) string {
	to, err := os.Readlink(file)
	if err == nil && !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(file), to)
	}
	return to
}

func linkHint(argv0 string) string {
	if strings.Contains(argv0, "venv/bin/") {
		return "create the virtual environment again: its Python was removed or moved"
	}
	return "correct the link"
}

func missingHint(argv0 string) string {
	switch {
	case strings.Contains(argv0, "venv/bin/"):
		return "create the virtual environment and install into it; the path is relative to working_dir"
	case strings.Contains(argv0, "node_modules/"):
		return "install the packages first (npm install); the path is relative to working_dir"
	}
	return "correct the path; it is relative to working_dir"
}

// Quote quotes a path, or another argument, for a command that a person may run and Parse reads.
func Quote(s string) string {
	if s == "" {
		return "''"
	}
	return quoteLiteral(s, false)
}

// Line returns words as one command, which a shell splits into the same words.
func Line(argv []string) string {
	list := make([]string, len(argv))
	for i, word := range argv {
		list[i] = Quote(word)
	}
	return strings.Join(list, " ")
}
