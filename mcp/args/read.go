package args

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"devservers/app/words"
)

// The bounds of one argument.
const (
	longest  = 4096 // bytes of a string
	mostKept = 100  // strings of a list or an object
)

// read returns the value of an argument, or what is wrong with it. Some clients send null for what they leave out.
func (f field) read(value any) (v reflect.Value, problem string) {
	if value == nil {
		if f.required {
			return v, "is missing"
		}
		return f.usual, ""
	}
	var read any
	switch f.kind {
	case reflect.Int:
		read, problem = f.integer(value)
	case reflect.Bool:
		read, problem = boolean(value)
	case reflect.Slice:
		read, problem = list(value)
	case reflect.Map:
		read, problem = object(value)
	default:
		read, problem = f.text(value)
	}
	return reflect.ValueOf(read), problem
}

func (f field) text(value any) (s, problem string) {
	if n, ok := value.(float64); ok { // models write a port or a pattern as a number
		value = strconv.FormatFloat(n, 'f', -1, 64)
	}
	s, ok := value.(string)
	switch {
	case !ok:
		return "", "must be a string"
	case len(s) > longest:
		return "", fmt.Sprintf("is longer than %d bytes", longest)
	case len(f.oneOf) > 0 && !slices.Contains(f.oneOf, s):
		return "", "must be " + words.Or(f.oneOf)
	case f.required && strings.TrimSpace(s) == "":
		return "", "is empty"
	}
	return s, ""
}

func (f field) integer(value any) (n int, problem string) {
	v, ok := value.(float64)
	if !ok || v != math.Trunc(v) {
		return 0, "must be a whole number"
	}
	if v < float64(f.least) || v > float64(f.most) {
		return 0, fmt.Sprintf("must be between %d and %d", f.least, f.most)
	}
	return int(v), ""
}

func boolean(value any) (b bool, problem string) {
	b, ok := value.(bool)
	if !ok {
		return false, "must be true or false"
	}
	return b, ""
}

func list(value any) (items []string, problem string) {
	given, ok := value.([]any)
	for _, item := range given {
		s, isString := item.(string)
		ok = ok && isString
		items = append(items, s)
	}
	if !ok || len(items) > mostKept {
		return nil, fmt.Sprintf("must be a list of at most %d strings", mostKept)
	}
	return items, ""
}

func object(value any) (values map[string]string, problem string) {
	given, ok := value.(map[string]any)
	values = make(map[string]string, len(given))
	for name, item := range given {
		s, isString := item.(string)
		ok = ok && isString
		values[name] = s
	}
	if !ok || len(values) > mostKept {
		return nil, fmt.Sprintf("must be an object of at most %d strings", mostKept)
	}
	return values, ""
}
