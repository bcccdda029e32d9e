package digest

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestPrefixesAreCut(t *testing.T) {
	p := NewPrefixes([]string{"[vite]", "[plugin:"})
	for _, line := range []string{"web:dev: a", "web:dev: a", "ui dev: a", "ui dev: a"} {
		p.Cut([]byte(line))
	}
	for line, want := range map[string][2]string{
		"[api] a":                    {"api", "a"},
		"[0]   at f":                 {"0", "  at f"},
		"[dev:web ] a":               {"dev:web", "a"},
		"web-1  | a":                 {"web-1", "a"},
		"web-1  |":                   {"web-1", ""},
		"web | a":                    {"web", "a"},
		"12:00:01 web.1   |   a":     {"web.1", "  a"},
		"0|api  | a":                 {"api", "a"},
		"web:dev: a":                 {"web:dev", "a"},
		"ui dev: a":                  {"ui dev", "a"},
		"new:dev: a":                 {"", "new:dev: a"},
		"[vite] a":                   {"", "[vite] a"},
		"[plugin:x] a":               {"", "[plugin:x] a"},
		"[ERROR] a":                  {"", "[ERROR] a"},
		"[1234] a":                   {"", "[1234] a"},
		"[21/Nov/2026 05:03:31] GET": {"", "[21/Nov/2026 05:03:31] GET"},
		"12 | const a":               {"", "12 | const a"},
		"  | a":                      {"", "  | a"},
		"error | a":                  {"", "error | a"},
		"a.js:3: x":                  {"", "a.js:3: x"},
		"{\"a\":\"b|c: d\"}":         {"", "{\"a\":\"b|c: d\"}"},
	} {
		name, text := p.Cut([]byte(line))
		if got := [2]string{string(name), string(text)}; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestPlaceBehindWordsIsFound: the name of a tool, or what failed, may stand before the place.
func TestPlaceBehindWordsIsFound(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.js"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]bool{
		"worker> a.js:3: cannot open the order":       true,
		"[mk] build failed: a.js:3:1: unexpected end": true,
		"[mk] debug trace: a.js:3:1: entering":        false,
		"worker> a.js:3: 2 orders":                    false,
	} {
		d := New(root, root)
		d.Add(1, time.Unix(1, 0), []byte(line))
		d.Flush()
		if list := d.Entries(); want != (len(list) == 1 && list[0].File == "a.js" && list[0].Line == 3) {
			t.Errorf("%q: %+v", line, list)
		}
	}
}
