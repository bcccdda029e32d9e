package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
)

func printed(t *testing.T, text string, written map[string]string) *Output {
	t.Helper()
	o := &Output{Project: sources.Project{Dir: t.TempDir()}}
	o.WorkDir = o.Dir
	for name, source := range written {
		if err := os.WriteFile(filepath.Join(o.Dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, line := range strings.Split(text, "\n") {
		o.Lines = append(o.Lines, Line{Seq: int64(i + 1), Text: line})
	}
	return o
}

func TestErrorsOfOneFailureStandTogether(t *testing.T) {
	t.Parallel()
	o := &Output{Errors: []digest.Error{{From: 1, Last: 2}, {From: 50, Last: 52}, {From: 55, Last: 60}}}
	if group := o.Fatal(); len(group) != 2 || group[0].From != 50 {
		t.Errorf("%+v", group)
	}
}

func TestErrorIsAboutItsLine(t *testing.T) {
	t.Parallel()
	o := printed(t, "x.py:3: bad\nTraceback\n  File \"x.py\", line 3", map[string]string{"x.py": "\n\n\n", "x.go": "\n"})
	for message, want := range map[string]bool{
		"SyntaxError: invalid syntax": true, "NameError: name 'os' is not defined": true, "ValueError: no": false, "django.template.exceptions.TemplateSyntaxError: Unclosed tag": false,
		"RuntimeError: this is it": false, "undefined: home": true,
	} {
		if got := o.AboutLine(digest.Error{Message: message, From: 2, Last: 3}, parse.Place{File: "x.py", Line: 3}); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
	if !o.AboutLine(digest.Error{Message: "bad", From: 1, Last: 1}, parse.Place{File: o.Own("x.py"), Line: 3}) {
		t.Error("the line with the message has the place")
	}
}

func TestSecretsOfSourcesAreNotShown(t *testing.T) {
	t.Parallel()
	o := printed(t, "", map[string]string{"a.py": "connect(url)\nconnect(password='x')\nconnect('pg://me:x@host')\n"})
	for line, want := range map[int]string{1: ": connect(url)", 2: "", 3: "", 4: "", 9: ""} {
		if got := o.SourceOf(parse.Place{File: "a.py", Line: line}); got != want {
			t.Errorf("%d: %q", line, got)
		}
	}
}

func TestComplaintIsTheLineThatSaysMost(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"starting\nFAILED: no such thing\nbye": "line 2: FAILED: no such thing", "one\ntwo\n": "line 2: two", "": "", "WARNING overcommit: saves can fail\n# Bad file format reading a.aof": "line 2: # Bad file format reading a.aof"} {
		if got := strings.Join(printed(t, text, nil).Complaint(), ""); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
