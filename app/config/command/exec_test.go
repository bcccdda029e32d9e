package command

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

func TestResolve(t *testing.T) {
	base := configtest.TempDir(t)
	bin, dir := configtest.Mkdir(t, base, "bin"), configtest.Mkdir(t, base, "p")
	node := configtest.Executable(t, filepath.Join(bin, "node"))
	tool := configtest.Executable(t, filepath.Join(bin, "my-tool"))
	php := configtest.Executable(t, filepath.Join(bin, "php8.3"))
	configtest.Executable(t, filepath.Join(bin, "python3"))
	configtest.Executable(t, filepath.Join(bin, "bash"))
	planted := configtest.Executable(t, filepath.Join(dir, "node"))
	configtest.Executable(t, filepath.Join(dir, "bin", "npm"))
	configtest.Write(t, filepath.Join(bin, "ruby"), "")
	script := configtest.Executable(t, filepath.Join(dir, "dev.sh"))
	configtest.Write(t, filepath.Join(dir, "data"), "")
	configtest.Symlink(t, planted, filepath.Join(bin, "deno"))
	venv := configtest.Executable(t, filepath.Join(dir, ".venv", "bin", "celery"))
	configtest.Write(t, filepath.Join(dir, ".venv", "pyvenv.cfg"), "")
	python := configtest.Symlink(t, filepath.Join(bin, "python3"), filepath.Join(dir, ".venv", "bin", "python"))
	vite := configtest.Executable(t, filepath.Join(dir, "node_modules", ".bin", "vite"))
	venvBin := filepath.Dir(venv)
	allow := Allow{Extra: []string{"my-tool"}, Projects: []string{dir}, Self: "/opt/devservers"}
	for _, c := range []struct {
		argv0, path, want string
		code              yml.Kind
	}{
		{"node", bin, node, ""},
		{"php8.3", bin, php, ""},
		{"my-tool", bin, tool, ""},
		{"devservers", bin, "/opt/devservers", ""},
		{"node", dir + ":.:" + bin, node, ""},
		{"node", ".::" + dir, "", yml.ExecutableNotFound},
		{"npm", filepath.Join(dir, "bin") + ":" + bin, "", yml.ExecutableNotFound},
		{"deno", bin, "", yml.ExecutableNotFound},
		{"python", venvBin + ":" + bin, python, ""},
		{"celery", venvBin + ":" + bin, venv, ""},
		{"vite", filepath.Dir(vite), vite, ""},
		{"bash", bin, "", yml.ExecutableNotAllowed},
		{"nod", bin, "", yml.ExecutableNotAllowed},
		{"ruby", bin, "", yml.NotExecutable},
		{"go", bin, "", yml.ExecutableNotFound},
		{"go", "", "", yml.ExecutableNotFound},
		{"", bin, "", yml.ExecutableNotFound},
		{"no\x00de", bin, "", yml.ExecutableNotFound},
		{"..", bin, "", yml.ExecutableNotAllowed},
		{"./dev.sh", bin, script, ""},
		{"./node", bin, planted, ""},
		{script, bin, script, ""},
		{tool, "", tool, ""},
		{"./nope", bin, "", yml.ExecutableNotFound},
		{"./data", bin, "", yml.NotExecutable},
		{"./bin", bin, "", yml.NotExecutable},
		{".venv/bin/celery", "", venv, ""},
	} {
		got, err := allow.Resolve(c.argv0, dir, c.path)
		var problem *yml.FileError
		switch {
		case c.want != "" && (err != nil || got != c.want):
			t.Errorf("%q in %q: %s, %v; want %s", c.argv0, c.path, got, err, c.want)
		case c.want == "" && (!errors.As(err, &problem) || problem.Kind != c.code || problem.Hint == "" || problem.Msg == ""):
			t.Errorf("%q in %q: %s, %#v; want %s", c.argv0, c.path, got, err, c.code)
		}
	}
}

func TestResolveHints(t *testing.T) {
	base := configtest.TempDir(t)
	dir, bin := configtest.Mkdir(t, base, "p"), configtest.Mkdir(t, base, "bin")
	configtest.Executable(t, filepath.Join(bin, "python3"))
	configtest.Executable(t, filepath.Join(dir, "npm"))
	configtest.Executable(t, filepath.Join(dir, "node_modules", ".bin", "vite"))
	allow := Allow{Projects: []string{dir}, Extra: []string{"other"}}
	for argv0, want := range map[string]string{
		"python": "python3 is there",
		"npm":    "./npm",
		"vite":   "node_modules/.bin/vite",
		"pyhton": "did you mean python?",
		"custom": "allow: [other, custom]",
		"bash":   "without a shell",
	} {
		_, err := allow.Resolve(argv0, dir, bin+":"+dir)
		var problem *yml.FileError
		if !errors.As(err, &problem) || !strings.Contains(problem.Hint, want) {
			t.Errorf("%s: %#v", argv0, err)
		}
	}
}

func TestInterpreterOfAScriptIsNamed(t *testing.T) {
	dir := configtest.TempDir(t)
	for first, want := range map[string]string{"#!/usr/bin/env -S node --inspect": "first: node ./x", "#!/bin/sh": "",
		"#! /opt/ruby": "first: ruby ./x", "": ""} {
		configtest.Write(t, filepath.Join(dir, "x"), first+"\n")
		_, err := Allow{}.Resolve("./x", dir, "")
		var problem *yml.FileError
		if !errors.As(err, &problem) || !strings.HasSuffix(problem.Hint, want) ||
			(want == "") != !strings.Contains(problem.Hint, "interpreter") {
			t.Errorf("%q: %#v", first, err)
		}
	}
}

func TestLinkThatLeadsNowhereIsNamed(t *testing.T) {
	dir := configtest.TempDir(t)
	gone := filepath.Join(dir, "python3.10")
	configtest.Symlink(t, gone, filepath.Join(configtest.Mkdir(t, dir, ".venv", "bin"), "python"))
	_, err := Allow{Projects: []string{dir}}.Resolve("./.venv/bin/python", dir, "")
	if err == nil || !strings.Contains(err.Error(), "is a link to "+gone+", which does not exist") {
		t.Error(err)
	}
}
