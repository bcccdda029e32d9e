package wire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func namedEditor(name string) func() string { return func() string { return name } }

func TestLinkOpensAPlace(t *testing.T) {
	p := Location{"/home/me/my shop", "src/App.jsx", 11, 5}
	for name, want := range map[string]string{
		"vscode": "vscode://file/home/me/my%20shop/src/App.jsx:11:5",
		"cursor": "cursor://file/home/me/my%20shop/src/App.jsx:11:5", "zed": "zed://file/home/me/my%20shop/src/App.jsx:11:5",
		"none": "", "": "",
	} {
		e := NewEditor(namedEditor(name), env("EDITOR", "vim"))
		if got := e.Link(p); got != want || e.Links() != (want != "") || e.Runs() {
			t.Errorf("%q: %q", name, got)
		}
	}
	if got := NewEditor(namedEditor("zed"), env()).Link(Location{"/p", "a#?%.go", 0,
		0}); got != "zed://file/p/a%23%3F%25.go" {
		t.Errorf("%q", got)
	}
}

func TestEditorOfTheEnvironment(t *testing.T) {
	p := Location{"/p", "a b.go", 3, 0}
	for _, c := range []struct{ visual, editor, want string }{
		{"code --wait", "vim", "code|-g|/p/a b.go:3:1"},
		{"", "/usr/bin/subl -w", "/usr/bin/subl|/p/a b.go:3:1"},
		{"", "idea", "idea|--line|3|--column|1|/p/a b.go"},
		{"emacsclient -c", "", "emacsclient|-c|-n|+3:1|/p/a b.go"},
		{"gvim", "", "gvim|+3|/p/a b.go"},
		{"vim", "code", ""}, {"", "nano", ""}, {"", "", ""}, {"sh -c evil", "", ""},
	} {
		e := NewEditor(namedEditor(""), env("VISUAL", c.visual, "EDITOR", c.editor))
		if got := strings.Join(e.command(p), "|"); got != c.want || e.Runs() != (c.want != "") {
			t.Errorf("%q %q: %q", c.visual, c.editor, got)
		}
	}
	if err := NewEditor(namedEditor(""), env()).Open(p); err == nil {
		t.Error("there is nothing to run")
	}
}

func TestFindOnlyFilesOfTheProject(t *testing.T) {
	root := t.TempDir()
	_ = os.MkdirAll(filepath.Join(root, "web", "src"), 0o700)
	_ = os.WriteFile(filepath.Join(root, "web", "src", "App.jsx"), nil, 0o600)
	e := NewEditor(namedEditor("vscode"), env())
	for name, want := range map[string]string{
		"src/App.jsx": "web/src/App.jsx", root + "/web/src/App.jsx": "web/src/App.jsx", "/etc/passwd": "",
		"../../etc/passwd": "", "web": "", "src/Gone.jsx": "", "": "",
	} {
		if got, ok := e.Find(root, filepath.Join(root, "web"), name); got != want || ok != (want != "") {
			t.Errorf("%q: %q", name, got)
		}
	}
}
