package parse

// typescript parses reports of tsc, plain and pretty, also as other tools print them.
var typescript = Parser{
	Kind: "typescript", Placed: true,
	Cues:  []string{"error TS", " [ERROR]: "},
	Begin: beginTypescript, Next: nextTypescript,
	Signals: []Signal{
		{Text: "Starting compilation in watch mode", Says: Begins},
		{Text: "Starting incremental compilation", Says: Begins},
		{Text: "Found 0 errors", Says: Works, Whole: true},
		{Text: "Found ", Is: func(text string) bool { return tsOnce.Find(text) != nil }, Says: Fails, Whole: true},
		{Text: "Watching for file changes.", Is: func(text string) bool { return tsFound.Find(text) != nil }, Says: Fails, Whole: true},
	},
}

var (
	tsFound = Pattern{Expr: `Found [1-9]\d* errors?\. Watching`}
	tsOnce  = Pattern{Expr: `^Found [1-9]\d* errors?(?:\.$| in )`}
	tsError = Pattern{Expr: `^(.+?)(?:\((\d+),(\d+)\): |:(\d+):(\d+) - )error (TS\d+: .*)$`}
	tsDeno  = Pattern{Expr: `^(TS\d+) \[ERROR\]: (.*)$`}
	tsCode  = Pattern{Expr: `^\d+ `}
	tsBare  = Pattern{Expr: `^error (TS\d+: .*)$`}
)

func beginTypescript(text, _ string) *Reading {
	if m := tsError.Find(text); m != nil {
		step := 0
		if m[4] != "" {
			step = tsPretty
		}
		return &Reading{step: step, Ready: true, Finding: Finding{Message: m[6], File: m[1], Line: Number(m[2] + m[4]), Column: Number(m[3] + m[5])}}
	}
	if m := tsDeno.Find(text); m != nil {
		return &Reading{step: tsPlaced, Ready: true, Finding: Finding{Message: m[1] + ": " + m[2]}}
	}
	if m := tsBare.Find(text); m != nil {
		return &Reading{Ready: true, Finding: Finding{Message: m[1]}}
	}
	return nil
}

const (
	tsPlaced = 1 // Deno's code frame and then the place follow
	tsPretty = 2 // the code follows, and related places, indented: "  src/a.ts:1:2 - 'b' is declared here."
)

// nextTypescript accepts the code, its underline and the explanation of the message: they are indented or numbered.
func nextTypescript(r *Reading, text string) bool {
	if r.step == tsPlaced {
		if m := jsFrame.Find(text); m != nil {
			r.at(m[1], m[2], m[3], false)
		}
		return text != ""
	}
	if r.step == tsPretty {
		return text == "" || text[0] == ' ' || tsCode.Find(text) != nil
	}
	if text == "" {
		return r.Lines < 2
	}
	return text[0] == ' ' || text[0] >= '0' && text[0] <= '9' && r.Lines < 4
}
