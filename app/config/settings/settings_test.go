package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

func openGlobal(t *testing.T, content string) (*File, string) {
	t.Helper()
	file := filepath.Join(configtest.TempDir(t), "devservers", "config.yml")
	if content != "" {
		configtest.Write(t, file, content)
	}
	g, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return g, file
}

func registered(name, dir string) config.Project {
	return config.Project{ID: name, Name: name, Dir: dir, File: filepath.Join(dir, config.FileName)}
}

func register(t *testing.T, g *File, p config.Project) Registered {
	t.Helper()
	r, err := g.Register(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func content(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const handWritten = `# my own file
settings:
  port: 8000  # not the usual one
  idle_timeout: 30
  keep_alive_on_llm_exit: false
  allow: [my-tool, "other"]
  trusted_proxies: 10.0.0.0/8
  runs_kept: 5
  transcript_size: 10MB
  transcripts_total: none
  colour: blue # from a later version

# these are mine
projects:
  # the shop
  - id: shop
    name: shop
    path: "/home/me/my shop"   # moved once
    config_file: devservers.yml
    last_accessed: '2026-01-02T03:04:05Z' # quoted
    note: {kept: [1, 2]}

  # the blog
  -
    path: /home/me/blog
    id: blog
    idle_timeout: 5

# the end
extra: 1
`

func TestReadSettings(t *testing.T) {
	empty, _ := openGlobal(t, "")
	if d := cmp.Diff(Default(), empty.Settings()); d != "" || empty.Problem() != nil {
		t.Error(d, empty.Problem())
	}
	g, _ := openGlobal(t, handWritten)
	want := Settings{Port: 8000, IdleTimeout: 30 * time.Minute, Allow: []string{"my-tool", "other"},
		TrustedProxies: []string{"10.0.0.0/8"}, Limits: Limits{TranscriptSize: 10 << 20, RunsKept: 5}}
	if d := cmp.Diff(want, g.Settings()); d != "" {
		t.Error(d)
	}
	five := 5 * time.Minute
	wantProjects := []Registered{
		{ID: "shop", Name: "shop", Path: "/home/me/my shop", ConfigFile: "/home/me/my shop/devservers.yml",
			LastAccessed: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{ID: "blog", Name: "blog", Path: "/home/me/blog", ConfigFile: "/home/me/blog/devservers.yml", IdleTimeout: &five},
	}
	if d := cmp.Diff(wantProjects, g.Projects()); d != "" {
		t.Error(d)
	}
	if len(g.Warnings()) != 3 {
		t.Errorf("%v", yml.Problems(g.Warnings()))
	}
}

func TestChangesKeepComments(t *testing.T) {
	g, file := openGlobal(t, handWritten)
	register(t, g, registered("new", "/home/me/true: é"))
	for id, at := range map[string]time.Time{"shop": time.Date(2026, 2, 3, 4, 5, 6, 7, time.UTC),
		"blog": time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("", 3600))} {
		if err := g.Touch(id, at); err != nil {
			t.Fatal(err)
		}
	}
	got := content(t, file)
	at := g.Projects()[2].LastAccessed.Format(time.RFC3339)
	configtest.Golden(t, "testdata/changed.golden", strings.ReplaceAll(got, at, "NOW"))
	if err := g.Forget("shop"); err != nil {
		t.Fatal(err)
	}
	configtest.Golden(t, "testdata/forgotten.golden", strings.ReplaceAll(content(t, file), at, "NOW"))
	again, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(g.Projects(), again.Projects()); d != "" || again.Problem() != nil {
		t.Error(d, again.Problem())
	}
}

func TestEditAnyLayout(t *testing.T) {
	for name, text := range map[string]string{
		"missing":            "",
		"comments":           "# only\n# these",
		"settings":           "settings:\n  port: 1\n",
		"no end of line":     "settings:\n  port: 1",
		"null":               "projects:\n# after\nsettings: {port: 1}\n",
		"empty list":         "projects: [] # none\nsettings: {port: 1}\n",
		"not indented":       "projects:\n- id: a\n  path: /a\n# after\nsettings:\n  port: 1\n",
		"deeply indented":    "projects:\n      - id: a\n        path: /a\n",
		"brackets":           "projects: [{id: a, path: /a, x: [1, {y: \"z: w\"}], n: , q: 'no'}]\nsettings: {port: 1}\n",
		"braces":             "projects:\n  - {id: a, path: /a, last_accessed: }\n  - id: b\n    path: /b\n",
		"brackets on lines":  "projects: [\n  {id: a,\n   path: /a},\n  {id: b, path: /b}\n  ]\nsettings: {port: 1}\n",
		"windows":            "\ufeffsettings:\r\n  port: 1\r\nprojects:\r\n  - id: a\r\n    path: /a\r\n",
		"a null time":        "projects:\n  - id: a\n    last_accessed:\n    path: /a\n",
		"a null time, first": "projects:\n  - last_accessed:\n    id: a\n    path: /a\n",
	} {
		g, file := openGlobal(t, text)
		before := g.Projects()
		port := g.Settings().Port
		for i := range 3 {
			register(t, g, registered(fmt.Sprintf("p%d", i), fmt.Sprintf("/p%d", i)))
		}
		for _, p := range g.Projects() {
			if err := g.Touch(p.ID, time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
				t.Errorf("%s: touch %s: %v\n%s", name, p.ID, err, content(t, file))
			}
		}
		if n := len(g.Projects()); n != len(before)+3 || g.Settings().Port != port || g.Problem() != nil {
			t.Errorf("%s: %d projects, %v\n%s", name, n, g.Problem(), content(t, file))
		}
		if strings.Contains(text, `"z: w"`) && !strings.Contains(content(t, file), `y: "z: w"`) {
			t.Errorf("%s: an unknown key was lost\n%s", name, content(t, file))
		}
		for _, p := range g.Projects() {
			if err := g.Forget(p.ID); err != nil {
				t.Errorf("%s: forget %s: %v\n%s", name, p.ID, err, content(t, file))
			}
		}
		if len(g.Projects()) != 0 {
			t.Errorf("%s: left:\n%s", name, content(t, file))
		}
		register(t, g, registered("last", "/last"))
	}
}

func TestRegisterTwice(t *testing.T) {
	g, file := openGlobal(t, "")
	first := register(t, g, registered("app", "/home/me/app"))
	text := content(t, file)
	if second := register(t, g, registered("app", "/home/me/app")); !cmp.Equal(first, second) || content(t, file) != text {
		t.Errorf("%+v, %+v\n%s", first, second, content(t, file))
	}
	if first.ID != "app" || first.LastAccessed.IsZero() || len(g.Projects()) != 1 {
		t.Errorf("%+v", first)
	}
}

func TestIDsAreUniqueAndStable(t *testing.T) {
	g, _ := openGlobal(t, "")
	a := register(t, g, registered("app", "/one/app"))
	b := register(t, g, registered("app", "/two/app"))
	c := register(t, g, registered("APP", "/three/app"))
	if a.ID != "app" || !strings.HasPrefix(b.ID, "app-") || len(b.ID) != 8 || !strings.HasPrefix(c.ID, "APP-") {
		t.Errorf("%s %s %s", a.ID, b.ID, c.ID)
	}
	long := strings.Repeat("n", 64)
	register(t, g, registered(long, "/four"))
	if d := register(t, g, registered(long, "/five")); !yml.ValidID(d.ID) || len(d.ID) > 64 {
		t.Errorf("%s", d.ID)
	}
	if err := g.Forget("app"); err != nil {
		t.Fatal(err)
	}
	if again := register(t, g, registered("app", "/two/app")); again.ID != b.ID {
		t.Errorf("the id changed from %s to %s", b.ID, again.ID)
	}
	branch := registered("app", "/wt")
	branch.ID = "app@main"
	register(t, g, branch)
	branch.ID = "app@other"
	if r := register(t, g, branch); r.ID != "app@main" {
		t.Errorf("the id followed the branch: %s", r.ID)
	}
	if r := register(t, g, registered("renamed", "/two/app")); r.ID != "renamed" || len(g.Projects()) != 5 {
		t.Errorf("after renaming the project: %+v, %d", r, len(g.Projects()))
	}
}

func TestUnknownIDSuggestions(t *testing.T) {
	g, _ := openGlobal(t, handWritten)
	if err := g.Forget("shopp"); err == nil || err.Error() != "cannot forget shopp: no project shopp is registered; did "+
		"you mean shop?" {
		t.Error(err)
	}
	if err := g.Touch("zzz", time.Now()); err == nil || !strings.HasSuffix(err.Error(), "no project zzz is registered") {
		t.Error(err)
	}
}

func TestWrongFileIsNeverWritten(t *testing.T) {
	for name, damage := range map[string]func(string) string{
		"cut short":    func(s string) string { return s[:strings.Index(s, "name: shop")+5] + "\x00" },
		"not YAML":     func(s string) string { return s + "[\n" },
		"a wrong type": func(s string) string { return strings.Replace(s, "port: 8000", "port: many", 1) },
		"a twin id":    func(s string) string { return strings.Replace(s, "id: blog", "id: shop", 1) },
		"no path":      func(s string) string { return strings.Replace(s, "path: /home/me/blog", "path: blog", 1) },
		"a scalar":     func(string) string { return "x" },
	} {
		g, file := openGlobal(t, handWritten)
		register(t, g, registered("new", "/new"))
		bad := damage(content(t, file))
		configtest.Write(t, file, bad)
		again, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []*File{g, again} {
			_, errRegister := g.Register(registered("more", "/more"))
			errTouch := g.Touch("shop", time.Now().AddDate(1, 0, 0))
			if errRegister == nil || errTouch == nil || g.Forget("shop") == nil {
				t.Errorf("%s: a change was accepted", name)
			}
			var problems yml.Problems
			if !errors.As(g.Problem(), &problems) || problems[0].Line < 1 || !strings.Contains(errRegister.Error(), file+":") {
				t.Errorf("%s: the place is missing: %v", name, g.Problem())
			}
			if len(g.Projects()) != 3 || g.Settings().Port != 8000 {
				t.Errorf("%s: not the last good copy: %+v %+v", name, g.Projects(), g.Settings())
			}
		}
		if content(t, file) != bad {
			t.Errorf("%s: the file was written to", name)
		}
		configtest.Write(t, file, handWritten)
		if err := again.Reload(); err != nil || len(again.Projects()) != 2 {
			t.Errorf("%s: after the fix: %v", name, err)
		}
	}
}

func TestEditByHandIsKept(t *testing.T) {
	g, file := openGlobal(t, handWritten)
	register(t, g, registered("one", "/one"))
	configtest.Write(t, file, strings.Replace(content(t, file), "port: 8000", "port: 9000", 1)+"mine: 2\n")
	register(t, g, registered("two", "/two"))
	if got := content(t, file); !strings.Contains(got, "mine: 2") || !strings.Contains(got, "id: two") ||
		g.Settings().Port != 9000 {
		t.Errorf("port %d\n%s", g.Settings().Port, got)
	}
}

func TestFailedSaveLeavesMemory(t *testing.T) {
	file := filepath.Join(configtest.TempDir(t), "config.yml")
	configtest.Mkdir(t, file)
	g, err := Open(file)
	if err != nil || g.Problem() == nil {
		t.Fatal(err, g.Problem())
	}
	if _, err := g.Register(registered("a", "/a")); err == nil || len(g.Projects()) != 0 {
		t.Errorf("%v %+v", err, g.Projects())
	}
	blocked := filepath.Join(configtest.Write(t, filepath.Join(configtest.TempDir(t), "file"), ""), "config.yml")
	g, err = Open(blocked)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Register(registered("a", "/a")); err == nil || len(g.Projects()) != 0 {
		t.Errorf("%v %+v", err, g.Projects())
	}
}

func TestLinkedFileStaysLink(t *testing.T) {
	dir := configtest.TempDir(t)
	real := configtest.Write(t, filepath.Join(dir, "dotfiles", "config.yml"), handWritten)
	file := configtest.Symlink(t, real, filepath.Join(dir, "config.yml"))
	g, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	register(t, g, registered("new", "/new"))
	if info, err := os.Lstat(file); err != nil || info.Mode()&os.ModeSymlink == 0 ||
		!strings.Contains(content(t, real), "id: new") {
		t.Errorf("%v %v", info, err)
	}
}

func FuzzGlobalEdits(f *testing.F) {
	f.Add(handWritten, "/home/me/x")
	f.Add("projects: [{id: a, path: /a}]\n", "/b")
	f.Add("projects:\n- {id: a, path: /a}\n", "/a")
	f.Fuzz(func(t *testing.T, text, dir string) {
		before, problems := parse("/config.yml", []byte(text))
		if len(problems) > 0 || !filepath.IsAbs(dir) {
			return
		}
		after := before.with(-1, Registered{ID: "fuzz", Name: "fuzz", Path: dir,
			ConfigFile: filepath.Join(dir, config.FileName)})
		// A layout that is not understood may come out wrong here; save refuses it. It must not panic.
		_, _ = parse("/config.yml", []byte(strings.Join(after.lines, "\n")))
		for i := range before.projects {
			before.without(i)
			entry := before.projects[i]
			entry.LastAccessed = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
			before.with(i, entry)
		}
	})
}

func TestReadEditor(t *testing.T) {
	for text, want := range map[string]string{"editor: cursor": "cursor", "editor: none": "none", "port: 8000": "",
		"editor: emacs": "", "editor: 'javascript'": ""} {
		g, _ := openGlobal(t, "settings:\n  "+text+"\n")
		wrong := text != "port: 8000" && want == ""
		if got := g.Settings().Editor; got != want || (g.Problem() != nil) != wrong {
			t.Errorf("%s: %q %v", text, got, g.Problem())
		}
	}
}

func TestTwoManagersLoseNoRegistration(t *testing.T) {
	t.Parallel()
	first, file := openGlobal(t, "")
	second, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	const each = 20
	var all sync.WaitGroup
	for i, g := range []*File{first, second} {
		all.Go(func() {
			for n := range each {
				name := fmt.Sprintf("p%d-%d", i, n)
				if _, err := g.Register(registered(name, "/"+name)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	third, err := Open(file)
	if err != nil || len(third.Projects()) != 2*each {
		t.Errorf("%d projects, %v", len(third.Projects()), err)
	}
}

// TestFrozenManagerDelaysNoChangeForever holds the lock that a manager which was stopped amid a change would hold.
func TestFrozenManagerDelaysNoChangeForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := openGlobal(t, "settings: {}\n")
		frozen, err := g.lock()
		if err != nil {
			t.Fatal(err)
		}
		p := registered("shop", t.TempDir())
		if _, err := g.Register(p); err == nil || !strings.Contains(err.Error(), "frozen") {
			t.Errorf("registering says %v", err)
		}
		frozen()
		if _, err := g.Register(p); err != nil {
			t.Error(err)
		}
	})
}

// TestManyChangesAreNotAFrozenManager: each of another manager's changes takes a while, and the next begins before this
// one gets the lock.
func TestManyChangesAreNotAFrozenManager(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := openGlobal(t, "settings: {}\n")
		unlock, err := g.lock()
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		go func() {
			_, err := g.Register(registered("shop", "/shop"))
			done <- err
		}()
		for range 5 {
			time.Sleep(lockTime/2 + time.Millisecond) // the waiter sleeps
			unlock()
			if unlock, err = g.lock(); err != nil {
				t.Fatal(err)
			}
		}
		unlock()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
