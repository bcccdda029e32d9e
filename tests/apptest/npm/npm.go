//go:build real

package npm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Installed returns the node_modules of the package in dir, which holds its package.json and perhaps a lock file.
func Installed(t testing.TB, dir string) string {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			files[name] = data
		} else if !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if files["package.json"] == nil {
		t.Fatalf("%s has no package.json", dir)
	}
	return installed(t, files, func(args ...string) *exec.Cmd {
		return exec.Command(Node(t), append([]string{filepath.Join(tools(t), "npm/bin/npm-cli.js")}, args...)...)
	})
}

// Node returns the path of a Node that is new enough for every package that the tests install.
func Node(t testing.TB) string {
	t.Helper()
	return filepath.Join(tools(t), nodePackage(), "bin/node")
}

func nodePackage() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return "node-" + runtime.GOOS + "-" + arch
}

// tools returns the node_modules that hold Node and npm; the npm of this machine installs them.
func tools(t testing.TB) string {
	t.Helper()
	wanted := fmt.Sprintf(`{"name": "tools", "private": true, "dependencies": {%q: "24.21.0", "npm": "11.19.1"}}`,
		nodePackage())
	return installed(t, map[string][]byte{"package.json": []byte(wanted)}, func(args ...string) *exec.Cmd {
		return exec.Command("npm", args...)
	})
}

// installed installs beside the final place and moves the result there, so that of two tests at once one wins.
func installed(t testing.TB, files map[string][]byte, npm func(args ...string) *exec.Cmd) string {
	t.Helper()
	final := cached(t, files)
	if _, err := os.Stat(final); err == nil {
		return filepath.Join(final, "node_modules")
	}
	//nolint:usetesting // next to the final place, so that it can be renamed
	fresh, err := os.MkdirTemp(filepath.Dir(final), "new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(fresh)
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(fresh, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	install := npm("install", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = fresh
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v: %s\nit needs npm (sh .ci/tools as root) and a package registry that npm can reach", err,
			out)
	}
	if err := os.Rename(fresh, final); err != nil {
		if _, other := os.Stat(final); other != nil {
			t.Fatal(errors.Join(err, other))
		}
	}
	return filepath.Join(final, "node_modules")
}

// cached returns where packages with these files belong, in a directory that exists.
func cached(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	dir = filepath.Join(dir, fmt.Sprintf("devservers-test-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json"} {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	return filepath.Join(dir, fmt.Sprintf("npm-%.8x", sum.Sum(nil)))
}
