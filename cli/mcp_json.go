package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/tailscale/hujson"
)

// byteOrderMark begins files of some editors.
var byteOrderMark = []byte("\ufeff")

// putJSON makes section.name of a JSON file, which may have comments and trailing commas, the entry. All bytes outside
// of it stay.
func putJSON(file []byte, section, name string, entry []pair) ([]byte, error) {
	mark := []byte{}
	if text, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		mark, file = byteOrderMark, text
	}
	text := file
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{\n}\n")
	}
	root, err := hujson.Parse(bytes.Clone(text))
	if err != nil {
		return nil, fmt.Errorf("it is no JSON: %w", err)
	}
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, errors.New("it is no JSON object")
	}
	step := indentOf(top)
	servers, err := objectAt(top, section, step)
	if err != nil {
		return nil, err
	}
	if old := find(servers, name); old == nil || !sameValue(*old, entry) {
		set(servers, name, value(entry, step, 2), step, 2)
	}
	after := root.Pack()
	return append(mark, after...), onlyChanged(text, after, section, name)
}

// indentOf is what one level of the file is indented by; "" = all stands in one line.
func indentOf(top *hujson.Object) string {
	if len(top.Members) == 0 {
		return "  "
	}
	space := string(top.Members[0].Name.BeforeExtra)
	at := strings.LastIndexByte(space, '\n')
	if at < 0 {
		return ""
	}
	return space[at+1:]
}

// find is the value of the last member of this name: the one that counts when there are several.
func find(o *hujson.Object, name string) (v *hujson.Value) {
	for i := range o.Members {
		if key, ok := o.Members[i].Name.Value.(hujson.Literal); ok && key.String() == name {
			v = &o.Members[i].Value
		}
	}
	return v
}

// objectAt is the object of this name, made if it is missing.
func objectAt(top *hujson.Object, name, step string) (*hujson.Object, error) {
	if v := find(top, name); v != nil {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, fmt.Errorf("%q is no object in it", name)
		}
		return o, nil
	}
	o := &hujson.Object{}
	if step != "" {
		o.AfterExtra = hujson.Extra("\n" + step)
	}
	set(top, name, hujson.Value{BeforeExtra: hujson.Extra(" "), Value: o}, step, 1)
	return o, nil
}

// set replaces a member, or adds it as the last one, indented by depth levels. A comment at the end of the object stays
// with the member that it follows.
func set(o *hujson.Object, name string, v hujson.Value, step string, depth int) {
	if old := find(o, name); old != nil {
		old.Value = v.Value
		return
	}
	m := hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(name)}, Value: v}
	tail, indent := string(o.AfterExtra), "\n"+strings.Repeat(step, depth)
	at := strings.LastIndexByte(tail, '\n')
	switch {
	case step != "" && at >= 0:
		m.Name.BeforeExtra, o.AfterExtra = hujson.Extra(tail[:at]+indent), hujson.Extra(tail[at:])
	case step != "":
		m.Name.BeforeExtra, o.AfterExtra = hujson.Extra(tail+indent), hujson.Extra("\n"+strings.Repeat(step, depth-1))
	case len(o.Members) > 0:
		m.Name.BeforeExtra = hujson.Extra(" ")
	}
	if n := len(o.Members); n > 0 && o.Members[n-1].Value.AfterExtra != nil {
		m.Value.AfterExtra = hujson.Extra("") // the comma after the last one stays
	}
	o.Members = append(o.Members, m)
}

// value writes the entry as it will stand depth levels deep.
func value(entry []pair, step string, depth int) hujson.Value {
	o := &hujson.Object{}
	for _, m := range entry {
		if deeper, ok := m.value.([]pair); ok {
			set(o, m.key, value(deeper, step, depth+1), step, depth+1)
			continue
		}
		text, _ := json.Marshal(m.value) // strings: never fails
		v, _ := hujson.Parse(bytes.ReplaceAll(text, []byte(`","`), []byte(`", "`)))
		v.BeforeExtra = hujson.Extra(" ")
		set(o, m.key, v, step, depth+1)
	}
	return hujson.Value{BeforeExtra: hujson.Extra(" "), Value: o}
}

// sameValue tells whether what stands there says the same as the entry.
func sameValue(old hujson.Value, entry []pair) bool {
	var got any
	text := old.Clone()
	text.Standardize()
	return json.Unmarshal(text.Pack(), &got) == nil && reflect.DeepEqual(got, plainValue(entry))
}

// onlyChanged makes sure that the two texts differ in section.name alone.
func onlyChanged(before, after []byte, section, name string) error {
	one, err := withoutEntry(before, section, name)
	if err != nil {
		return err
	}
	two, err := withoutEntry(after, section, name)
	if err != nil || !reflect.DeepEqual(one, two) {
		return errors.Join(err, errors.New("the change would touch more than it should"))
	}
	return nil
}

func withoutEntry(text []byte, section, name string) (map[string]any, error) {
	standard, err := hujson.Standardize(bytes.Clone(text))
	if err != nil {
		return nil, err
	}
	all := map[string]any{}
	if err := json.Unmarshal(standard, &all); err != nil {
		return nil, err
	}
	return drop(all, section, name), nil
}

// drop leaves section.name out of all, and a section that has nothing else.
func drop(all map[string]any, section, name string) map[string]any {
	if servers, ok := all[section].(map[string]any); ok {
		if delete(servers, name); len(servers) == 0 {
			delete(all, section)
		}
	}
	return all
}
