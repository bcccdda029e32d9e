package mcp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
)

// args are a call's arguments after check: known names, each of its kind and within its bounds.
type args map[string]any

// check looks at given as t declares it. Its error names all that is wrong, and what there is.
func (t tool) check(given map[string]any) (args, error) {
	var wrong []string
	checked := args{}
	for name, value := range given {
		at := slices.IndexFunc(t.args, func(a arg) bool { return a.name == name })
		if at < 0 {
			wrong = append(wrong, fmt.Sprintf("there is no argument %q", tidy(name, 40)))
			continue
		}
		if value == nil { // some clients send null for what they leave out
			continue
		}
		v, problem := t.args[at].check(value)
		if problem != "" {
			wrong = append(wrong, name+" "+problem)
			continue
		}
		checked[name] = v
	}
	for _, a := range t.args {
		if _, ok := checked[a.name]; a.required && !ok && given[a.name] == nil {
			wrong = append(wrong, a.name+" is missing")
		}
	}
	if len(wrong) == 0 {
		return checked, nil
	}
	slices.Sort(wrong)
	return nil, &app.Error{Code: app.CodeInvalid, Detail: strings.Join(wrong, "; "), Hint: t.name + " takes " + t.usage()}
}

// usage lists the arguments: name, name? when it may be left out.
func (t tool) usage() string {
	if len(t.args) == 0 {
		return "no arguments"
	}
	var names []string
	for _, a := range t.args {
		name := a.name
		if !a.required {
			name += "?"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// check gives the value as its kind has it, or says what it has to be.
func (a arg) check(value any) (v any, problem string) {
	switch a.kind {
	case kindInteger:
		return a.checkInteger(value)
	case kindBool:
		if b, ok := value.(bool); ok {
			return b, ""
		}
		return nil, "has to be true or false"
	case kindNames:
		return checkNames(value)
	case kindValues:
		return checkValues(value)
	}
	if n, ok := value.(float64); ok { // models write a port or a pattern as a number
		value = strconv.FormatFloat(n, 'f', -1, 64)
	}
	s, ok := value.(string)
	switch {
	case !ok:
		return nil, "has to be a string"
	case len(s) > 4096:
		return nil, "is longer than 4096 bytes"
	case a.oneOf != nil && !slices.Contains(a.oneOf, s):
		return nil, "has to be one of " + strings.Join(a.oneOf, ", ")
	case a.required && strings.TrimSpace(s) == "":
		return nil, "is empty"
	}
	return s, ""
}

func (a arg) checkInteger(value any) (v any, problem string) {
	n, ok := value.(float64)
	if !ok || n != math.Trunc(n) {
		return nil, "has to be a whole number"
	}
	if n < float64(a.least) || n > float64(a.most) {
		return nil, fmt.Sprintf("has to be between %d and %d", a.least, a.most)
	}
	return int(n), ""
}

func checkNames(value any) (v any, problem string) {
	list, ok := value.([]any)
	names := make([]string, 0, len(list))
	for _, item := range list {
		s, isString := item.(string)
		ok = ok && isString
		names = append(names, s)
	}
	if !ok || len(names) > 100 {
		return nil, "has to be a list of at most 100 strings"
	}
	return names, ""
}

func checkValues(value any) (v any, problem string) {
	object, ok := value.(map[string]any)
	values := make(map[string]string, len(object))
	for name, item := range object {
		s, isString := item.(string)
		ok = ok && isString
		values[name] = s
	}
	if !ok || len(values) > 100 {
		return nil, "has to be an object whose values are strings, at most 100"
	}
	return values, ""
}

func (a args) text(name string) string { s, _ := a[name].(string); return s }

func (a args) flag(name string) bool { b, _ := a[name].(bool); return b }

func (a args) names(name string) []string { l, _ := a[name].([]string); return l }

func (a args) values(name string) map[string]string { m, _ := a[name].(map[string]string); return m }

// number is the argument, or usual when it was left out.
func (a args) number(name string, usual int) int {
	if n, ok := a[name].(int); ok {
		return n
	}
	return usual
}
