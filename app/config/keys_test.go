package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/tests/configtest"
)

func TestKeysNameWhatChanged(t *testing.T) {
	keys := func(server string) map[string]string {
		p, err := parseProject("/p", "/p/devservers.yml",
			[]byte("project: a\nservers:\n  web: {command: x $PORT, port: 1, "+server+"}\n  db: {command: x}\n"))
		if err != nil {
			t.Fatal(err)
		}
		return p.Servers[0].Keys()
	}
	base := keys("pty: true")
	for key, value := range map[string]string{
		"working_dir": "sub", "ready": "{log: a}", "depends_on": "[db]", "restart": "always", "watch": "a",
		"stop": "{signal: INT}", "memory": "2GB",
		"file_size": "1GB", "sandbox": "{network: loopback}", "pty": "false", "alive": "{http: /}", "before_start": "x", "after_stop": "[x, y]",
	} {
		var changed []string
		for k, v := range keys(key + ": " + value) {
			if base[k] != v {
				changed = append(changed, k)
			}
		}
		if len(changed) != 1 || changed[0] != key {
			t.Errorf("%s: %s changes %q", key, value, changed)
		}
	}
	for _, other := range []string{"autostart: true", "idle_timeout: 3", "env: {A: b}", "env_file: .env"} {
		if !maps.Equal(keys(other), base) {
			t.Errorf("%s changes a key", other)
		}
	}
	if keys("before_start: [a, b]")["before_start"] == keys("before_start: [a, c]")["before_start"] {
		t.Error("another command of a hook is not a change")
	}
}

// TestKeyTablesInDocs compares the tables of keys between the markers of every document with the code. With -update it
// writes them.
func TestKeyTablesInDocs(t *testing.T) {
	const from, to = "<!-- keys of devservers.yml: written by go test ./app/config -update -->\n", "<!-- end of keys -->\n"
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(docs, "../../README.md") {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(content), from)
		_, after, closed := strings.Cut(rest, to)
		if !ok || !closed {
			continue
		}
		found++
		configtest.Golden(t, file, before+from+keyTables()+to+after)
	}
	if found == 0 {
		t.Error("no document has the tables of keys")
	}
}

func TestKeyTablesFitThePage(t *testing.T) {
	for line := range strings.Lines(keyTables()) {
		if len([]rune(line)) > 100 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// keyTables returns the tables of keys in the docs, as Markdown.
func keyTables() string {
	return table("Top level", projectRows, false) + table("`servers: NAME:` and `tasks: NAME:`", serverRows, true) +
		"\nKeys with a `*` are for servers only, with a `+` for tasks only.\n" +
		table("`ready:`", readyRows, false) + table("`alive:`", aliveRows, false) + table("`check:`", checkRows, false) +
		table("`stop:`", stopRows, false) + table("`env_file:`", envFileRows, false) +
		table("`sandbox:`", sandboxRows, false) + table("`worktree:`", worktreeRows, false) +
		table("`worktree: data: NAME:`", dataRows, false) + "\n"
}

// table returns one table, with a mark at keys that tasks do not have if mark is set, and at the ones that only they
// have.
func table[R any](title string, rows []row[R], mark bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| %s | default | |\n|---|---|---|\n", title)
	for _, r := range rows {
		name, preset := "`"+r.name+"`", ""
		if mark && !r.tasks {
			name += " *"
		}
		if r.only {
			name += " +"
		}
		if r.preset != "" {
			preset = " `" + strings.Trim(r.preset, `"`) + "`"
		}
		fmt.Fprintf(&b, "| %s |%s | %s |\n", name, preset, r.about)
	}
	return b.String()
}
