package agents

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTakeUndoesPut writes the entry and the hooks of each client into a home, and takes both away: what was there
// before is there again, and what wasn't is gone.
func TestTakeUndoesPut(t *testing.T) {
	t.Parallel()
	for _, c := range Clients() {
		for _, before := range []string{"", map[bool]string{true: "{\"theme\": \"dark\"}\n", false: "a = 1\n"}[c.put == nil]} {
			t.Run(c.Name, func(t *testing.T) {
				home := t.TempDir()
				getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
				file := c.File(getenv)
				if filepath.Ext(file) != ".toml" && c.put != nil {
					t.Skip("its format is for people")
				}
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
