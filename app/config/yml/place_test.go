package yml

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/tests/configtest"
)

func TestCheckProjectInsideHome(t *testing.T) {
	base := configtest.TempDir(t)
	home, other := configtest.Mkdir(t, base, "user"), configtest.Mkdir(t, base, "user2", "p")
	inside := configtest.Mkdir(t, home, "dev", "a b 'q' %41 é e\u0301")
	state := configtest.Mkdir(t, home, ".local", "state", "devservers")
	homeLink := configtest.Symlink(t, home, filepath.Join(base, "homelink"))
	for name, c := range map[string]struct {
		home, dir string
		want      string // "" = refused
	}{
		"inside":                   {home, inside, inside},
		"leading dash":             {home, configtest.Mkdir(t, home, "-p"), filepath.Join(home, "-p")},
		"home is a link":           {homeLink, inside, inside},
		"reached by a link":        {home, configtest.Symlink(t, inside, filepath.Join(home, "l")), inside},
		"both by links":            {homeLink, filepath.Join(homeLink, "l"), inside},
		"home itself":              {home, home, ""},
		"home by a link":           {home, homeLink, ""},
		"a name that begins alike": {home, other, ""},
		"a link out":               {home, configtest.Symlink(t, other, filepath.Join(home, "out")), ""},
		"..":                       {home, home + "/dev/../../user2/p", ""},
		"above home":               {home, base, ""},
		"root":                     {home, "/", ""},
		"relative":                 {home, "dev", ""},
		"missing":                  {home, filepath.Join(home, "nope"), ""},
		"a file":                   {home, configtest.Write(t, filepath.Join(home, "file"), ""), ""},
		"line break":               {home, configtest.Mkdir(t, home, "a\nb"), ""},
		"NUL":                      {home, home + "/a\x00b", ""},
		"4 KB":                     {home, filepath.Join(home, strings.Repeat("a/", 3000)), ""},
		"holds the state":          {home, filepath.Join(home, ".local"), ""},
		"is the state":             {home, state, ""},
		"in the state":             {home, configtest.Mkdir(t, state, "runs"), ""},
	} {
		got, err := CheckDirectory(c.home, nil, c.dir, state)
		var problem *FileError
		if got != c.want || (c.want == "") != (err != nil) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if err != nil && (!errors.As(err, &problem) || problem.Hint == "" || strings.ContainsAny(err.Error(), "\n\x00")) {
			t.Errorf("%s: incomplete error: %v", name, err)
		}
	}
}

func TestCheckProjectBelowRoot(t *testing.T) {
	base := configtest.TempDir(t)
	home, root := configtest.Mkdir(t, base, "user"), configtest.Mkdir(t, base, "workspaces")
	project := configtest.Mkdir(t, root, "shop")
	state := configtest.Mkdir(t, root, "state")
	roots := []string{configtest.Symlink(t, root, filepath.Join(base, "link")), filepath.Join(base, "missing")}
	for dir, accepted := range map[string]bool{
		project: true, filepath.Join(roots[0], "shop"): true, root: false, base: false,
		configtest.Mkdir(t, base, "workspaces2", "shop"):       false,
		configtest.Symlink(t, "/", filepath.Join(root, "out")): false, state: false, configtest.Mkdir(t, home, "blog"): true,
	} {
		if _, err := CheckDirectory(home, roots, dir, state); (err == nil) != accepted {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestCheckWithoutStateDirectory(t *testing.T) {
	home := configtest.TempDir(t)
	configtest.Mkdir(t, home, "p")
	if _, err := CheckDirectory(home, nil, filepath.Join(home, "p"),
		filepath.Join(home, "p", "state", "devservers")); err == nil {
		t.Error("a project that will contain the state was accepted")
	}
}

func TestInside(t *testing.T) {
	base := configtest.TempDir(t)
	dir := configtest.Mkdir(t, base, "p")
	sub := configtest.Mkdir(t, dir, "sub")
	configtest.Symlink(t, base, filepath.Join(dir, "out"))
	configtest.Symlink(t, sub, filepath.Join(dir, "in"))
	for path, want := range map[string]string{
		".": dir, "": "", "sub": sub, "./sub/": sub, "in": sub, sub: sub, "sub/../sub": sub,
		"later/deep": filepath.Join(dir, "later", "deep"),
		"..":         "", "../p2": "", "out": "", "out/p2": "", "/": "", base: "", "a\x00b": "",
	} {
		got, _, err := InsideOf(dir, path)
		if got != want || (want == "") != (err != nil) {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

func TestCheckWorkingDir(t *testing.T) {
	base := configtest.TempDir(t)
	dir := configtest.Mkdir(t, base, "p")
	sub := configtest.Mkdir(t, dir, "sub")
	if got, err := CheckWorkingDir(dir, sub); err != nil || got != sub {
		t.Fatal(got, err)
	}
	if err := os.Remove(sub); err != nil {
		t.Fatal(err)
	}
	if _, err := CheckWorkingDir(dir, sub); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
	configtest.Symlink(t, base, sub)
	if got, err := CheckWorkingDir(dir, sub); err == nil {
		t.Errorf("a link out was accepted: %s", got)
	}
	if err := os.Rename(dir, dir+"2"); err != nil {
		t.Fatal(err)
	}
	configtest.Symlink(t, dir+"2", dir)
	if got, err := CheckWorkingDir(dir, dir); err == nil {
		t.Errorf("a project that became a link was accepted: %s", got)
	}
}

func FuzzPathContainment(f *testing.F) {
	for _, s := range []string{".", "..", "a/../..", "/", "/etc", "in/../../x", "out/x", "a//b", "...", "~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		dir := "/home/user/no such project"
		got, _, err := InsideOf(dir, path)
		if err == nil && got != dir && !strings.HasPrefix(got, dir+"/") {
			t.Fatalf("%q leads to %q", path, got)
		}
		if err == nil && (strings.ContainsRune(got, 0) || got != filepath.Clean(got)) {
			t.Fatalf("%q gives %q", path, got)
		}
	})
}
