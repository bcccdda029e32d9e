package parse

import "strings"

// python parses tracebacks, also chained ones and those of syntax errors, and signals of Django, Flask and uvicorn.
var python = Parser{
	Kind: "python", Absorbs: true,
	Cues: []string{"Traceback (most recent call last)", `  File "`, "CommandError: ", "SystemCheckError: ", ".E0",
		".E1", ".E2", ".E3", ".E4", ".E9", ".W0", ".W1", ".W2", ".W3", ".W4"},
	Begin: beginPython, Next: nextPython,
	Signals: []Signal{
		{Text: "Watching for file changes with ", Says: Begins},
		{Text: " changed, reloading.", Says: Begins},
		{Text: "System check identified ", Is: fits(`no issues`), Says: Works, Clears: program},
		{Text: "Starting development server at ", Says: Works, Clears: program},
		{Text: "Starting ASGI/", Says: Works, Clears: program},
		{Text: " * Serving Flask app", Says: Begins, Clears: program},
		{Text: " * Restarting with ", Says: Begins},
		{Text: " * Running on ", Says: Works, Clears: program},
		{Text: " * Debugger is active!", Says: Works, Clears: program},
		{Text: "Application startup complete.", Says: Works, Clears: program},
		{Text: "Application startup failed", Says: Fails},
		{Text: "StatReload detected ", Says: Begins},
		{Text: "WatchFiles detected ", Says: Begins},
	},
}

// everything is what a restart of all that the server consists of clears, program what that of its program clears:
// errors of a compiler that nobody knows aren't the program's.
var (
	everything = []string{"*"}
	program    = []string{"*", "report"}
)

// Steps of a traceback.
const (
	pyFrames = iota // indented lines
	pyRaised        // after the line of the exception
	pyChain         // a sentence before another traceback
)

var (
	pyFrame = Pattern{Expr: `^\s*File "([^"]+)", line (\d+)(, in )?`}
	pyName  = Pattern{Expr: `^([A-Za-z_][\w.]*)(: (.*))?$`}
)

// beginDjango begins what manage.py prints without a traceback: errors of a command, and the findings of a check.
var beginDjango = begins(&Format{Head: []*Pattern{
	{Expr: `^(?P<message>CommandError: .+)$`},
	{Expr: `^(?P<message>\S+: \(\w+\.(?P<level>[EW])\d{3}\) .+)$`},
	{Expr: `^SystemCheckError: `}, // the findings follow
}})

// pyHead stands alone at the end of its line.
const pyHead = "Traceback (most recent call last)"

func beginPython(text, _ string) *Reading {
	if strings.HasPrefix(text, "> ") { // somebody quotes it
		return nil
	}
	if i := strings.Index(text, pyHead); i >= 0 && strings.Trim(text[i+len(pyHead):], ": ") == "" {
		pad := strings.TrimRight(text[:i], "+")
		if strings.HasSuffix(pad, "Exception Group ") {
			pad = "  "
		}
		return &Reading{pad: pad}
	}
	if r := beginDjango(text, ""); r != nil {
		return r
	}
	if !strings.HasPrefix(text, `  File "`) { // as Python prints a syntax error
		return nil
	}
	if m := pyFrame.Find(text); m != nil && m[3] == "" {
		r := &Reading{}
		r.at(m[1], m[2], "", true)
		return r
	}
	return nil
}

func nextPython(r *Reading, text string) bool {
	if r.format != nil {
		return nextOfFormat(r, text)
	}
	text = strings.TrimPrefix(text, r.pad)
	switch r.step {
	case pyRaised:
		return r.chain(text)
	case pyChain:
		if strings.HasPrefix(text, pyHead) {
			r.step, r.Ready = pyFrames, false
		}
		return r.step == pyFrames || text == ""
	}
	if text == "" || text[0] == ' ' || text[0] == '\t' || text[0] == '|' {
		if m := pyFrame.Find(text); m != nil {
			r.at(m[1], m[2], "", true)
		}
		return true
	}
	m := pyName.Find(text)
	if m == nil {
		return strings.HasPrefix(text, "[Previous line repeated") || strings.HasPrefix(text, "--- <") ||
			strings.HasPrefix(text, "    ")
	}
	r.Message, r.step, r.Ready = text, pyRaised, true
	return true
}

// pyLeads matches what stands between two tracebacks: a sentence, or the quotes that multiprocessing and billiard put
// around the traceback of another process.
var pyLeads = Pattern{Expr: `^(?:"""$|During handling of the above exception|The above exception was the direct cause)`}

// chain reports whether text leads to the next traceback of a chain.
func (r *Reading) chain(text string) bool {
	if pyLeads.Matches(text) {
		r.step = pyChain
		return true
	}
	return text == "" || text[0] == '\t' || strings.HasPrefix(text, "  ") // the rest of a message with several lines
}
