package digest

// typescript knows what tsc reports, plain and pretty, also as others pass it on.
var typescript = Parser{
	Kind: "typescript", Placed: true,
	Cues:  []string{"error TS"},
	Begin: beginTypescript, Next: nextTypescript,
	Signals: []Signal{
		{Text: "Starting compilation in watch mode", Says: Begins},
		{Text: "Starting incremental compilation", Says: Begins},
		{Text: "Found 0 errors", Says: Works},
		{Text: "Watching for file changes.", Is: func(text string) bool { return tsFound.find(text) != nil }, Says: Fails},
	},
}

var (
	tsFound = pattern{expr: `Found [1-9]\d* errors?\. Watching`}
	tsError = pattern{expr: `^(.+?)(?:\((\d+),(\d+)\): |:(\d+):(\d+) - )error (TS\d+: .*)$`}
	tsBare  = pattern{expr: `^error (TS\d+: .*)$`}
)

func beginTypescript(text, _ string) *Reading {
	if m := tsError.find(text); m != nil {
		return &Reading{Ready: true, Finding: Finding{Message: m[6], File: m[1], Line: number(m[2] + m[4]), Column: number(m[3] + m[5])}}
	}
	if m := tsBare.find(text); m != nil {
		return &Reading{Ready: true, Finding: Finding{Message: m[1]}}
	}
	return nil
}

// nextTypescript: the code, its underline, and what explains the message are indented, or numbered.
func nextTypescript(r *Reading, text string) bool {
	if text == "" {
		return r.lines < 2
	}
	return text[0] == ' ' || text[0] >= '0' && text[0] <= '9' && r.lines < 4
}
