package render

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// The bounds of one argument.
const (
	longest  = 4096 // bytes of a string
	mostKept = 100  // strings of a list or an object
)

// read returns the value of an argument, or what is wrong with it; note describes how a value was understood that isn't
// as declared. Some clients send null for what they leave out.
func (f field) read(value any) (v reflect.Value, note, problem string) {
	if value == nil {
		if f.required {
			return v, "", "is missing"
		}
		return f.usual, "", ""
	}
	var read any
	switch f.kind {
	case reflect.Int:
		read, note, problem = f.integer(value)
	case reflect.Bool:
		read, problem = boolean(value)
	case reflect.Slice:
		read, problem = listArgument(value)
	case reflect.Map:
		read, problem = objectArgument(value)
	default:
		read, problem = f.text(value)
	}
	return reflect.ValueOf(read), note, problem
}

// plain returns a value as models may write a string: a port or a pattern as a number, a flag as a boolean.
func plain(value any) (s string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

func (f field) text(value any) (s, problem string) {
	if list, _ := value.([]any); len(list) == 1 {
		value = list[0]
	}
	s, ok := plain(value)
	switch {
	case !ok:
		return "", "must be a string"
	case len(s) > longest:
		return "", fmt.Sprintf("is longer than %d bytes", longest)
	case len(f.oneOf) > 0:
		return f.choice(s)
	case f.required && strings.TrimSpace(s) == "":
		return "", "is empty"
	}
	return s, ""
}

// choice returns the only value that s means: "Warning" means warn.
func (f field) choice(s string) (value, problem string) {
	given := strings.ToLower(strings.TrimSpace(s))
	var meant []string
	for _, one := range f.oneOf {
		if given == one {
			return one, ""
		}
		if len(given) > 2 && (strings.HasPrefix(given, one) || strings.HasPrefix(one, given)) {
			meant = append(meant, one)
		}
	}
	if len(meant) == 1 {
		return meant[0], ""
	}
	return "", "must be " + words.Or(f.oneOf)
}

// integer accepts a number also as a string, with or without the unit of its name, and moves it into its bounds.
func (f field) integer(value any) (n int, note, problem string) {
	v, ok := value.(float64)
	if s, isString := value.(string); isString {
		var err error
		v, err = strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "s"), 64)
		ok = err == nil
	}
	if !ok || v != math.Trunc(v) {
		return 0, "", "must be a whole number"
	}
	n = int(min(max(v, float64(f.least)), float64(f.most)))
	if float64(n) != v {
		note = fmt.Sprintf("%s must be between %d and %d: %d is used", f.name, f.least, f.most, n)
	}
	return n, note, ""
}

func boolean(value any) (b bool, problem string) {
	switch s, _ := plain(value); strings.ToLower(s) {
	case "true", "yes", "1":
		return true, ""
	case "false", "no", "0":
		return false, ""
	}
	return false, "must be true or false"
}

// listArgument accepts a string of words for a list. What is quoted in it stays as it is: then it is a list of one.
func listArgument(value any) (items []string, problem string) {
	given, ok := value.([]any)
	if s, isPlain := plain(value); isPlain && strings.ContainsAny(s, `'"\`) {
		given, ok = []any{s}, true
	} else if isPlain {
		ok = true
		for word := range strings.FieldsSeq(s) {
			given = append(given, word)
		}
	}
	for _, item := range given {
		s, isPlain := plain(item)
		ok = ok && isPlain
		items = append(items, s)
	}
	if !ok || len(items) > mostKept {
		return nil, fmt.Sprintf("must be a list of at most %d strings", mostKept)
	}
	return items, ""
}

// objectArgument accepts a list of NAME=value for an object.
func objectArgument(value any) (values map[string]string, problem string) {
	given, ok := value.(map[string]any)
	if pairs, isList := value.([]any); isList {
		given, ok = pairsOf(pairs)
	}
	values = make(map[string]string, len(given))
	for name, item := range given {
		s, isPlain := plain(item)
		ok = ok && isPlain
		values[name] = s
	}
	if !ok || len(values) > mostKept {
		return nil, fmt.Sprintf("must be an object of at most %d strings", mostKept)
	}
	return values, ""
}

func pairsOf(list []any) (values map[string]any, ok bool) {
	values = map[string]any{}
	for _, item := range list {
		s, _ := item.(string)
		name, value, found := strings.Cut(s, "=")
		if !found || name == "" {
			return nil, false
		}
		values[name] = value
	}
	return values, len(list) > 0
}
