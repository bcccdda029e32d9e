package render

import (
	"encoding/json"
	"reflect"
)

// Schema returns the JSON Schema of the arguments.
func (s ArgumentSet) Schema() json.RawMessage {
	properties, required := map[string]any{}, []string{}
	for _, f := range s.fields {
		properties[f.name] = f.schema()
		if f.required || f.found {
			required = append(required, f.name)
		}
	}
	schema := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	b, _ := json.Marshal(schema) // of maps, strings and numbers: cannot fail
	return b
}

// mostTold is the largest bound that the schema contains: others are hardly ever met, and what is beyond one is moved
// into it.
const mostTold = 100

func (f field) schema() map[string]any {
	s := map[string]any{}
	switch f.kind {
	case reflect.Int:
		if s["type"] = "integer"; f.most <= mostTold {
			s["maximum"] = f.most
		}
	case reflect.Bool:
		s["type"] = "boolean"
	case reflect.Slice:
		s["type"], s["items"] = "array", map[string]any{"type": "string"}
	case reflect.Map:
		s["type"], s["additionalProperties"] = "object", map[string]any{"type": "string"}
	default:
		s["type"] = "string"
	}
	if f.about != "" {
		s["description"] = f.about
	}
	if len(f.oneOf) > 0 {
		s["enum"] = f.oneOf
	}
	if !f.usual.IsZero() {
		s["default"] = f.usual.Interface()
	}
	return s
}
