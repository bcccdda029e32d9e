package agents

import (
	"path/filepath"
	"runtime"
)

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
