package render

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// ArgumentSet is the arguments of one tool.
type ArgumentSet struct{ fields []field }

type field struct {
	name, about string
	also        []string // other names that models give it
	required    bool
	found       bool // the schema requires it, but the server can be found without it
	oneOf       []string
	least, most int           // of an int
	usual       reflect.Value // if it is left out
	kind        reflect.Kind
	index       []int // in the struct
}

// ArgumentsOf returns the arguments that the fields of A declare. It panics if a field is none.
func ArgumentsOf[A any]() ArgumentSet { return ArgumentSet{fieldsOf(reflect.TypeFor[A](), nil)} }

func fieldsOf(t reflect.Type, above []int) (fields []field) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(above), i)
		if f.Anonymous {
			fields = append(fields, fieldsOf(f.Type, at)...)
		} else {
			fields = append(fields, fieldOf(f, at))
		}
	}
	return fields
}

func fieldOf(f reflect.StructField, at []int) field {
	name, required, _ := strings.Cut(f.Tag.Get("arg"), ",")
	a := field{
		name: name, also: strings.Fields(f.Tag.Get("also")), required: required == "required", found: required == "found",
		about: f.Tag.Get("about"), kind: f.Type.Kind(),
		index: at,
		oneOf: strings.Fields(f.Tag.Get("oneof")), usual: reflect.Zero(f.Type),
	}
	kinds := []reflect.Kind{reflect.String, reflect.Int, reflect.Bool, reflect.Slice, reflect.Map}
	if name == "" || !slices.Contains(kinds, a.kind) || a.kind == reflect.Int && f.Tag.Get("max") == "" {
		panic(fmt.Sprintf("%s cannot be an argument", f.Name))
	}
	a.least, a.most = numberArgument(f.Tag.Get("min")), numberArgument(f.Tag.Get("max"))
	if usual := f.Tag.Get("usual"); a.kind == reflect.Int {
		a.usual = reflect.ValueOf(numberArgument(usual))
	} else if usual != "" {
		a.usual = reflect.ValueOf(usual).Convert(f.Type)
	}
	return a
}

func numberArgument(tag string) int {
	if tag == "" {
		return 0
	}
	n, err := strconv.Atoi(tag)
	if err != nil {
		panic(err)
	}
	return n
}

// Usage lists the arguments, the ones that may be left out with a question mark.
func (s ArgumentSet) Usage() string {
	if len(s.fields) == 0 {
		return "no arguments"
	}
	var names []string
	for _, f := range s.fields {
		name := f.name
		if !f.required && !f.found {
			name += "?"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// Read reads what a client has given into the struct for which s was made, to which a points. It reads leniently what
// is clear; notes state which values were moved into their bounds. Its error names everything that is wrong.
func (s ArgumentSet) Read(given, a any) (notes []string, err error) {
	values, ok := given.(map[string]any)
	if given != nil && !ok {
		return nil, app.Failf(app.CodeInvalid, "", "the arguments must be an object")
	}
	wrong := s.unknown(values)
	into := reflect.ValueOf(a).Elem()
	for _, f := range s.fields {
		value := values[f.name]
		for _, also := range f.also {
			if value == nil {
				value = values[also]
			}
		}
		v, note, problem := f.read(value)
		if note != "" {
			notes = append(notes, note)
		}
		if problem != "" {
			wrong = append(wrong, f.name+" "+problem)
			continue
		}
		target := into.FieldByIndex(f.index)
		target.Set(v.Convert(target.Type()))
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		if more := len(wrong) - mostShown; more > 0 {
			wrong = append(wrong[:mostShown], "and "+words.Count(more, "other problem"))
		}
		return nil, app.Failf(app.CodeInvalid, "", "%s", strings.Join(wrong, "; "))
	}
	return notes, nil
}

// mostShown is how many problems an error names: what a client sends is never echoed whole.
const mostShown = 8

func (s ArgumentSet) unknown(values map[string]any) (wrong []string) {
	for name := range values {
		if !slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name || slices.Contains(f.also, name) }) {
			wrong = append(wrong, "there is no argument "+words.Quote(words.Clip(name, 60)))
		}
	}
	return wrong
}
