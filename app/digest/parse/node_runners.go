package parse

import "strings"

// Assertions as test runners on Node print them (its own, Mocha), and errors of the compiler within those of ts-node.

var jsAssertion = Pattern{Expr: `^ +AssertionError(?: \[\w+\])?: .+$`}

// assertion reads up to the stack. The first line below a message that ends with a colon is the comparison.
func (r *Reading) assertion(text string) bool {
	switch line := strings.TrimSpace(text); {
	case jsAt.Find(text) != nil:
		r.Ready, r.step = true, jsStack
		r.frame(text)
	case line != "" && strings.HasSuffix(r.Message, ":"):
		r.Message += " " + line
	}
	return r.Lines < maxMore
}

// tsError matches an error of the compiler within another.
var tsError = Pattern{Expr: `^(.+?)(?:\((\d+),(\d+)\): |:(\d+):(\d+) - )error (TS\d+: .*)$`}

// tsNode reads the compiler's errors from an error of ts-Node, which is then not an error of its own.
func (r *Reading) tsNode(text string) {
	if !strings.HasPrefix(r.Message, "TSError: ") {
		return
	}
	if m := tsError.Find(text); m != nil {
		r.Ready = false
		r.Others = append(r.Others, Finding{Kind: typescript.Kind, Message: m[6], File: m[1], Line: Number(m[2] + m[4]),
			Column: Number(m[3] + m[5])})
	}
}
