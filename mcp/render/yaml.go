package render

import (
	"bytes"
	"encoding/json"

	"github.com/goccy/go-yaml"
)

// asYAML returns JSON as YAML: it keeps the order, and quotes what is ambiguous. It does what yaml.JSONToYAML does,
// which reads the JSON as YAML and takes twice as long.
func asYAML(b []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	v, err := ordered(d)
	if err != nil {
		return nil, err
	}
	return yaml.Marshal(v)
}

// ordered reads the next value. Objects keep the order of their fields.
func ordered(d *json.Decoder) (any, error) {
	t, err := d.Token()
	switch t := t.(type) {
	case json.Number:
		return number(t), err
	case json.Delim:
		if t == '[' {
			return list(d)
		}
		return object(d)
	}
	return t, err
}

func number(n json.Number) any {
	if i, err := n.Int64(); err == nil {
		return i
	}
	f, _ := n.Float64() // it was a number
	return f
}

func list(d *json.Decoder) (any, error) {
	all := []any{}
	for d.More() {
		v, err := ordered(d)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	_, err := d.Token() // the end
	return all, err
}

func object(d *json.Decoder) (any, error) {
	fields := yaml.MapSlice{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := ordered(d)
		if err != nil {
			return nil, err
		}
		fields = append(fields, yaml.MapItem{Key: name, Value: v})
	}
	_, err := d.Token() // the end
	return fields, err
}
