package agents

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"
)

// TestTakeUndoesPut writes the entry and the hooks of each client into a home, and takes both away: what was there
// before is there again, and what wasn't is gone.
func TestTakeUndoesPut(t *testing.T) {
	t.Parallel()
	for _, c := range Clients() {
		kept := map[string]string{".toml": "a = 1\n", ".yaml": "a: 1\n"}
		for _, before := range []string{"", cmp.Or(kept[filepath.Ext(c.file(dirs{os.Getenv}))], "{\"theme\": \"dark\"}\n")} {
			t.Run(c.Name, func(t *testing.T) {
				home := t.TempDir()
				getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
				file := c.File(getenv)
				if before != "" {
					_ = os.MkdirAll(filepath.Dir(file), 0o700)
					if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				for form := range c.forms {
					entry, _ := c.Entry(form, "http://localhost:7912/mcp", Command{Program: "/bin/devservers"})
					if _, _, err := c.Put(file, entry); err != nil {
						t.Fatal(err)
					}
				}
				if c.HasHooks() {
					if _, _, err := c.PutHooks(c.HookFile(getenv), Command{Program: "/bin/devservers"}); err != nil {
						t.Fatal(err)
					}
				}
				for _, written := range c.Written(getenv) {
					if err := c.Take(written); err != nil {
						t.Error(err)
					}
				}
				if left := c.Written(getenv); len(left) > 0 {
					t.Errorf("left: %v", left)
				}
				got, _ := os.ReadFile(file)
				if c.section != "" && string(got) != before {
					t.Errorf("%q was before, %q is there", before, got)
				}
			})
		}
	}
}

// TestTakeOfBoth removes the entries of two clients that share a file.
func TestTakeOfBoth(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
	var file string
	for _, c := range Clients() {
		if c.newer == "" {
			continue
		}
		entry, _ := c.Entry(ViaURL, "http://localhost:7912/mcp", Command{Program: "/bin/devservers"})
		file = c.File(getenv)
		if _, _, err := c.Put(file, entry); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range Clients() {
		if c.newer != "" && len(c.Written(getenv)) > 0 {
			if err := c.Take(file); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if text, err := os.ReadFile(file); err == nil {
		t.Errorf("left: %s", text)
	}
}
