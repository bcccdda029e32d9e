package raised

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app/digest"
	"devservers/app/project/sources"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/variables"
)

// failed returns what a command has printed before it failed, in a project with these sources.
func failed(t *testing.T, said string, written map[string]string) Of {
	t.Helper()
	o := &output.Output{Project: sources.Project{Dir: t.TempDir()}}
	o.WorkDir = o.Dir
	for name, source := range written {
		if err := os.WriteFile(filepath.Join(o.Dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := digest.New(o.Dir, o.Dir)
	for i, text := range strings.Split(strings.ReplaceAll(said, "$DIR", o.Dir), "\n") {
		o.Lines = append(o.Lines, output.Line{Seq: int64(i + 1), Text: text})
		d.Add(int64(i+1), time.Now(), []byte(text))
	}
	d.Flush()
	o.Errors = d.Entries()
	return Of{Output: o, Vars: &variables.Of{Project: &o.Project}, Printed: "shop/web", Failed: true}
}

func TestCauseNamesTheFirstErrorWithAPlace(t *testing.T) {
	t.Parallel()
	o := failed(t, "x.py:2: error: no such name\nsomething failed\nError: bye", map[string]string{"x.py": "a\nb\n"})
	h, ok := o.Cause()
	if !ok || h.Problem != "an error in x.py:2" || h.File == "" || h.From != 1 {
		t.Errorf("%v %+v", ok, h)
	}
}

func TestCauseIsTheVariableBehindTheLine(t *testing.T) {
	t.Parallel()
	o := failed(t, "Traceback (most recent call last):\n  File \"$DIR/x.py\", line 2, in <module>\n    n = int(os.environ.get(\"MAX_CONNS\"))\nTypeError: int() argument must be a string, not 'NoneType'",
		map[string]string{"x.py": "import os\nn = int(os.environ.get(\"MAX_CONNS\"))\n"})
	h, _ := o.Cause()
	if h.Problem != "the environment variable MAX_CONNS is not set" {
		t.Errorf("%+v", h)
	}
}

func TestNothingIsACauseWithoutAFailure(t *testing.T) {
	t.Parallel()
	o := failed(t, "listening on 3000", nil)
	if h, ok := o.Cause(); ok {
		t.Errorf("%+v", h)
	}
}
