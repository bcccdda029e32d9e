package digest

import (
	"encoding/json"
	"strconv"
	"strings"
)

// levels parses lines that name their own level, of any program: JSON, logfmt, ERROR and WARN.
var levels = Parser{
	Kind: "log",
	Cues: []string{"rror", "ERR", "arn", "WARN", "atal", "FATAL", "rit", "CRIT", "PANIC", "panic", `":50`, `":60`, `":40`, `": 50`, `": 60`, `": 40`, "evere", "SEVERE", "xception",
		"emerg", "EMERG", "alert", "ALERT", "Uncaught", "Unhandled", "Segmentation", "❌ "},
}

// reports are errors in source files, as compilers and linters report them, of any tool.
var reports = Parser{Kind: "report", Placed: true}

// levelTime matches a time at the beginning of a line.
var levelTime = pattern{expr: `^(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z| ?[+-]\d\d:?\d\d)?\]?|\d\d:\d\d:\d\d|\d{10}(?:\.\d+)?:|\[Nest\] \d+ +- [\d/]+, [\d:]+ [AP]M) +(\S.*)$`}

// harmless are warnings that a tool prints at each start, even if all is well.
var harmless = []string{"This is a development server", "ExperimentalWarning", "DeprecationWarning", "to show where the warning was created", "punycode",
	"npm warn", "npm WARN", "npm notice", "superuser privileges", "deprecated"}

// structured reads message and place from a line of JSON or logfmt.
func (r *Reading) structured(text string) {
	field := logfmt(text)
	if strings.HasPrefix(text, "{") {
		var all map[string]any
		if json.Unmarshal([]byte(text), &all) != nil {
			return
		}
		field = func(name string) string { return textOf(all[name]) }
		r.stackOf(all["err"])
	}
	message := firstOf(field, "msg", "message", "event")
	cause := firstOf(field, "err", "error", "exception")
	if message != "" && cause != "" && !strings.Contains(message, cause) {
		message += ": " + cause
	}
	if message == "" {
		message = cause
	}
	if message != "" {
		r.Message = message
	}
	r.caller(firstOf(field, "caller", "source", "location"))
}

// stackOf reads the place from the stack of an error as pino writes it.
func (r *Reading) stackOf(v any) {
	fields, _ := v.(map[string]any)
	stack, _ := fields["stack"].(string)
	for line := range strings.Lines(stack) {
		r.frame(strings.TrimRight(line, "\n"))
	}
}

// caller reads a place as loggers write it: file:line.
func (r *Reading) caller(s string) {
	if i := strings.LastIndexByte(s, ':'); i > 0 && number(s[i+1:]) > 0 {
		r.File, r.Line = s[:i], number(s[i+1:])
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
