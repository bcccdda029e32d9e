package parse

import "devservers/app/transcript/text"

// golang parses panics and the reports of the compiler, vet and air.
var golang = Parser{
	Kind: "go", Absorbs: true,
	Cues: []string{"panic: ", "panic serving ", "fatal error: ", "_test.go:", "--- FAIL: "}, Files: []string{".go"},
	Begin: beginGo, Next: nextGo,
	Signals: []Signal{
		{Text: "building...", Says: Begins},
		{Text: "running...", Is: fits(`^\s*running\.\.\.\s*$`), Says: Begins, Same: true, Clears: everything},
		{Text: "failed to build, error: ", Says: Fails},
	},
}

// Steps of a test: its output, and that of one that failed.
const (
	goTest = iota + 1
	goFailed
)

var (
	goFrame = Pattern{Expr: `^\t(?P<file>.+\.go):(?P<line>\d+)(?: \+0x[0-9a-f]+)?$`}
	goStack = Pattern{Expr: `^$|^\t|^\[|^runtime|^goroutine |\)$|^created by |^exit status `}
	goPanic = Format{
		Head: []*Pattern{{Expr: `^(?:panic: )+(?P<message>.+?)` + goAgain},
			{Expr: `(?:^|\s)http: panic serving [^ ]+: (?P<message>.+?)` + goAgain}},
		Below: []*Pattern{&goFrame},
		More:  &goStack,
	}
	goFatal = Format{Head: []*Pattern{{Expr: `^(?P<message>fatal error: .+)$`}}, Below: goPanic.Below, More: &goStack,
		Placed: true, Silent: true}

	beginPanic = begins(&goPanic, &goFatal)
)

const goAgain = `(?: \[recovered.*\])?$`

func beginGo(line, prev string) *Reading {
	if r := beginGoTest(line); r != nil {
		return r
	}
	r := beginPanic(line, prev)
	if r != nil && text.Mentions(line) { // of a setting, unless a trace follows
		r.format, r.Ready = &goFatal, false
	}
	return r
}

func nextGo(r *Reading, text string) bool {
	if r.format != nil {
		return nextOfFormat(r, text)
	}
	return r.goTest(text)
}
