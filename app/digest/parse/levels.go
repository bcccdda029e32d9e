package parse

import (
	"cmp"
	"slices"
	"strings"

	"devservers/app/transcript/text"
)

// Levels parses lines that name their own level, of any program: JSON, logfmt, ERROR and WARN.
var Levels = Parser{
	Kind: "log",
	Cues: []string{"rror", "ehler", "EHLER", "rreur", "ERR", "arn", "WARN", "atal", "FATAL", "rit", "CRIT", "PANIC",
		"panic", `":50`, `":60`, `":40`, `": 50`, `": 60`, `": 40`, "evere", "SEVERE", "chwerwieg", "CHWERWIEG",
		"GRAVE", "AVERT", "ADVERT", "Erro:", "Fout:", "Błąd:", "xception",
		"emerg", "EMERG", "alert", "ALERT", "Uncaught", "Unhandled", "Segmentation", "❌ ", "FAIL", "WRN", "FTL", "Failed ",
		": *** ", "{ code: ", "{ errno: ", "{ message: ", "{ error: ", " failed, ", "while executing", "race:",
		"annot ", "an't ", "ould not ", "ouldn't ", "nable to ", "ailed to "},
}

// Reports are errors in source files, as compilers and linters report them, of any tool.
var Reports = Parser{Kind: "report", Placed: true}

// times are patterns of a time at the beginning of a line.
var times = []*Pattern{
	{Expr: `^\[?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z| ?[+-]\d\d:?\d\d| UTC| GMT)?\]?[ \t]+(\S.*)$`},
	{Expr: `^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[ \t]+(\S.*)$`},
	{Expr: `^\[?\d{1,2}:\d\d(?::\d\d)? ?[AP]M\]?[ \t]+(\S.*)$`},
	{Expr: `^\d{10}(?:\.\d+)?:[ \t]+(\S.*)$`},
	{Expr: `^\d\d \d\d \d{4} \d\d:\d\d:\d\d[.,]\d+:(\S.*)$`},
	{Expr: `^\[?(?:[A-Z][a-z]{2},? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d+ \d\d:\d\d:\d\d(?:\.\d+)?(?: \d{4})?\]?[ \t]+(\S.*)$`},
	{Expr: `^\[Nest\] \d+ +- [\d/]+, [\d:]+ [AP]M[ \t]+(\S.*)$`},
}

// CutTime returns what follows the time with which a line begins.
func CutTime(line string) (after string, ok bool) {
	if line == "" || line[0] != '[' && line[0] > '9' && (line[0] < 'A' || line[0] > 'W') {
		return line, false
	}
	for _, p := range times {
		if m := p.Find(line); m != nil {
			return m[1], true
		}
	}
	return line, false
}

// Harmless are warnings that a tool prints at each start, even if all is well.
var Harmless = []string{"This is a development server", "ExperimentalWarning", "DeprecationWarning",
	"to show where the warning was created", "punycode",
	"npm warn", "npm WARN", "npm notice", "superuser privileges", "deprecated"}

// Structured reads message and place from a line of JSON or logfmt.
func (r *Reading) Structured(line string) {
	record, ok := text.ParseFields(line)
	if !ok {
		return
	}
	field := func(names ...string) string {
		for _, f := range record.Fields {
			if slices.Contains(names, f.Key) && f.Value != "" {
				return f.Value
			}
		}
		return ""
	}
	message := cmp.Or(record.Message, field("MessageTemplate"))
	cause, _, _ := strings.Cut(field("err", "error", "exception", "err.message", "error.message"), "\n")
	if message != "" && cause != "" && !strings.Contains(message, cause) {
		message += ": " + cause
	}
	r.Message = cmp.Or(message, cause, r.Message)
	for _, f := range record.Fields {
		if isTrace.Matches(f.Key) {
			r.stack(f.Value)
		}
	}
	r.caller(field("caller", "source", "location", "@caller"))
}

// isTrace matches the name of a field with a stack trace.
var isTrace = Pattern{Expr: `(?i)(?:stack|trace)|(?:^|\.)exc`}

// stack reads the place from a trace: the first one that is Ours, in Python the last.
func (r *Reading) stack(trace string) {
	python := strings.Contains(trace, "Traceback (most recent")
	for line := range strings.Lines(trace) {
		line = strings.TrimRight(line, "\n")
		if m := pyFrame.Find(line); m != nil && python {
			r.at(m[1], m[2], "", true)
		} else if m := goFrame.Find(line); m != nil {
			r.at(m[1], m[2], "", false)
		} else {
			r.frame(line)
		}
	}
}

// caller reads a place as loggers write it: file:line.
func (r *Reading) caller(s string) {
	if i := strings.LastIndexByte(s, ':'); i > 0 && Number(s[i+1:]) > 0 && r.Line == 0 {
		r.File, r.Line = s[:i], Number(s[i+1:])
	}
}
