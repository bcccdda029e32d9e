package copies

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tree writes files by their paths; content that begins with "-> " makes a link.
func tree(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func dirs(t *testing.T) (from, to string) {
	t.Helper()
	dir := t.TempDir()
	from, to = filepath.Join(dir, "main"), filepath.Join(dir, "branch")
	if os.Mkdir(from, 0o755) != nil || os.Mkdir(to, 0o755) != nil {
		t.Fatal("cannot make the directories")
	}
	return from, to
}

func copied(t *testing.T, from, to, path string) CopyResult {
	t.Helper()
	r, err := Run(context.Background(), Copy{From: from, To: to, Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

func TestCopyKeepsContentModesTimesAndLinks(t *testing.T) {
	t.Parallel()
	from, to := dirs(t)
	tree(t, from, map[string]string{"nm/a/b/c.js": "1", "nm/a/run": "#!/bin/sh", "nm/bin/run": "-> ../a/run", "nm/e/f": ""})
	when := time.Date(2020, 1, 2, 3, 4, 5, 6000, time.UTC)
	if os.Chmod(from+"/nm/a/run", 0o755) != nil || os.Chtimes(from+"/nm/a", when, when) != nil {
		t.Fatal("cannot change the files")
	}
	r := copied(t, from, to, "nm")
	if r.Files != 4 || r.Bytes != 10 || text(t, to+"/nm/a/b/c.js") != "1" || text(t, to+"/nm/bin/run") != "#!/bin/sh" {
		t.Errorf("%+v", r)
	}
	if info, err := os.Stat(to + "/nm/a/run"); err != nil || info.Mode().Perm() != 0o755 {
		t.Error(info, err)
	}
	if info, err := os.Stat(to + "/nm/a"); err != nil || !info.ModTime().Equal(when) {
		t.Error(info.ModTime(), err)
	}
}

func TestCopyNeverLeavesTheProject(t *testing.T) {
	t.Parallel()
	from, to := dirs(t)
	outside := filepath.Join(filepath.Dir(from), "secret")
	tree(t, filepath.Dir(from), map[string]string{"secret": "s", "elsewhere/x": "x"})
	tree(t, from, map[string]string{"nm/out": "-> ../../secret", "nm/in": "-> " + from + "/nm/x", "nm/x": "x",
		"nm/system": "-> /usr/bin/env", "top": "-> ../elsewhere"})
	r := copied(t, from, to, "nm")
	if len(r.Skipped) != 1 || r.Skipped[0] != "nm/out is a link that leaves the project" {
		t.Errorf("%q", r.Skipped)
	}
	if target, err := os.Readlink(to + "/nm/in"); err != nil || target != to+"/nm/x" {
		t.Error(target, err)
	}
	if target, err := os.Readlink(to + "/nm/system"); err != nil || target != "/usr/bin/env" {
		t.Error(target, err)
	}
	if _, err := Run(context.Background(), Copy{From: from, To: to, Path: "top/x"}); err == nil {
		t.Error("it followed a link out of the project")
	}
	tree(t, to, map[string]string{"leads": "-> " + filepath.Dir(from)})
	tree(t, from, map[string]string{"leads/secret": "theirs"})
	if _, err := Run(context.Background(), Copy{From: from, To: to, Path: "leads/secret"}); err == nil {
		t.Error("it wrote through a link out of the project")
	}
	if text(t, outside) != "s" {
		t.Error("a file outside was replaced")
	}
}

func TestCopySkipsSocketsAndPIDFiles(t *testing.T) {
	t.Parallel()
	from, to := dirs(t)
	tree(t, from, map[string]string{"tmp/server.pid": "812\n", "tmp/keep": "k"})
	l, err := net.Listen("unix", from+"/tmp/s")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := copied(t, from, to, "tmp")
	if len(r.Skipped) != 2 || text(t, to+"/tmp/keep") != "k" {
		t.Errorf("%q", r.Skipped)
	}
	if list, _ := os.ReadDir(to + "/tmp"); len(list) != 1 {
		t.Error(list)
	}
}

func TestCopyReplacesNothingAndFinishesWhatWasKilled(t *testing.T) {
	t.Parallel()
	from, to := dirs(t)
	tree(t, from, map[string]string{"env": "main", "nm/a": "whole"})
	tree(t, to, map[string]string{"env": "mine", "nm.devservers-part/a": "ha"})
	if r := copied(t, from, to, "env"); !r.There || text(t, to+"/env") != "mine" {
		t.Errorf("%+v", r)
	}
	if r := copied(t, from, to, "nm"); r.There || text(t, to+"/nm/a") != "whole" {
		t.Errorf("%+v", r)
	}
	if _, err := os.Lstat(to + "/nm.devservers-part"); !os.IsNotExist(err) {
		t.Error("the unfinished copy is left:", err)
	}
	if r := copied(t, from, to, "gone"); !r.Missing {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tree(t, from, map[string]string{"late/a": "b"})
	if _, err := Run(ctx, Copy{From: from, To: to, Path: "late"}); err == nil {
		t.Error("it copied after its end")
	}
	if list, _ := filepath.Glob(to + "/late*"); len(list) > 0 {
		t.Error(list)
	}
}

func TestVirtualEnvironmentNamesItsOwnPlace(t *testing.T) {
	t.Parallel()
	from, to := dirs(t)
	tree(t, from, map[string]string{
		".venv/pyvenv.cfg":   "home = " + from + "\ncommand = python -m venv " + from + "/.venv\n",
		".venv/bin/pip":      "#!" + from + "/.venv/bin/python\n",
		".venv/bin/other":    "#!" + from + "2/bin/python\n",
		".venv/bin/activate": "VIRTUAL_ENV=" + from + "/.venv\n",
		".venv/lib/python3/site-packages/__editable__.shop.pth": from + "/src\n",
		".venv/lib/python3/site-packages/shop/mod.py":           "# " + from + "\n",
	})
	r := copied(t, from, to, ".venv")
	if len(r.Repaired) != 1 || r.Repaired[0] != ".venv was changed to name this checkout" {
		t.Errorf("%q", r.Repaired)
	}
	for file, want := range map[string]string{
		"bin/pip": "#!" + to + "/.venv/bin/python\n", "bin/other": "#!" + from + "2/bin/python\n",
		"bin/activate": "VIRTUAL_ENV=" + to + "/.venv\n",
		"lib/python3/site-packages/__editable__.shop.pth": to + "/src\n",
		"lib/python3/site-packages/shop/mod.py":           "# " + from + "\n",
	} {
		if got := text(t, to+"/.venv/"+file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	tree(t, from, map[string]string{"v/pyvenv.cfg": "home = /nowhere/bin\n"})
	if r := copied(t, from, to, "v"); len(r.Repaired) != 1 || !strings.Contains(r.Repaired[0], "/nowhere/bin, which is gone") {
		t.Errorf("%q", r.Repaired)
	}
}
