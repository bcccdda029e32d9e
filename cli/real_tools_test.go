//go:build real && linux

package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// toolsPresent fails, naming what is missing and how to get it, rather than pass without having looked.
func toolsPresent(t *testing.T) {
	t.Helper()
	for _, tool := range []struct{ packages, program, arg, code string }{
		{"redis-server", "redis-server", "--version", ""},
		{"nodejs npm", "npm", "--version", ""},
		{"git", "git", "--version", ""},
		{"python3-django", "/usr/bin/python3", "-c", "import django"},
		{"python3-celery python3-redis", "/usr/bin/python3", "-c", "import celery, redis"},
	} {
		args := []string{tool.arg}
		if tool.code != "" {
			args = append(args, tool.code)
		}
		if out, err := exec.Command(tool.program, args...).CombinedOutput(); err != nil {
			t.Errorf("%s %v: %v: %s\ninstall it: sh .ci/tools as root, or apt-get install %s", tool.program, args, err, out, tool.packages)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// installed is the node_modules of a package, installed by npm once for each content of its lock file and kept in the
// person's cache.
func installed(t *testing.T, dir string) string {
	t.Helper()
	lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	kept := filepath.Join(cache, fmt.Sprintf("devservers-test-%d", os.Getuid()), fmt.Sprintf("npm-%.8x", sha256.Sum256(lock)))
	if _, err := os.Stat(kept); err != nil {
		install(t, dir, kept)
	}
	return filepath.Join(kept, "node_modules")
}

// install lets npm install beside kept, and moves it there when all is done. Of two at once one wins.
func install(t *testing.T, dir, kept string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(kept), 0o700); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.MkdirTemp(filepath.Dir(kept), "new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(fresh)
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(fresh, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	npm := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = fresh
	if out, err := npm.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v: %s\nit needs a package registry that npm can reach", err, out)
	}
	if err := os.Rename(fresh, kept); err != nil && !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
}
