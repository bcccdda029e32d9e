package digest

import "testing"

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
