package parse

import "strings"

var (
	goSaid = Pattern{Expr: `^\s+(\w[\w.-]*_test\.go):(\d+): (.+)$`}
	goEnd  = Pattern{Expr: `^\s*(--- (?:PASS|SKIP|FAIL|BENCH)|=== \w+):? `}
)

// beginGoTest parses what tests print: before the line with their result (go test -v), or after it.
func beginGoTest(text string) *Reading {
	if strings.HasPrefix(strings.TrimSpace(text), "--- FAIL: ") {
		return &Reading{step: goFailed}
	}
	m := goSaid.Find(text)
	if m == nil {
		return nil
	}
	r := &Reading{step: goTest}
	r.said(m)
	return r
}

// said keeps a line that a test printed.
func (r *Reading) said(m []string) {
	f := Finding{Message: m[3], File: m[1], Line: Number(m[2])}
	if r.step == goFailed {
		r.Others = append(r.Others, f)
	} else {
		r.maybe = append(r.maybe, f)
	}
}

func (r *Reading) goTest(text string) bool {
	if m := goSaid.Find(text); m != nil {
		r.said(m)
		return true
	}
	m := goEnd.Find(text)
	switch {
	case m == nil:
		return strings.HasPrefix(text, "        ") // of a message of several lines
	case r.step == goFailed:
		return false
	case m[1] == "--- FAIL":
		r.Others, r.maybe, r.step = r.maybe, nil, goFailed
	case strings.HasPrefix(m[1], "---"):
		r.maybe = nil
	}
	return true
}
