package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"devservers/app/config/yml"
)

// FileName is the name of a project's configuration. devservers.yaml is also accepted.
const FileName = "devservers.yml"

// otherFileName is the second choice.
const otherFileName = "devservers.yaml"

// notFound lists where Find looked, from the first to the last directory, and shows the smallest valid file.
func notFound(from, to string) error {
	msg := fmt.Sprintf("no %s found in %s", FileName, yml.Path(from))
	if from != to {
		msg += " or above it, up to " + yml.Path(to)
	}
	return &yml.FileError{Kind: yml.NotFound, Msg: msg, Hint: "let devservers init write it, or " + WriteHint(from)}
}

// WriteHint shows the smallest valid file, to be written by hand in dir.
func WriteHint(dir string) string {
	name := cmp.Or(yml.Suggest(filepath.Base(dir)), "my-app")
	command := "npm run dev"
	for _, usual := range usualCommands {
		if _, err := os.Stat(filepath.Join(dir, usual[0])); err == nil {
			command = usual[1]
		}
	}
	return fmt.Sprintf("write %s yourself:\n\nproject: %s\nservers:\n  web: {command: %s}",
		yml.Path(filepath.Join(dir, FileName)), name, command)
}

// usualCommands are how projects with a file are often started, the surest last.
var usualCommands = [][2]string{{"package.json", "npm run dev"}, {"composer.json", "php -S 127.0.0.1:8000"},
	{"Gemfile", "bundle exec rackup"}, {"pyproject.toml", "python3 app.py"}, {"requirements.txt", "python3 app.py"},
	{"go.mod", "go run ."}, {"Cargo.toml", "cargo run"}, {"mix.exs", "mix run --no-halt"},
	{"bin/rails", "bin/rails server"}, {"manage.py", "python3 manage.py runserver"}}

// Find returns the path of the nearest devservers.yml in dir or above it. The search ends after the root of the git
// work tree, before the home directory (which cannot be a project), or at the root of the file system. The error is a
// *yml.FileError of the kind NotFound.
func Find(dir string) (file string, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cannot find the current directory: %w", err)
	}
	start, err := yml.Existing(abs)
	if err != nil {
		return "", err
	}
	home := homeDir()
	for at := start; ; at = filepath.Dir(at) {
		if file, ok := fileIn(at); ok {
			return file, nil
		}
		if up := filepath.Dir(at); isGitRoot(at) || up == at || up == home {
			return "", notFound(start, at)
		}
	}
}

// FileIn returns the path of the devservers.yml of a directory, whether it exists or not.
func FileIn(dir string) string {
	if file, ok := fileIn(dir); ok {
		return file
	}
	return filepath.Join(dir, FileName)
}

// fileIn returns the file of a directory: one that can't be read, such as a symlink that leads nowhere, if it has no
// other.
func fileIn(dir string) (string, bool) {
	broken := ""
	for _, name := range []string{FileName, otherFileName} {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file, true
		}
		if _, err := os.Lstat(file); err == nil && broken == "" {
			broken = file
		}
	}
	return broken, broken != ""
}

func isGitRoot(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// homeDir returns the resolved home directory, or "" if there is none.
func homeDir() string {
	home, err := os.UserHomeDir()
	if err == nil {
		home, err = filepath.EvalSymlinks(home)
	}
	if err != nil {
		return ""
	}
	return home
}
