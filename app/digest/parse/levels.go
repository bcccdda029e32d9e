package parse

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Levels parses lines that name their own level, of any program: JSON, logfmt, ERROR and WARN.
var Levels = Parser{
	Kind: "log",
	Cues: []string{"rror", "ERR", "arn", "WARN", "atal", "FATAL", "rit", "CRIT", "PANIC", "panic", `":50`, `":60`, `":40`, `": 50`, `": 60`, `": 40`, "evere", "SEVERE", "xception",
		"emerg", "EMERG", "alert", "ALERT", "Uncaught", "Unhandled", "Segmentation", "❌ ", "FAIL", "Failed ", ": *** ",
		"annot ", "an't ", "ould not ", "ouldn't ", "nable to ", "ailed to ", "Issue", "Problem", "Violation", "Defect", "Vulnerability", "Bug", "Finding", "Rule"},
}

// Reports are errors in source files, as compilers and linters report them, of any tool.
var Reports = Parser{Kind: "report", Placed: true}

// LevelTime matches a time at the beginning of a line.
var LevelTime = Pattern{Expr: `^(?:\[?\d{4}[-/.]\d\d[-/.]\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z| ?[+-]\d\d:?\d\d| UTC| GMT)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?|\[?\d{1,2}:\d\d(?::\d\d)? ?[AP]M\]?|\d{10}(?:\.\d+)?:` +
	`|\[?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d+ \d\d:\d\d:\d\d(?:\.\d+)?(?: \d{4})?\]?|\[Nest\] \d+ +- [\d/]+, [\d:]+ [AP]M)[ \t]+(\S.*)$`}

// levelMid matches the fields before a level in the middle of a line.
var levelMid = Pattern{Expr: `^((?:[-|\[\]():.\w/,#@*]+\s+){1,4}?)((?:\w+\.)?(?:ERROR|ERRO|ERR|CRITICAL|FATAL|WARNING|WARN|WRN|SEVERE|EMERG|ALERT)\b.*|\[?(?:error|warn|warning|fatal|critical)\]?:.*)$`}

// plainWord matches a word of a sentence.
var plainWord = Pattern{Expr: `^[a-z]+$`}

// FromLevel returns the part of a logged line from its level on, if only fields precede that.
func FromLevel(line string) string {
	m := levelMid.Find(line)
	if m == nil {
		return line
	}
	plain := 0
	for _, word := range strings.Fields(m[1]) {
		if plainWord.Find(word) != nil {
			plain++
		}
	}
	if plain > 1 {
		return line
	}
	return m[2]
}

// Harmless are warnings that a tool prints at each start, even if all is well.
var Harmless = []string{"This is a development server", "ExperimentalWarning", "DeprecationWarning", "to show where the warning was created", "punycode",
	"npm warn", "npm WARN", "npm notice", "superuser privileges", "deprecated"}

// Structured reads message and place from a line of JSON or logfmt.
func (r *Reading) Structured(text string) {
	field := logfmt(text)
	if strings.HasPrefix(text, "{") {
		var all map[string]any
		if json.Unmarshal([]byte(text), &all) != nil {
			return
		}
		field = func(name string) string { return textOf(all[name]) }
		r.stacks(all, 0)
	}
	message := firstOf(field, "msg", "message", "event", "@message", "@m", "MessageTemplate", "@mt")
	cause := firstOf(field, "err", "error", "exception")
	if cause, _, _ = strings.Cut(cause, "\n"); message != "" && cause != "" && !strings.Contains(message, cause) {
		message += ": " + cause
	}
	if message == "" && !isText(text) {
		message = cause
	}
	if message != "" {
		r.Message = message
	}
	if file := firstOf(field, "file", "filename"); LooksLikeFile(file) {
		r.File = file
		return
	}
	r.caller(firstOf(field, "caller", "source", "location", "@caller"))
}

// isText reports whether a line of logfmt begins with words, which are its message: "ERRO[0000] no mail  error=x".
func isText(text string) bool {
	before, _, ok := strings.Cut(text, "=")
	return text[0] != '{' && ok && len(strings.Fields(before)) > 2
}

// stacks reads the place from stack traces among the fields of a record.
func (r *Reading) stacks(fields map[string]any, depth int) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[name].(type) {
		case map[string]any:
			if depth < 3 {
				r.stacks(v, depth+1)
			}
		case string:
			if n := strings.ToLower(name); strings.Contains(n, "stack") || strings.Contains(n, "trace") || strings.HasPrefix(n, "exc") {
				r.stack(v)
			}
		}
	}
}

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

func firstOf(field func(string) string, names ...string) string {
	for _, name := range names {
		if v := field(name); v != "" {
			return v
		}
	}
	return ""
}

// textOf returns a JSON value as text; of an object its message (pino's err) or place (slog's source).
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		if m, ok := v["message"].(string); ok {
			return m
		}
		file, _ := v["file"].(string)
		line, _ := v["line"].(float64)
		if file != "" {
			return file + ":" + strconv.Itoa(int(line))
		}
	}
	return ""
}

// logfmt returns a function that finds name=value and name="a value" in a line.
func logfmt(text string) func(string) string {
	return func(name string) string {
		_, v, ok := strings.Cut(" "+text, " "+name+"=")
		if !ok {
			return ""
		}
		if !strings.HasPrefix(v, `"`) {
			v, _, _ = strings.Cut(v, " ")
			return v
		}
		for i := 1; i < len(v); i++ {
			if v[i] == '"' && v[i-1] != '\\' {
				return strings.ReplaceAll(v[1:i], `\"`, `"`)
			}
		}
		return v[1:]
	}
}
