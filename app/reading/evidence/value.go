package evidence

import (
	"encoding/json"
	"strings"

	"devservers/app/base/words"
)

// value is a value of JavaScript.
type value struct {
	Type, ClassName, Description string
	Value                        json.RawMessage
	Unserializable               string `json:"unserializableValue"`
}

// text returns the value as a console shows it.
func (v value) text() string {
	var s string
	switch {
	case v.Type == "string" && json.Unmarshal(v.Value, &s) == nil:
		return s
	case v.Description != "":
		return v.Description
	case len(v.Value) > 0:
		return string(v.Value)
	case v.Unserializable != "":
		return v.Unserializable
	}
	return v.Type
}

// format joins what was passed to the console. %s and its like in the first argument take one of the others each.
func format(args []value) string {
	if len(args) == 0 {
		return ""
	}
	var text strings.Builder
	first, rest := args[0].text(), args[1:]
	for i := 0; i < len(first); i++ {
		if first[i] != '%' || i+1 == len(first) {
			text.WriteByte(first[i])
			continue
		}
		i++
		switch c := first[i]; {
		case strings.IndexByte("sdifoOc", c) < 0 || len(rest) == 0:
			text.WriteString(first[i-1 : i+1])
		case c == 'c': // a style
			rest = rest[1:]
		default:
			text.WriteString(rest[0].text())
			rest = rest[1:]
		}
	}
	for _, v := range rest {
		text.WriteString(" " + v.text())
	}
	return text.String()
}

// oneLine returns the first line of an error, which may have a stack below it.
func oneLine(text string) string {
	return words.Clip(words.Clean(words.FirstLine(strings.TrimSpace(text)), 2*mostText), mostText)
}
