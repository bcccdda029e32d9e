package parse

import "strings"

// jest parses its reports of failed tests.
var jest = Parser{
	Kind: "jest", Placed: true,
	Cues:    []string{"● "},
	Begin:   beginJest,
	Next:    nextJest,
	Signals: []Signal{{Text: "Ran all test suites", Says: Ends}, {Text: "Determining test suites to run", Says: Begins}},
}

var (
	jestHead  = Pattern{Expr: `^  ● (\S.*)$`}
	jestPlace = Pattern{Expr: `^ {6,}at .*?\(?([^()\s]+):(\d+):(\d+)\)?$`}
)

func beginJest(text, _ string) *Reading {
	if jestHead.Find(text) == nil || strings.Contains(text, "Console") {
		return nil
	}
	return &Reading{}
}

func nextJest(r *Reading, text string) bool {
	if m := jestPlace.Find(text); m != nil {
		r.at(m[1], m[2], m[3], false)
		return true
	}
	line := strings.TrimSpace(text)
	switch {
	case line == "":
		return r.Rank < Ours
	case line == "Details:": // of a file that Jest cannot read; the reason follows
		r.Ready = false
	case !r.Ready:
		r.viteMessage(line)
	case strings.HasPrefix(line, "Expected") || strings.HasPrefix(line, "Received"):
		r.Message += "; " + line
	}
	return strings.HasPrefix(text, "    ")
}

// vitest parses its reports of failed tests.
var vitest = Parser{
	Kind: "vitest", Placed: true,
	Cues:  []string{" FAIL  "},
	Begin: beginVitest, Next: nextVitest,
	Signals: []Signal{
		{Text: " RERUN ", Says: Begins},
		{Text: "Waiting for file changes...", Is: func(text string) bool { return strings.Contains(text, "PASS") }, Says: Works, Whole: true},
		{Text: "Tests failed. Watching for file changes", Says: Fails, Whole: true},
	},
}

var vitestPlace = Pattern{Expr: `^ ❯ (?:.* )?(\S+):(\d+):(\d+)$`}

func beginVitest(text, _ string) *Reading {
	if !strings.HasPrefix(text, " FAIL  ") || !strings.Contains(text, " > ") && !strings.Contains(text, " [ ") {
		return nil
	}
	return &Reading{}
}

func nextVitest(r *Reading, text string) bool {
	if m := vitestPlace.Find(text); m != nil {
		r.at(m[1], m[2], m[3], false)
		return true
	}
	switch {
	case r.Rank > 0:
		return text == "" || IsFrameLine(text) || strings.HasPrefix(text, "Caused by: ") || strings.HasPrefix(text, " ❯ ")
	case !r.Ready && text != "" && !strings.HasPrefix(text, " FAIL  "):
		r.Message, r.Ready = text, true
	}
	return !strings.HasPrefix(text, "⎯")
}
