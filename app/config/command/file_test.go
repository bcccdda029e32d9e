package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

// readVars reads an env_file and its variables.
func readVars(file, dir string, get func(string) (string, bool)) ([]Var, error) {
	f, err := ReadFile(file, dir)
	if err != nil {
		return nil, err
	}
	return f.Vars(get)
}

func noEnv(string) (string, bool) { return "", false }

func TestReadFileLikeCompose(t *testing.T) {
	outer := func(name string) (string, bool) { return "outer " + name, name == "USER" || name == "PASSED" }
	dir := configtest.TempDir(t)
	file := configtest.Write(t, filepath.Join(dir, ".env"), "\ufeffA=1\r\n"+`
# comment
export B = two words # trailing
C="x # y\n\t\"q\" \$A $A"
D='$A \n it\'s'
E="two
lines" # after
F=${NOPE:-9} 
G=${A:-9}${NOPE-x}${A:+y}${NOPE:+z}
H=$USER/${A}b
I=a#b
J=
K=#c
PASSED
UNSET
L: yaml
M=pa$$word$ $1
N=${NOPE:-${A:-z}}
O=${EMPTY-e}${J:-f}
A=last
`)
	got, err := readVars(file, dir, outer)
	if err != nil {
		t.Fatal(err)
	}
	want := []Var{
		{"A", "last"}, {"B", "two words"}, {"C", "x # y\n\t\"q\" $A 1"}, {"D", `$A \n it's`}, {"E", "two\nlines"},
		{"F", "9"}, {"G", "1xy"}, {"H", "outer USER/1b"}, {"I", "a#b"}, {"J", ""}, {"K", ""}, {"PASSED", "outer PASSED"},
		{"L", "yaml"}, {"M", "pa$word$ $1"}, {"N", "1"}, {"O", "ef"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReadFileErrorsNameLineNotValue(t *testing.T) {
	dir := configtest.TempDir(t)
	for content, line := range map[string]int{
		"A=1\nB=\"secret\n":                2,
		"A=1\n\nB='secret\nC=2\n":          3,
		"secret word\n":                    1,
		"1A=secret\n":                      1,
		"=secret\n":                        1,
		"A=\"x\ny\" secret\n":              2,
		"A=1\nB=${secret\n":                2,
		"A=${!secret}\n":                   1,
		"A=${B:?secret}\n":                 1,
		"A=${:-secret}\n":                  1,
		"A=" + strings.Repeat("${A:-", 99): 1,
		"A=sec\x00ret\n":                   0,
		"A=sec\xffret\n":                   0,
	} {
		_, err := readVars(configtest.Write(t, filepath.Join(dir, ".env"), content), dir, noEnv)
		var problem *yml.FileError
		if !errors.As(err, &problem) || problem.Line != line || problem.Hint == "" {
			t.Errorf("%q: %v", content, err)
			continue
		}
		if text := err.Error() + problem.Hint; strings.Contains(text, "secret") && content != "secret word\n" {
			t.Errorf("%q: a value is shown: %s", content, text)
		}
	}
}

func TestReadFileLimitsExpansion(t *testing.T) {
	text := "A=" + strings.Repeat("x", 1000) + "\n"
	for range 10 {
		text += "A=$A$A$A$A$A$A$A$A$A$A\n"
	}
	dir := configtest.TempDir(t)
	if _, err := readVars(configtest.Write(t, filepath.Join(dir, ".env"), text), dir, noEnv); err == nil {
		t.Error("accepted")
	}
}

func TestReadFileStaysInsideProject(t *testing.T) {
	base := configtest.TempDir(t)
	dir := configtest.Mkdir(t, base, "p")
	outside := configtest.Write(t, filepath.Join(base, "shared.env"), "A=1\n")
	inside := configtest.Write(t, filepath.Join(dir, "real.env"), "A=1\n")
	for file, ok := range map[string]bool{
		outside: true,
		inside:  true,
		configtest.Symlink(t, "real.env", filepath.Join(dir, "in.env")): true,
		configtest.Symlink(t, outside, filepath.Join(dir, "out.env")):   false,
		dir:                            false,
		filepath.Join(dir, "nope.env"): false,
		filepath.Join(dir, "../nope"):  false,
		configtest.Mkdir(t, dir, "directory") + "/": false,
	} {
		vars, err := readVars(file, dir, noEnv)
		if ok != (err == nil) || ok != (len(vars) == 1) {
			t.Errorf("%s: %v, %v", file, vars, err)
		}
	}
	_, err := readVars(filepath.Join(dir, "nope.env"), dir, noEnv)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a missing file: %v", err)
	}
}

func TestExampleIsToBeCopied(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".env.local.example"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var e *yml.FileError
	if _, err := readVars(filepath.Join(dir, ".env.local"), dir, noEnv); !errors.As(err, &e) ||
		!strings.HasPrefix(e.Hint, "copy .env.local.example to it") {
		t.Errorf("%+v", e)
	}
}

func FuzzReadEnvFile(f *testing.F) {
	for _, s := range []string{"A=1\n", "export A=\"x\\n$B\"\n", "A='x'\nB=${A:-${C}}", "A", "A=${", "A=\"\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := parser{lines: 1, rest: literal([]byte(text)), get: noEnv}
		vars, err := p.parse()
		var problem *yml.FileError
		if err != nil && (!errors.As(err, &problem) || problem.Line < 1) {
			t.Fatalf("%v", err)
		}
		for _, v := range vars {
			if v.Name == "" || strings.ContainsAny(v.Name, "=\n") {
				t.Fatalf("%q", v.Name)
			}
		}
	})
}
