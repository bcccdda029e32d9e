package parse

import "strings"

// golang parses panics and the reports of the compiler, vet and air.
var golang = Parser{
	Kind: "go", Absorbs: true,
	Cues: []string{"panic: ", "panic serving ", "fatal error: ", "_test.go:", "[signal SIG", "--- FAIL: "}, Files: []string{".go"},
	Begin: beginGo, Next: nextGo,
	Signals: []Signal{
		{Text: "building...", Says: Begins},
		{Text: "running...", Is: isBare("running..."), Says: Begins, Same: true, Clears: everything},
		{Text: "failed to build, error: ", Says: Fails},
	},
}

// isBare returns a test whether a line is the word alone.
func isBare(word string) func(string) bool {
	return func(text string) bool { return strings.TrimSpace(text) == word }
}

// Steps of a panic.
const (
	goPanic  = iota + 1 // its message
	goStack             // the first goroutine's calls
	goRest              // the other goroutines
	goTest              // output of a test that may still pass
	goFailed            // output of a failed test
)

var (
	goThrown = Pattern{Expr: `(?:^(panic: |fatal error: )|(?:^|\s)http: panic serving [^ ]+: )(.+?)(?: \[recovered.*\])?$`}
	goFrame  = Pattern{Expr: `^\t(.+\.go):(\d+)(?: \+0x[0-9a-f]+)?$`}
)

func beginGo(text, _ string) *Reading {
	if r := beginGoTest(text); r != nil {
		return r
	}
	if m := goThrown.Find(text); m != nil {
		message := m[2]
		if m[1] == "fatal error: " {
			message = m[1] + message
		}
		return &Reading{step: goPanic, Ready: m[1] != "fatal error: ", Finding: Finding{Message: strings.TrimPrefix(message, "panic: ")}}
	}
	return nil
}

func nextGo(r *Reading, text string) bool {
	if r.step >= goTest {
		return r.goTest(text)
	}
	if m := goFrame.Find(text); m != nil {
		if r.step <= goStack {
			r.at(m[1], m[2], "", false)
		}
		return true
	}
	switch {
	case strings.HasPrefix(text, "goroutine "):
		r.Ready = true
		if r.step++; r.step > goRest {
			r.step = goRest
		}
		return true
	case r.step == goPanic:
		return text == "" || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "[") || strings.HasPrefix(text, "runtime")
	}
	return text == "" || strings.HasSuffix(text, ")") || strings.HasPrefix(text, "created by ") || strings.HasPrefix(text, "exit status ") || strings.HasPrefix(text, "\t")
}
