package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/project/sources"
)

func TestOddFiles(t *testing.T) {
	dir := t.TempDir()
	p := &sources.Project{Dir: dir, WorkDir: dir}
	for name, c := range map[string]struct{ text, want string }{
		"a.json":    {"\xef\xbb\xbf{}", "byte order mark"},
		"b.csv":     {"a\nCaf\xe9\n", "b.csv:2 has a byte that is not UTF-8 (0xe9, in column 4)"},
		"c.py":      {"x = 1\x00\n", "c.py:1 has a null byte"},
		"model.bin": {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"},
		"d.json":    {"", "d.json is empty"},
		"e.ini":     {"\xff\xfea\x00", "UTF-16"},
		"f.json":    {"{\n<<<<<<< HEAD\n\"a\": 1\n", "f.json:2 has the marks of a merge conflict"},
		"key.pem":   {"secret\n", "key.pem is not in the format PEM"},
		"good.pem":  {"-----BEGIN PRIVATE KEY-----\n", ""},
		"good.json": {"{\"a\": \"é\"}", ""},
		"photo.png": {"\x89PNG\x00\xff", ""},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		check(t, name, Odd(p, path), c.want)
	}
}

func TestMissingFiles(t *testing.T) {
	dir := t.TempDir()
	p := &sources.Project{Dir: dir, WorkDir: dir}
	for _, name := range []string{"lib/theme", "lib/full"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{".gitmodules": "[submodule \"theme\"]\n\tpath = lib/theme\n\turl = ../theme\n[submodule \"full\"]\n\tpath = lib/full\n", "lib/full/a": "a"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../shared/config.json", filepath.Join(dir, "config.json")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"config.json":         "config.json is a link to ../shared/config.json, which does not exist",
		"lib/theme/index.css": "the submodule lib/theme is not checked out",
		"lib/full/b":          "",
		"nothing":             "",
	} {
		check(t, name, Missing(p, filepath.Join(dir, name)), want)
	}
}

func check(t *testing.T, name string, f *app.Finding, want string) {
	t.Helper()
	if f == nil {
		f = &app.Finding{}
	}
	if want == "" && f.Problem != "" || !strings.Contains(f.Problem, want) {
		t.Errorf("%s: %q, want %q", name, f.Problem, want)
	}
}
