package parse

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestPlacesAreFoundInEachForm(t *testing.T) {
	for text, want := range map[string]Place{
		"src/a.c:3:5: error: x":                             {File: "src/a.c", Line: 3, Column: 5},
		"a.c:12: x":                                         {File: "a.c", Line: 12},
		"/srv/shop/a.ts(3,5): error TS1: x":                 {File: "/srv/shop/a.ts", Line: 3, Column: 5},
		"src/a.js (3:5)":                                    {File: "src/a.js", Line: 3, Column: 5},
		"  src/a.scss 3:5  root stylesheet":                 {File: "src/a.scss", Line: 3, Column: 5},
		`File "lib/a.ml", line 3, characters 4-7:`:          {File: "lib/a.ml", Line: 3, Column: 4},
		"syntax error at a.pl line 3, near":                 {File: "a.pl", Line: 3},
		"Parse error: x in /srv/a.php on line 7":            {File: "/srv/a.php", Line: 7},
		"  on main.tf line 3, in resource":                  {File: "main.tf", Line: 3},
		"   --> src/a.rs:3:5":                               {File: "src/a.rs", Line: 3, Column: 5},
		"   ╭─[src/a.js:3:5]":                               {File: "src/a.js", Line: 3, Column: 5},
		"    └─ lib/a.ex:3:5: Shop.pay/1":                   {File: "lib/a.ex", Line: 3, Column: 5},
		"Syntax error on line 3 of /etc/shop/httpd.conf:":   {File: "/etc/shop/httpd.conf", Line: 3},
		"parsing [/srv/shop.cfg:3] : unknown keyword":       {File: "/srv/shop.cfg", Line: 3},
		"Template render error: (a.njk) [Line 3, Column 5]": {File: "a.njk", Line: 3, Column: 5},
		"e: file:///srv/A.kt:3:5 Unresolved":                {File: "file:///srv/A.kt", Line: 3, Column: 5},
		"[ERROR] /srv/A.java:[3,5] cannot find":             {File: "/srv/A.java", Line: 3, Column: 5},
		"src/routes/[slug]/(x)/+page.svelte:3:5": {File: "src/routes/[slug]/(x)/+page.svelte", Line: 3,
			Column: 5},
		"::error file=app.js,line=3::x":                         {},
		"./run.sh: line 3: foo: command not found":              {File: "./run.sh", Line: 3, Ran: true},
		"at f (http://localhost:5173/src/a.js:3:5)":             {File: "http://localhost:5173/src/a.js", Line: 3, Column: 5},
		`C:\shop\a.ts(3,5): x`:                                  {File: `C:\shop\a.ts`, Line: 3, Column: 5},
		"src/a.sh: 3: x: not found":                             {File: "src/a.sh", Line: 3, Ran: true},
		"Makefile:3: *** missing separator.  Stop.":             {File: "Makefile", Line: 3},
		"a.y:3.5-9: error: x":                                   {File: "a.y", Line: 3, Column: 5},
		"{shop,[{file,\"a\"}]} 12:00:01 listening on [::]:8080": {},
		"12:00:01.123 took 16:9":                                {},
		"listening on http://127.0.0.1:8080 in 12ms":            {},
	} {
		got := Place{}
		if want.Line > 0 && !MightHavePlace([]byte(text)) {
			t.Errorf("%q: no place is expected", text)
		}
		if list := PlaceIn(text); len(list) > 0 && (LooksLikeFile(list[0].File)) {
			got = list[0]
		}
		got.From, got.To = 0, 0
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestFilesOfTheProjectAreFound(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"web/src/a.ts", "apps/api/b.go", "Taskfile"} {
		_ = os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755)
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := NewFiles(root, root+"/web")
	for name, want := range map[string]string{"src/a.ts": "web/src/a.ts", "web/src/a.ts": "web/src/a.ts",
		"./b.go": "apps/api/b.go", "Taskfile": "Taskfile", "no.go": "",
		root + "/Taskfile": "Taskfile", "../../etc/passwd": "", "/etc/passwd": "", "src": ""} {
		if got, _ := f.Find(name, time.Now()); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzIn(f *testing.F) {
	f.Add("src/a.c:3:5-7: line 3 of a(1,2) [3:4] \"a\" 3:4 │ b")
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range PlaceIn(text) {
			if p.From < 0 || p.To > len(text) || p.From > p.To || p.Line < 1 || p.Column < 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}
