//go:build real

package main

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	publicPath    = "example.org/devservers"
	publicVersion = "v0.1.0"
)

// TestModuleInstallsFromAProxy: with a public path, `go install PATH@VERSION` gives a program that knows its version.
func TestModuleInstallsFromAProxy(t *testing.T) {
	t.Parallel()
	dir, proxy, bin := t.TempDir(), t.TempDir(), t.TempDir()
	copyProject(t, dir)
	command(t, dir, nil, "git", "init", "-q")
	command(t, dir, nil, "git", "add", "-A")
	command(t, dir, nil, "make", "-f", "templ.mk", "module", "PATH="+publicPath)
	serveModule(t, dir, filepath.Join(proxy, publicPath, "@v"))
	cache := strings.TrimSpace(command(t, ".", nil, "go", "env", "GOMODCACHE"))
	// With a cache of modules of its own: to go, a version never changes, and it remembers the files of one.
	env := []string{"GOPROXY=file://" + proxy + ",file://" + cache + "/cache/download", "GOSUMDB=off", "GOBIN=" + bin,
		"GOMODCACHE=" + t.TempDir(), "GOFLAGS=-mod=mod -modcacherw -trimpath", "CGO_ENABLED=0"}
	command(t, t.TempDir(), env, "go", "install", publicPath+"@"+publicVersion)
	program := filepath.Join(bin, "devservers")
	home := []string{"HOME=" + t.TempDir()}
	if out := command(t, dir, home, program, "version"); !strings.Contains(out, publicVersion) {
		t.Errorf("version prints %q", out)
	}
	if out := command(t, dir, home, program, "start", "--help"); !strings.Contains(out, "until they are ready") {
		t.Errorf("help prints %q", out)
	}
}

// command runs a program and returns its output.
func command(t *testing.T, dir string, env []string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// walkProject calls visit with each file of a project, by its path from there.
func walkProject(t *testing.T, root string, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || name == "tmp" || name == "dist" || name == "dist-share"):
			return fs.SkipDir
		case d.Type().IsRegular() && name != ".git":
			visit(filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func copyProject(t *testing.T, to string) {
	t.Helper()
	walkProject(t, ".", func(name string) {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

// serveModule writes a project as a version of its module, in the layout of a proxy.
func serveModule(t *testing.T, dir, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, _ := json.Marshal(map[string]string{"Version": publicVersion, "Time": "2026-11-01T00:00:00Z"})
	for name, text := range map[string][]byte{"list": []byte(publicVersion + "\n"), publicVersion + ".mod": mod,
		publicVersion + ".info": info} {
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(to, publicVersion+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	walkProject(t, dir, func(name string) {
		if strings.HasPrefix(name, "mcp/noschema/") { // a module of its own
			return
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		w, err := archive.Create(publicPath + "@" + publicVersion + "/" + name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPackagesOfNpm: npm installs the package of this system beside the one with the command.
func TestPackagesOfNpm(t *testing.T) {
	t.Parallel()
	dist, out, prefix := t.TempDir(), t.TempDir(), t.TempDir()
	archive := archived(t, map[string]string{"devservers": "#!/bin/sh\necho \"fake $*\"\nexit 3\n", "LICENSE": "MIT\n",
		"THIRD_PARTY_NOTICES.txt": "others\n"})
	for _, system := range []string{"linux_amd64", "linux_arm64", "darwin_arm64"} {
		if err := os.WriteFile(filepath.Join(dist, "devservers_0.1.0_"+system+".tar.gz"), archive, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command(t, ".", nil, "sh", ".ci/npm", "@example/devservers", "0.1.0", dist, out)
	cpu := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if cpu == "" {
		cpu = runtime.GOARCH
	}
	cache := []string{"npm_config_cache=" + t.TempDir()}
	argv := []string{"npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", prefix}
	for _, name := range []string{"devservers-" + runtime.GOOS + "-" + cpu, "devservers"} {
		packed := strings.Fields(command(t, filepath.Join(out, name), cache, "npm", "pack", "--silent"))
		argv = append(argv, filepath.Join(out, name, packed[len(packed)-1]))
	}
	command(t, prefix, cache, argv...)
	cmd := exec.Command(filepath.Join(prefix, "node_modules/.bin/devservers"), "status", "--json")
	text, err := cmd.CombinedOutput()
	if string(text) != "fake status --json\n" || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("%v %q", err, text)
	}
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES.txt"} {
		at := filepath.Join(prefix, "node_modules/@example/devservers-"+runtime.GOOS+"-"+cpu)
		if _, err := os.Stat(filepath.Join(at, name)); err != nil {
			t.Error(err)
		}
	}
}
