package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"devservers/tests/fc"
)

// TestInstallerChecksDownloads: the installer puts a program in place whose sum is listed, and nothing else.
func TestInstallerChecksDownloads(t *testing.T) {
	t.Parallel()
	archive := archived(t, map[string]string{"devservers": "#!/bin/sh\necho devservers 0.1.0\n", "LICENSE": "MIT\n"})
	name := "devservers_0.1.0_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	right := fmt.Sprintf("%x  other.tar.gz\n%x  %s\n", sha256.Sum256(nil), sha256.Sum256(archive), name)
	for _, test := range []struct{ sums, version, says string }{
		{right, "v0.1.0", "devservers 0.1.0"},
		{strings.Replace(right, name, "else.tar.gz", 1), "0.1.0", "checksums.txt does not list " + name},
		{fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte("x")), name), "0.1.0", "nothing was installed"},
		{right, "0.2.0", "cannot download"},
		{right, "", "name the version"},
	} {
		releases := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/v0.1.0/checksums.txt":
				_, _ = w.Write([]byte(test.sums))
			case "/v0.1.0/" + name:
				_, _ = w.Write(archive)
			default:
				http.NotFound(w, r)
			}
		}))
		home := t.TempDir()
		cmd := exec.Command("sh", "install.sh", test.version)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "DOWNLOADS=" + releases.URL}
		out, err := cmd.CombinedOutput()
		releases.Close()
		if strings.Contains(string(out), "install curl or wget") {
			fc.Lacks(t, string(out))
		}
		_, missing := os.Stat(filepath.Join(home, ".local/bin/devservers"))
		if good := test.says == "devservers 0.1.0"; good != (err == nil) || good != (missing == nil) ||
			!strings.Contains(string(out), test.says) {
			t.Errorf("%q %v %v, want %q:\n%s", test.version, err, missing, test.says, out)
		}
	}
}

// archived returns the files as a compressed archive; each may be executed.
func archived(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	for name, text := range files {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestNoticesHaveEachLicense: packages carry the license of each module and script that the program contains.
func TestNoticesHaveEachLicense(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "notices.txt")
	if out, err := exec.Command("sh", ".ci/notices", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const module = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"
	list := exec.Command("go", "list", "-deps", "-f", module, ".")
	list.Env = append(os.Environ(), "GOWORK=off")
	modules, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	scripts, _ := filepath.Glob("static/vendor/*.LICENSE")
	names := strings.Split(strings.TrimSpace(string(modules)), "\n")
	for _, script := range scripts {
		names = append(names, strings.TrimSuffix(filepath.Base(script), ".LICENSE"))
	}
	if len(names) < 30 || len(scripts) == 0 {
		t.Fatalf("only %d modules and %d scripts", len(names), len(scripts))
	}
	for _, name := range names {
		if _, after, ok := strings.Cut(string(text), "\n"+name+"\n\n"); name != "" &&
			(!ok || len(strings.SplitN(after, strings.Repeat("=", 64), 2)[0]) < 400) {
			t.Errorf("no license for %s", name)
		}
	}
	release, err := os.ReadFile(".goreleaser.yaml")
	if n := strings.Count(string(release), "- {src: dist-share/THIRD_PARTY_NOTICES.txt") +
		strings.Count(string(release), "- src: dist-share/THIRD_PARTY_NOTICES.txt"); err != nil || n != 2 {
		t.Errorf("archives and packages must both have the notices: %d of 2, %v", n, err)
	}
}
