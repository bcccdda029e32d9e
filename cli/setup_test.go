package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"devservers/app/config"
	"devservers/cli/view"
)

// newProgram returns a call of the command line by a person with a home directory of its own.
func newProgram(t *testing.T) *Program {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		t.Setenv("XDG_"+name+"_HOME", filepath.Join(home, "."+name))
	}
	return &Program{Console: view.Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}, Cwd: home}
}

func TestCheckFindsWhatCannotStart(t *testing.T) {
	p := newProgram(t)
	dir := filepath.Join(p.Cwd, "shop")
	text := `project: shop
servers:
  good: {command: ./good, working_dir: .}
  missing: {command: ./no-such-program}
  hooked: {command: ./good, before_start: ./no-such-hook}
  probed: {command: ./good, ready: {command: ./no-such-probe}}
  env: {command: ./good, env_file: .env}
  later: {command: $PROGRAM serve}
tasks:
  migrate: {command: ./no-such-task}
`
	err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(dir+"/good", []byte("#!/bin/sh\n"), 0o755),
		os.WriteFile(dir+"/"+config.FileName, []byte(text), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	project, err := config.Load(dir + "/" + config.FileName)
	if err != nil {
		t.Fatal(err)
	}
	problems, err := checkInstalled(p, project)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, problem := range problems {
		found = append(found, fmt.Sprintf("%d %s", problem.Line, problem.Key))
	}
	want := []string{"4 servers.missing.command", "5 servers.hooked.before_start", "6 servers.probed.ready.command",
		"7 servers.env.env_file", "10 tasks.migrate.command"}
	if !slices.Equal(found, want) {
		t.Errorf("%q\nwant %q", found, want)
	}
}

func TestWriteNewReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	file, target := dir+"/"+config.FileName, dir+"/target"
	if err := writeNew(file, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := writeNew(file, []byte("second")); !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
	if err := errors.Join(os.Remove(file), os.Symlink(target, file)); err != nil {
		t.Fatal(err)
	}
	if err := writeNew(file, []byte("through a link")); !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
	if _, err := os.Stat(target); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file was written through the link")
	}
}
