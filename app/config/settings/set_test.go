package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/config/settings"
)

func TestSetKeepsTheRestOfTheFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, key, value, after string }{
		"empty":    {"", "theme", "dark", "settings:\n  theme: dark\n"},
		"comments": {"# mine\n", "editor", "zed", "# mine\nsettings:\n  editor: zed\n"},
		"no value": {"settings:\n  theme: dark # late\n  port: 8000\n", "theme", "", "settings:\n  port: 8000\n"},
		"replaced": {"settings:\n    theme: dark\n    port: 8000\n", "theme", "light",
			"settings:\n    theme: light\n    port: 8000\n"},
		"added": {"settings: # mine\n  hooks:\n    ready: /bin/true\n", "idle_timeout", "30",
			"settings: # mine\n  idle_timeout: 30\n  hooks:\n    ready: /bin/true\n"},
		"braces":   {"settings: {}\n", "theme", "dark", "settings:\n  theme: dark\n"},
		"projects": {"projects: []\n", "theme", "dark", "settings:\n  theme: dark\nprojects: []\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "config.yml")
			if err := os.WriteFile(file, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			g, err := settings.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Set(c.key, c.value); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(file); !strings.HasSuffix(string(got), c.after) {
				t.Errorf("%q, want %q", got, c.after)
			}
		})
	}
}

func TestSetRefusesWhatItWouldDamage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, key, value, says string }{
		"wrong value": {"settings:\n  port: 8000\n", "editor", "emacs", "vscode, cursor, zed"},
		"other key":   {"", "roots", "/", "edit config.yml"},
		"in brackets": {"settings: {port: 8000}\n", "theme", "dark", "as a block"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "config.yml")
			if err := os.WriteFile(file, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			g, err := settings.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Set(c.key, c.value); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
			if got, _ := os.ReadFile(file); string(got) != c.before {
				t.Errorf("%q", got)
			}
		})
	}
}
