package project

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/config"
	"devservers/app/config/settings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// house is one user's home with Projects in it.
type house struct {
	*Projects
	t    *testing.T
	dirs home.Dirs
	news []app.Event // of the project's last change
}

func newHouse(t *testing.T) *house {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, dirs: home.Dirs{Home: dir, Config: dir + "/.config", State: dir + "/.state", Data: dir + "/.data"}}
	if err := h.dirs.Make(); err != nil {
		t.Fatal(err)
	}
	global, err := settings.Open(h.dirs.GlobalFile())
	if err != nil {
		t.Fatal(err)
	}
	var before *Declared
	h.Projects = New(Options{
		Dirs: h.dirs, Global: global, Env: []string{"PATH=/usr/bin:/bin", "LANG=C"}, Log: slog.New(slog.DiscardHandler),
		Changed: func(d *Declared) { h.news, before = d.News(before), d },
		Running: func(string) []string { return nil },
		Settled: func(string) {},
		Port:    func(app.Ref, config.Server) int { return 4321 },
	})
	h.Open(nil)
	t.Cleanup(h.Close)
	return h
}

// write writes a file below the home directory, and has the project, if there is one, look again.
func (h *house) write(name, text string) {
	h.t.Helper()
	path := filepath.Join(h.dirs.Home, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		h.t.Fatal(err)
	}
	h.request("shop", ask{force: true})
}

// shop registers a project with this content.
func (h *house) shop(text string) string {
	h.t.Helper()
	h.write("shop/devservers.yml", "project: shop\n"+text)
	id, fresh, err := h.Register(h.dirs.Home + "/shop")
	if err != nil || !fresh || id != "shop" {
		h.t.Fatal(id, fresh, err)
	}
	return id
}

func codeOf(err error) app.Code {
	var e *app.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestOnlyProjectsInTheHomeDirectoryRegister(t *testing.T) {
	h := newHouse(t)
	outside := t.TempDir()
	for dir, want := range map[string]app.Code{
		outside: app.CodeForbidden, h.dirs.State: app.CodeForbidden, "shop": app.CodeInvalid, h.dirs.Home +
			"/none": app.CodeNotFound,
	} {
		if filepath.IsAbs(dir) && !strings.HasSuffix(dir, "none") {
			if err := os.WriteFile(dir+"/devservers.yml", []byte("project: x\nservers:\n  a: {command: ls}\n"),
				0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := h.Register(dir); codeOf(err) != want {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
	id := h.shop("servers:\n  web: {command: ls}\n")
	if again, fresh, err := h.Register(h.dirs.Home + "/shop/devservers.yml"); again != id || fresh || err != nil {
		t.Error("a second time:", again, fresh, err)
	}
}

func TestBrokenFileKeepsTheLastGoodContent(t *testing.T) {
	h := newHouse(t)
	id := h.shop("servers:\n  web: {command: ls}\n")
	h.write("shop/devservers.yml", "project: shop\nservers:\n  web: {comand: ls}\n")
	d := h.Declared(id)
	if d.Problem == nil || d.Problem.Code != app.CodeConfig || len(d.Servers) != 1 {
		t.Fatalf("%+v", d)
	}
	if len(h.news) != 1 || h.news[0].Event != app.EventConfigBroken ||
		h.news[0].Message != "devservers.yml:3:9: servers.web.comand: unknown key" {
		t.Errorf("%+v", h.news)
	}
	if _, err := h.Resolve("api", id); codeOf(err) != app.CodeConfig {
		t.Error("a name that may be declared in the broken file:", err)
	}
	if ref, err := h.Resolve("web", id); err != nil || ref.Name != "web" {
		t.Error(ref, err)
	}
	h.write("shop/devservers.yml", "project: shop\nservers:\n  web: {command: ls}\n  api: {command: ls}\n")
	if d = h.Declared(id); d.Problem != nil || len(d.Servers) != 2 {
		t.Errorf("%+v", d)
	}
}

func TestTrustIsForTheContentThatWasShown(t *testing.T) {
	h := newHouse(t)
	id := h.shop("servers:\n  web: {command: ls}\n")
	shown, err := h.Review(id)
	if err != nil || shown.State == settings.Trusted || !strings.Contains(shown.Text, "ls") {
		t.Fatal(shown, err)
	}
	h.write("shop/devservers.yml", "project: shop\nservers:\n  web: {command: rm}\n")
	person := app.Actor{Kind: app.ActorCLI}
	if err := h.Trust(id, shown.SHA256, person); codeOf(err) != app.CodeConflict {
		t.Error("content that was changed meanwhile:", err)
	}
	now := h.Declared(id).Conf.SHA256
	if err := h.Trust(id, now, app.Actor{Kind: app.ActorMCP}); codeOf(err) != app.CodeNeedsHuman {
		t.Error("by an agent:", err)
	}
	if err := h.Trust(id, now, person); err != nil || h.Declared(id).Trust != settings.Trusted {
		t.Error(err, h.Declared(id).Trust)
	}
}

func TestEnvironmentSaysWhereEachVariableIsFrom(t *testing.T) {
	h := newHouse(t)
	h.write("shop/.env", "NAME=file\nCOLOR=red\n")
	id := h.shop("servers:\n  web: {command: ls, port: 4321, env_file: .env, env: {NAME: declared}}\n")
	d := h.Declared(id)
	env, fail := h.Environ(d, d.Servers[0], d.Servers[0].WorkingDir, 4321)
	if fail != nil {
		t.Fatal(fail)
	}
	for name, want := range map[string][2]string{
		"NAME": {"declared", "devservers.yml"}, "COLOR": {"red", ".env"}, "PORT": {"4321", app.FromUs},
		"DEVSERVERS_URL": {"http://localhost:4321", app.FromUs}, "LANG": {"C", app.FromManager},
	} {
		if v := env[name]; v.Value != want[0] || v.From != want[1] {
			t.Errorf("%s is %q from %q, want %q", name, v.Value, v.From, want)
		}
	}
	ref := app.Ref{Project: id, Name: "web"}
	given := Given(ref, d.Servers[0], env)
	h.write("shop/.env", "NAME=file\nCOLOR=blue\n")
	h.write("shop/devservers.yml", "project: shop\nservers:\n"+
		"  web: {command: ls -l, port: 4321, env_file: .env, env: {NAME: declared}}\n")
	d = h.Declared(id)
	if env, fail = h.Environ(d, d.Servers[0], d.Servers[0].WorkingDir, 4321); fail != nil {
		t.Fatal(fail)
	}
	if names := Differing(given, Given(ref, d.Servers[0], env)); !slices.Equal(names, []string{"COLOR", "command"}) {
		t.Error(names)
	}
	for name := range given {
		if strings.Contains(name, "LANG") {
			t.Error("a variable of the shell counts as given:", slices.Sorted(maps.Keys(given)))
		}
	}
}

func TestUnknownEnvFileIsAProblemOfTheProject(t *testing.T) {
	h := newHouse(t)
	id := h.shop("servers:\n  web: {command: ls, env_file: .env}\n")
	if w := h.Declared(id).View().Warnings; len(w) != 1 ||
		w[0] != "web cannot be started: cannot read env_file .env: the file does not exist" {
		t.Errorf("%q", w)
	}
	h.write("shop/.env", "A=1\n")
	if w := h.Declared(id).View().Warnings; len(w) != 0 {
		t.Errorf("%q", w)
	}
}
