package finders

import (
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// quotedValue matches what a message quotes.
var quotedValue = words.Lazy("\"((?:[^\"\\\\]|\\\\.){3,200})\"|'((?:[^'\\\\]|\\\\.){3,200})'|`" +
	"([^`]{3,200})`|(?:^|\\s)/((?:[^/\\s]|\\\\/){3,200})/")

// value looks for a value that a program does not accept: one that only one variable of the project has, or only one
// line of its sources.
func value(s *Scene, p Pointer) *app.Claim {
	spot, placed := s.SpotAt(p.At)
	var quoted []app.Printed
	if w := p.Words["value"]; !w.Empty() {
		quoted = append(quoted, w)
	}
	for _, l := range s.Around(p.At, headLines) {
		quoted = append(quoted, l.Text.All(quotedValue(), 6)...)
	}
	for _, w := range quoted {
		if c := valueOf(s, w, spot, placed); c != nil {
			return c
		}
	}
	return nil
}

// valueOf claims that a variable or a line of the sources has a value that a program has quoted.
func valueOf(s *Scene, w app.Printed, spot Spot, placed bool) *app.Claim {
	var names []string
	for name, value := range s.Env {
		if w.Is(value) && !strings.HasSuffix(name, "_ENV") && s.IsGiven(name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		at, _ := s.Gives(names[0])
		return wrongValue(s, names[0], at)
	}
	at, ok := s.OnlyLine(w)
	if !ok || !sources.IsSource(at.File) || placed && (at.File != spot.File || at.Line != spot.Line) || says(at.Text) {
		return nil
	}
	where := s.Line(at)
	c := app.About(app.FindingCode, where, "a value in %s is not valid")
	c.ReadIn(where, "%s is the only line that has it")
	return c.Correct("correct %s", where)
}

// says reports whether a line of the sources raises or prints a message: what it has is the text of that message, and
// the value is somewhere else.
func says(line string) bool { return text.Throws().MatchString(line) || prints().MatchString(line) }

var prints = words.Lazy(`(?i)(?:^|[^\w])(?:e?print\w*!?|console\.\w+|echo|puts|warn\w*|fatal\w*|errorf?|` +
	`log\w*|write\w*|abort)[\s(]`)

func wrongValue(s *Scene, name string, at code.SourceLine) *app.Claim {
	where := s.Line(at)
	c := app.About(app.FindingEnv, app.Known(name), "the environment variable %s is not accepted")
	c.ReadIn(where, "%s gives it its value").See("environment",
		"a start now gives it a value of %s characters", app.Number(len(s.Env[name])))
	return c.Correct("correct %s in %s", app.Known(name), where)
}

// common are words that messages quote and that say nothing about a project.
var common = []string{
	"int", "str", "float", "bool", "list", "dict", "tuple", "bytes", "set", "nil", "None", "NoneType", "end", "self",
	"this",
	"string", "String", "Integer", "number", "object", "function", "boolean", "undefined", "null", "true", "false",
	"error",
	"message", "default", "index", "module", "modules", "main", "value", "name", "type", "http", "https", "localhost",
	"production", "development", "code", "argument", "key", "url", "path", "file", "config", "server", "app", "import",
	"from",
	"get", "GET", "POST", "data", "node", "python", "length", "map", "test", "user", "run", "start", "require",
}
