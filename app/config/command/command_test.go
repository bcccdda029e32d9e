package command

import (
	"errors"
	"strings"
	"testing"

	"devservers/app/config/yml"

	"github.com/google/go-cmp/cmp"
)

func TestParseSplitsAsShell(t *testing.T) {
	get := func(name string) (string, bool) {
		v, ok := map[string]string{"PORT": "8000", "EMPTY": "", "SPACED": "a b *", "A": "1", "B": "2"}[name]
		return v, ok
	}
	for src, want := range map[string][]string{
		"python manage.py runserver $PORT": {"python", "manage.py", "runserver", "8000"},
		"a  b\tc":                          {"a", "b", "c"},
		`node 'a b' "c d" e\ f`:            {"node", "a b", "c d", "e f"},
		`x --port=${PORT}/y`:               {"x", "--port=8000/y"},
		`x "$PORT;$A" '$PORT'`:             {"x", "8000;1", "$PORT"},
		`x $SPACED "$SPACED"`:              {"x", "a b *", "a b *"},
		`x $EMPTY "" '' $A$B`:              {"x", "", "", "", "12"},
		`x "a\"b\\c\$d\e"`:                 {"x", `a"b\c$d\e`},
		`x \; \& \| \> \$A \* a\#b c#d`:    {"x", ";", "&", "|", ">", "$A", "*", "a#b", "c#d"},
		`x ';' '&&' '$(id)' "a;b" '*.py'`:  {"x", ";", "&&", "$(id)", "a;b", "*.py"},
		`node -e 'console.log("hi")'`:      {"node", "-e", `console.log("hi")`},
		`x {} {{.Name}} a=b --c=d`:         {"x", "{}", "{{.Name}}", "a=b", "--c=d"},
		`x a~b "~" é`:                      {"x", "a~b", "~", "é"},
		`./manage.py run`:                  {"./manage.py", "run"},
		"x \"a\\\nb\"\n":                   nil,
		"npm run dev\n":                    {"npm", "run", "dev"},
		`$A x`:                             {"1", "x"},
	} {
		if want == nil {
			continue
		}
		c, err := Parse(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		got, err := c.Expand(get)
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", src, d)
		}
	}
}

func TestParseRefusesShellSyntax(t *testing.T) {
	for src, column := range map[string]int{
		"node a.js; rm -rf x":    10,
		"node a.js && rm x":      11,
		"node a.js || rm x":      11,
		"node a.js | tee x":      11,
		"node a.js |& tee x":     11,
		"node a.js > out":        11,
		"node a.js 2>&1":         12,
		"node a.js < in":         11,
		"node a.js <<< x":        11,
		"node a.js <<EOF":        11,
		"node a.js &":            11,
		"node a.js;":             10,
		"node $(id)":             6,
		"node `id`":              6,
		"node \"$(id)\"":         7,
		"node <(id)":             6,
		"node $((1+2))":          6,
		"(node a.js)":            1,
		"{ node a.js; }":         1,
		"if x; then y; fi":       1,
		"for i in a; do x; done": 1,
		"f() { x; }":             1,
		"! node":                 1,
		"export A=1":             1,
		"[[ a ]]":                1,
		"X=y node a.js":          1,
		"X=y":                    1,
		"X+=y node":              1,
		"X[1]=y node":            1,
		"node *.js":              6,
		"node a?.js":             7,
		"node [ab].js":           6,
		"node ~/x":               6,
		"~/x":                    1,
		"node {a,b}":             6,
		"node a{1..3}":           6,
		"node # hi":              6,
		"# hi":                   1,
		"node ${A:-b}":           6,
		"node ${#A}":             6,
		"node ${!A}":             6,
		"node ${A[0]}":           6,
		"node $1 $@":             6,
		"node $?":                6,
		"node $'a'":              6,
		"node $\"a\"":            6,
		"node @(a|b)":            6,
		"node 'open":             6,
		"node \"open":            6,
		"node a\nnode b":         7,
		"node a\x00b":            7,
		"node a\rb":              7,
		"node a\x1b[31m":         7,
		"node a\u202eb":          7,
		"node a\u200bb":          7,
		"node a\xffb":            7,
		"é ö; x":                 4,
		"":                       1,
		"  \n":                   1,
		"coproc node":            1,
		"time node":              1,
		"node a )":               8,
		"let x=1":                1,
	} {
		_, err := Parse(src)
		var ce *SyntaxError
		if !errors.As(err, &ce) {
			t.Errorf("%q was accepted", src)
			continue
		}
		if ce.Column != column {
			t.Errorf("%q: column %d, want %d: %v", src, ce.Column, column, ce)
		}
		if ce.Msg == "" || ce.Hint == "" {
			t.Errorf("%q: without message or hint: %+v", src, ce)
		}
	}
}

func TestChangeOfDirectoryIsAWorkingDirectory(t *testing.T) {
	for src, want := range map[string]string{
		"cd frontend && npm run dev": "set working_dir: frontend, and write only what follows &&",
		"cd $X && npm run dev":       "declare two servers, or use a package script",
		"npm ci && npm run dev":      "declare two servers, or use a package script",
	} {
		var ce *SyntaxError
		if _, err := Parse(src); !errors.As(err, &ce) || ce.Hint != want {
			t.Errorf("%s: %+v", src, ce)
		}
	}
}

func TestExpandNamesUnsetVariable(t *testing.T) {
	c, err := Parse("x $PORT $NOPE")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Expand(func(name string) (string, bool) { return "1", name == "PORT" })
	var unset *yml.FileError
	if !errors.As(err, &unset) || unset.Kind != yml.Environment || !strings.Contains(unset.Msg, "$NOPE") {
		t.Errorf("got %v", err)
	}
}

func TestStringReadsBackTheSame(t *testing.T) {
	for src, want := range map[string]string{
		`python manage.py runserver 0.0.0.0:$PORT`: `python manage.py runserver 0.0.0.0:$PORT`,
		`x "a b" 'it'"'"'s' ""`:                    `x 'a b' 'it'\''s' ''`,
		`x ${A}b ${A}/b`:                           `x ${A}b $A/b`,
		`'if' 'a=b' a=b`:                           `'if' a=b a=b`,
		`'a=b' a=b`:                                `'a=b' a=b`,
	} {
		c, err := Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.String(); got != want {
			t.Errorf("%s is shown as %s, want %s", src, got, want)
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, s := range []string{"python manage.py runserver $PORT", "x 'a b' \"$A\" ${B}c", "a;b", "'if'", "a\\\nb",
		"x {a,b}", "$A[1]", "'x'=1", "$a'b'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, err := Parse(src)
		if err != nil {
			return
		}
		if len(c.Words) == 0 {
			t.Fatalf("%q: accepted without a word", src)
		}
		again, err := Parse(c.String())
		if err != nil {
			t.Fatalf("%q is shown as %q, which is refused: %v", src, c.String(), err)
		}
		if d := cmp.Diff(c.Words, again.Words); d != "" {
			t.Fatalf("%q is shown as %q, which means something else:\n%s", src, c.String(), d)
		}
	})
}
