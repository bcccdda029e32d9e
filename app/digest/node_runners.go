package digest

import (
	"strings"
)

// What test runners on Node (its own, Mocha) print of an assertion, and what concurrently, turbo and compose put before each line.

var (
	jsAssertion = pattern{expr: `^ +AssertionError(?: \[\w+\])?: .+$`}
	padded      = pattern{expr: `^(?:\[([\w.:@/-]+)\] |([\w.:@/-]+) +\| )`}
)

var isLevelWord = pattern{expr: `(?i)^(?:error|err|warn|warning|info|debug|trace|fatal|log|notice)$`}

// padOf is the name of a process that stands before its line; "" = none does. Python's tracebacks find theirs themselves.
func padOf(text string) string {
	m := padded.find(text)
	if m == nil || isLevelWord.find(m[1]+m[2]) != nil {
		return ""
	}
	return m[0]
}

// assertion reads on to the stack; the first line below a message that ends with a colon is what was compared.
func (r *Reading) assertion(text string) bool {
	switch line := strings.TrimSpace(text); {
	case jsAt.find(text) != nil:
		r.Ready, r.step = true, jsStack
		r.frame(text)
	case line != "" && strings.HasSuffix(r.Message, ":"):
		r.Message += " " + line
	}
	return r.lines < maxMore
}

// tsNode takes what the compiler says out of ts-node's error; it is no error of its own.
func (r *Reading) tsNode(text string) {
	if !strings.HasPrefix(r.Message, "TSError: ") {
		return
	}
	if found := beginTypescript(text, ""); found != nil {
		found.Kind, r.Ready = typescript.Kind, false
		r.others = append(r.others, found.Finding)
	}
}
