package digest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// digestOf digests the lines of a text.
func digestOf(text string) *Digest {
	d := New("/srv/shop", "/srv/shop/web")
	for i, line := range strings.Split(text, "\n") {
		d.Add(int64(i+1), time.Unix(int64(i), 0), []byte(line))
	}
	d.Flush()
	return d
}

func TestNumbersAndIDsDoNotDistinguishErrors(t *testing.T) {
	same := [][2]string{
		{"ERROR: order 17 at 0x7f421e61b5d0", "ERROR: order 18 at 0x55aa"},
		{"ERROR: job 1a8c39d9-fd0d-48f6-a10d-96d2701e8d64", "ERROR: job b6b98202-188d-4300-b113-3075c3446c12"},
		{"12:00:01.123 ERROR: x", "12:10:07.001 ERROR: x"},
	}
	for _, pair := range same {
		if n := len(digestOf(pair[0] + "\n" + pair[1]).Entries()); n != 1 {
			t.Errorf("%q: %d entries", pair, n)
		}
	}
	if n := len(digestOf("ERROR: no x1\nERROR: no x2\nERROR: added face").Entries()); n != 3 {
		t.Errorf("names were taken for numbers: %d entries", n)
	}
}

// TestFailedAssertionsStayApart: each is of another test, also if only numbers differ.
func TestFailedAssertionsStayApart(t *testing.T) {
	text := ""
	for _, line := range []string{"4", "7"} {
		text += "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  " + line + " !== 2\n  \n" +
			"      at TestContext.<anonymous> (/srv/shop/cart.test.js:" + line + ":10)\n  \n"
	}
	list := digestOf(text).Entries()
	if len(list) != 2 || list[0].Line != 4 || list[1].Line != 7 || !strings.HasSuffix(list[1].Message, "7 !== 2") {
		t.Errorf("%+v", list)
	}
}

func TestFilesAreRelativeToTheRoot(t *testing.T) {
	p := newWhere("/srv/shop", "/srv/shop/web")
	for file, want := range map[string]string{
		"/srv/shop/api/a.py": "api/a.py", "src/a.ts": "web/src/a.ts", "../api/a.py": "api/a.py",
		"/srv/other/a.py":        "/srv/other/a.py",
		"file:///srv/shop/a.mjs": "a.mjs", "http://localhost:5173/src/a.js?t=1": "http://localhost:5173/src/a.js", "": "",
		"/srv/shopping/a": "/srv/shopping/a",
	} {
		if got := p.short(file); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	d := New("", "")
	for i := range 10 * MaxEntries {
		d.Add(int64(i+1), time.Time{}, []byte(fmt.Sprintf("ERROR: %s %s", strings.Repeat("a", i%97+1),
			strings.Repeat("b", i/97+1))))
	}
	d.Add(1e6, time.Time{}, []byte("Traceback (most recent call last):"))
	for i := range 3 * maxBlock {
		d.Add(int64(1e6+i+1), time.Time{}, []byte("    never ends"))
	}
	d.Flush()
	if n := len(d.Entries()); n != MaxEntries || n != len(d.byKey) {
		t.Errorf("%d entries, %d keys", n, len(d.byKey))
	}
	if got := d.Entries(); got[0].First != 1 || got[keptFirst-1].First != keptFirst ||
		got[keptFirst].First < 9*MaxEntries {
		t.Errorf("the first errors are not kept, or the newest ones are not: %d, %d, %d", got[0].First,
			got[keptFirst-1].First, got[keptFirst].First)
	}
	if d.Dropped() != 9*MaxEntries-1 { // the last one is part of the traceback
		t.Errorf("%d were dropped", d.Dropped())
	}
}

func TestLoggedErrorIsPartOfItsTrace(t *testing.T) {
	d := digestOf("WARN: low\nERROR: task failed\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n" +
		"ValueError: x\nERROR: y")
	got := d.Entries()
	if len(got) != 3 || got[1].First != 2 || got[1].Last != 5 || got[1].Message != "ValueError: x" {
		t.Errorf("%+v", got)
	}
}

func TestTraceAbsorbsOnlyItsLoggedError(t *testing.T) {
	for text, want := range map[string]string{
		"ERROR:asyncio:never retrieved\nfuture: <Task>\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n" +
			"ValueError: x": "ValueError: x",
		"ERROR: no mail\nretry later\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\nValueError: x": "ERROR: no mail|ValueError: x",
		"{\"level\":\"ERROR\",\"msg\":\"no mail\"}\nGET / 200\npanic: x\n\ngoroutine 1 [running]:":                      "no mail|x",
		"SEVERE: failed\njava.io.IOException: x\n\tat a.B.c(B.java:1)":                                                  "java.io.IOException: x",
		"error: no tea\nGET / 200\n  ^\n    at f (a.ts:1:1)":                                                            "error: no tea",
		"error: no tea\n1 | tea()\n  | ^\n    at f (a.ts:1:1)":                                                          "no tea",
		"ERROR: a\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n" +
			"ValueError: x": "ERROR: a|ValueError: x",
	} {
		var got []string
		for _, e := range digestOf(text).Entries() {
			got = append(got, e.Message)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestProcessPrefixIsNotPartOfAnError(t *testing.T) {
	for text, want := range map[string]string{
		"web-1  | TypeError: x\nweb-1  |     at f (/srv/shop/a.js:1:2)\nweb-1  | up":                                         "TypeError: x a.js:1:2",
		"[api] TypeError: x\n[job] tick\n[api]     at f (/srv/shop/a.js:1:2)":                                                "TypeError: x a.js:1:2",
		"job-1 | Traceback (most recent call last):\njob-1 |   File \"/srv/shop/a.py\", line 3, in f\njob-1 | ValueError: x": "ValueError: x a.py:3",
		"[warn] Error: tried again": "[warn] Error: tried again ",
	} {
		var got []string
		for _, e := range digestOf(text).Entries() {
			got = append(got, e.Message+" "+e.Place())
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPassingTestsHaveNoErrors(t *testing.T) {
	got := digestOf("=== RUN   TestA\n    a_test.go:3: error: x\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n" +
		"    a_test.go:9: no tea\n--- FAIL: TestB (0.00s)\n" +
		"--- FAIL: TestC (0.00s)\n    a_test.go:12: no milk\nFAIL").Entries()
	if len(got) != 2 || got[0].Place() != "web/a_test.go:9" || got[1].Message != "no milk" {
		t.Errorf("%+v", got)
	}
}

func FuzzDigest(f *testing.F) {
	f.Add("Traceback (most recent call last):\n  File \"a.py\", line 1\n\nValueError: x\n" +
		"[vite] Internal server error: x\n  File: a:1:2\npanic: x\ngoroutine 1")
	f.Add("/a.js:1\nx\n^\nError: x\n    at f (a.js:1:2) {\n}\na.ts(1,2): error TS1: x\nFound 0 errors\n" +
		"{\"level\":50,\"msg\":{}}")
	f.Fuzz(func(t *testing.T, text string) {
		d := digestOf(text)
		last := int64(strings.Count(text, "\n") + 1)
		var lines []Line
		for i, line := range strings.Split(text, "\n") {
			lines = append(lines, Line{Seq: int64(i + 1), At: time.Unix(int64(i), 0), Text: line})
		}
		d.Failed(lines)
		for _, e := range d.Entries() {
			if e.First < 1 || e.First > e.Last || e.From > e.Last || e.Last > last || e.Changed > last || e.Count < 1 ||
				len(e.Message) > maxMessage+3 || len(e.File) > maxMessage+20 {
				t.Errorf("%+v of %d lines", e, last)
			}
		}
	})
}

// TestHeadlines: of what an error is named, the line with the complaint and the tool that really printed it.
func TestHeadlines(t *testing.T) {
	for text, want := range map[string]string{
		"npm error Missing script: \"nope\"\nnpm error\nnpm error To see a list, run:\nnpm error   npm run\n" +
			"npm error A complete log of this run can be found in: /log": `log npm error Missing script: "nope"`,
		"npm error code E404\nnpm error 404 Not Found - GET /tea\nnpm error A complete log of this run is in: /log": "log " +
			"npm error 404 Not Found - GET /tea",
		"Error: in prepare, no such table: errors\nup":       "log Error: in prepare, no such table: errors",
		"Error: no tea\n    at pay (/srv/shop/web/a.js:3:4)": "node Error: no tea",
	} {
		list := digestOf(text).Entries()
		if len(list) != 1 || list[0].Kind+" "+list[0].Message != want {
			t.Errorf("%q: %+v, want %s", text, list, want)
		}
	}
}
