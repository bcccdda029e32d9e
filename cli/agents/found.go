package agents

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
)

// programs are the names of the clients' programs, where they differ from the client's.
var programs = map[string]string{"vscode": "code", "kiro": "kiro-cli"}

// Found returns the clients that this machine has: their program can be run, or their configuration exists.
func Found(getenv func(string) string) (found []Client) {
	for _, c := range Clients() {
		if !c.second && c.isHere(getenv) {
			found = append(found, c)
		}
	}
	return found
}

func (c Client) isHere(getenv func(string) string) bool {
	program := cmp.Or(programs[c.Name], c.Name)
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if i, err := os.Stat(filepath.Join(dir, program)); err == nil && i.Mode().IsRegular() && i.Mode().Perm()&0o111 != 0 {
			return true
		}
	}
	file := c.File(getenv)
	if exists(file) {
		return true
	}
	dir := filepath.Dir(file)
	return dir != filepath.Clean(getenv("HOME")) && exists(dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// dirs finds the directories of programs.
type dirs struct{ getenv func(string) string }

// inHome returns a file in a directory of the home, or in the directory that the variable names.
func (d dirs) inHome(variable, dir, file string) string {
	if variable != "" && d.getenv(variable) != "" {
		return filepath.Join(d.getenv(variable), file)
	}
	return filepath.Join(d.getenv("HOME"), dir, file)
}

func (d dirs) configHome() string {
	if dir := d.getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(d.getenv("HOME"), ".config")
}

// appConfig returns where a desktop program keeps its configuration.
func (d dirs) appConfig(name string) string {
	if runtime.GOOS == "darwin" {
		return filepath.Join(d.getenv("HOME"), "Library", "Application Support", name)
	}
	return filepath.Join(d.configHome(), name)
}

// named returns the file that the variable names, or one below the home.
func (d dirs) named(variable string, below ...string) string {
	if file := d.getenv(variable); file != "" {
		return file
	}
	return filepath.Join(append([]string{d.getenv("HOME")}, below...)...)
}
