package command

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/tests/configtest"
)

func codeOf(t *testing.T, text string, named ...string) (shown []string) {
	t.Helper()
	dir := configtest.TempDir(t)
	f, err := ReadFile(configtest.Write(t, filepath.Join(dir, ".env"), text), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range CodeOf([]File{f}, dir, named) {
		shown = append(shown, c.String())
	}
	return shown
}

func TestCodeOfEnvFiles(t *testing.T) {
	for text, want := range map[string][]string{
		"DEBUG=1\nAPI_KEY=x\n":                              nil,
		"DEBUG=1\nexport NODE_OPTIONS = --require ./x.js\n": {".env: NODE_OPTIONS=--require ./x.js"},
		"DIR=a\nOTHER=b\nPATH=$DIR/bin:${PATH}\nDIR=c\n":    {".env: DIR=a", ".env: PATH=$DIR/bin:${PATH}", ".env: DIR=c"},
		"B=x\nA=${NOPE:-$B}\nLD_PRELOAD=\"${A:+$A}\n\"\n": {".env: B=x", ".env: A=${NOPE:-$B}",
			`.env: LD_PRELOAD="${A:+$A}\n"`},
		"PATH\n":                                {".env: PATH"},
		"PATH=${A:?must}\n":                     {".env: PATH=${A:?must}"},
		"HTTPS_PROXY=http://me:pass1word@p:1\n": {".env: HTTPS_PROXY=http://me:••••••@p:1"},
		"PATH=a\nB=\"open\n":                    nil, // nothing starts with a file that can't be read
	} {
		if d := cmp.Diff(want, codeOf(t, text)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
	if got := codeOf(t, "RUNNER=node\nOTHER=1\n", "RUNNER"); len(got) != 1 {
		t.Errorf("of a command's program: %v", got)
	}
}

func FuzzCodeOf(f *testing.F) {
	for _, s := range []string{"PATH=1\n", "export PATH=\"x\\n$B\"\nB=1", "A='x'\nPATH=${A:-${C}}", "PATH", "PATH=${",
		"A=\"\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := File{"/p/.env", literal([]byte(text))}
		vars, err := file.Vars(noEnv)
		if err != nil {
			return
		}
		names := map[string]bool{}
		for _, c := range CodeOf([]File{file}, "/p", nil) {
			names[c.Name] = true
		}
		for _, v := range vars {
			if RunsCode(v.Name) != "" && !names[v.Name] {
				t.Fatalf("%q of %q is not part of what a person reviews", v.Name, text)
			}
		}
	})
}
