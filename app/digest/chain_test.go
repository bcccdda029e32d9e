package digest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestChainOfExceptionsIsOneError includes messages of libpq, which end with an empty line.
func TestChainOfExceptionsIsOneError(t *testing.T) {
	const text = `Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/psycopg2/__init__.py", line 122, in connect
    conn = _connect(dsn)
psycopg2.OperationalError: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused
	Is the server running on that host and accepting TCP/IP connections?


The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/shop/web/views.py", line 9, in home
    return Order.objects.first()
pydantic.ValidationError: 1 validation error for Order
  Field required [type=missing]

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/web/views.py", line 11, in home
    raise Oops("no orders")
views.Oops: no orders
[21/Nov/2026 05:03:31] "GET / HTTP/1.1" 500`
	got := digestOf(text).Entries()
	if len(got) != 1 || got[0].Message != "views.Oops: no orders" || got[0].Place() != "web/views.py:11" ||
		got[0].Last != 21 {
		t.Errorf("%+v", got)
	}
}

// viteBroken returns what Vite 6 prints about a broken file.
func viteBroken(name string) string {
	return "8:03:12 AM [vite] Internal server error: Failed to parse source for import analysis\n" +
		"  Plugin: vite:import-analysis\n  File: /srv/shop/web/src/" + name + ":1:1\n"
}

// TestViteUpdateIsAboutItsModules: Vite names the modules that accept an update, which are those that were edited or
// those that import them.
func TestViteUpdateIsAboutItsModules(t *testing.T) {
	missing := strings.Replace(viteBroken("d.js"), "Failed to parse source",
		`Failed to resolve import "./x.js" from "src/d.js"`, 1)
	all := viteBroken("a.js") + viteBroken("b.js") + viteBroken("c/a.js") + missing
	for line, want := range map[string][]string{
		"8:03:13 AM [vite] (client) hmr update /src/a.js":                         {"web/src/a.js", "web/src/d.js"},
		"8:03:13 AM [vite] (client) hmr update /src/x.css, /src/b.js?t=1 (x2)":    {"web/src/b.js", "web/src/d.js"},
		"8:03:13 AM [vite] (client) hmr update /src/main.js":                      {"web/src/d.js"},
		"8:03:13 AM [vite] (client) hmr update /src/main.js, and b.js was edited": {"web/src/b.js", "web/src/d.js"},
		"8:03:13 AM [vite] (client) page reload src/a.js": {"web/src/a.js", "web/src/b.js",
			"web/src/c/a.js", "web/src/d.js"},
	} {
		line, what, _ := strings.Cut(line, ", and ")
		d := digestOf(all)
		d.Edited = func(file string, after, before time.Time) bool {
			return what != "" && file == "web/src/b.js" && after.Before(before)
		}
		d.EditedAt(time.Unix(99, 0))
		d.Add(100, time.Unix(100, 0), []byte(line))
		var unseen []string
		for _, e := range d.Entries() {
			if !e.Current() && !e.Fixed {
				unseen = append(unseen, e.File)
			}
		}
		if !slices.Equal(unseen, want) {
			t.Errorf("%s %s: %q are not seen since, want %q", line, what, unseen, want)
		}
	}
}

// TestThrownTextIsAnError: Node prints a thrown text just below the caret, without an empty line.
func TestThrownTextIsAnError(t *testing.T) {
	got := digestOf("/srv/shop/web/server.js:2\nif (!file) throw 'usage: server.js CONFIG';\n           ^\n" +
		"usage: server.js CONFIG\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\n" +
		"Node.js v20.20.2").Entries()
	if len(got) != 1 || got[0].Message != "usage: server.js CONFIG" || got[0].Place() != "web/server.js:2" {
		t.Errorf("%+v", got)
	}
}
