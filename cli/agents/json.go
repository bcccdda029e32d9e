package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// byteOrderMark is written by some editors at the start of a file.
var byteOrderMark = []byte("\ufeff")

// putJSON sets section.name of a JSON file, which may have comments and trailing commas, to the entry. All other bytes
// stay.
func putJSON(file []byte, section, name string, entry []Pair) ([]byte, error) {
	return putJSONIn(file, []string{section}, name, entry)
}

// putJSONIn is putJSON for an object inside of others.
func putJSONIn(file []byte, path []string, name string, entry []Pair) ([]byte, error) {
	mark := []byte{}
	if text, ok := bytes.CutPrefix(file, byteOrderMark); ok {
		mark, file = byteOrderMark, text
	}
	text := file
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{\n}\n")
	}
	root, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, errors.New("it is not a JSON object")
	}
	step := indentOf(top)
	servers := top
	for depth, section := range path {
		if servers, err = objectAt(servers, section, step, depth+1); err != nil {
			return nil, err
		}
	}
	putMember(servers, name, entry, step, len(path)+1)
	after := root.Pack()
	return append(mark, after...), onlyChanged(text, after, path, name)
}

// parseJSON reads JSON that may have comments and trailing commas. The parser's name says nothing to people.
func parseJSON(text []byte) (hujson.Value, error) {
	root, err := hujson.Parse(bytes.Clone(text))
	if err != nil {
		return root, fmt.Errorf("it is not JSON: %s", strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return root, nil
}

func hasObject(file []byte, section, name string) bool {
	root, err := hujson.Parse(bytes.Clone(bytes.TrimPrefix(file, byteOrderMark)))
	if err != nil {
		return false
	}
	all, _ := plainOf(&root)[section].(map[string]any)
	_, has := all[name].(map[string]any)
	return has
}

// putMember sets the member of this name to the entry. The person's own keys in it stay where they are.
func putMember(servers *hujson.Object, name string, entry []Pair, step string, depth int) {
	old := plainOf(find(servers, name))
	kept, merged := keptOf(old, entry)
	switch {
	case old != nil && says(old, kept, merged):
	case len(kept) == 0:
		set(servers, name, value(merged, step, depth), step, depth)
	default:
		edit(find(servers, name).Value.(*hujson.Object), kept, merged, step, depth+1)
	}
}

// edit changes an object to its kept and its merged members, and keeps its layout.
func edit(o *hujson.Object, kept map[string]any, merged []Pair, step string, depth int) {
	now := plainOf(&hujson.Value{Value: o})
	if indentOf(o) == "" {
		step = ""
	}
	comma := o.Members[len(o.Members)-1].Value.AfterExtra != nil
	dropMembers(o, func(key string) bool {
		_, stays := kept[key]
		return !stays && !slices.ContainsFunc(merged, func(p Pair) bool { return p.Key == key })
	})
	if last := &o.Members[len(o.Members)-1].Value; !comma { // what stood before a comma is a comment
		o.AfterExtra, last.AfterExtra = append(slices.Clone(last.AfterExtra), o.AfterExtra...), nil
	}
	for _, m := range merged {
		if !reflect.DeepEqual(now[m.Key], plainValue(m.Value)) {
			set(o, m.Key, memberValue(m.Value, step, depth), step, depth)
		}
	}
}

// dropMembers removes members, each with the comments before it and the one behind it on its line.
func dropMembers(o *hujson.Object, unwanted func(key string) bool) {
	var left []hujson.ObjectMember
	var line hujson.Extra // what stands behind the last member that stays
	dropped := false
	put := func(extra hujson.Extra) hujson.Extra {
		own, rest := cutLine(extra)
		if !dropped {
			line = own
		}
		return append(slices.Clone(line), rest...)
	}
	for _, m := range o.Members {
		m.Name.BeforeExtra = put(m.Name.BeforeExtra)
		if dropped = unwanted(m.Name.Value.(hujson.Literal).String()); !dropped {
			left = append(left, m)
		}
	}
	o.Members, o.AfterExtra = left, put(o.AfterExtra)
}

// cutLine separates the rest of the line from what follows.
func cutLine(extra hujson.Extra) (line, rest hujson.Extra) {
	if at := bytes.IndexByte(extra, '\n'); at >= 0 {
		return extra[:at], extra[at:]
	}
	return nil, extra
}

// plainOf returns an object as a parser would, or nil if it is none.
func plainOf(v *hujson.Value) map[string]any {
	if v == nil {
		return nil
	}
	if all, err := plainAll(*v); err == nil {
		return all
	}
	return nil
}

// indentOf returns the indentation of one level of the file; "" if everything is on one line.
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

// find returns the value of the last member of this name, which counts if there are several.
func find(o *hujson.Object, name string) (v *hujson.Value) {
	for i := range o.Members {
		if key, ok := o.Members[i].Name.Value.(hujson.Literal); ok && key.String() == name {
			v = &o.Members[i].Value
		}
	}
	return v
}

// objectAt returns the object of this name, and creates it if it is missing.
func objectAt(top *hujson.Object, name, step string, depth int) (*hujson.Object, error) {
	if v := find(top, name); v != nil {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, fmt.Errorf("%q is not an object in it", name)
		}
		return o, nil
	}
	o := &hujson.Object{}
	if step != "" {
		o.AfterExtra = hujson.Extra("\n" + strings.Repeat(step, depth))
	}
	set(top, name, hujson.Value{BeforeExtra: hujson.Extra(" "), Value: o}, step, depth)
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

// value returns the entry, indented by depth levels.
func value(entry []Pair, step string, depth int) hujson.Value {
	o := &hujson.Object{}
	for _, m := range entry {
		set(o, m.Key, memberValue(m.Value, step, depth+1), step, depth+1)
	}
	return hujson.Value{BeforeExtra: hujson.Extra(" "), Value: o}
}

// memberValue returns the value of a member, indented by depth levels.
func memberValue(v any, step string, depth int) hujson.Value {
	if deeper, ok := v.([]Pair); ok {
		return value(deeper, step, depth)
	}
	text, _ := json.Marshal(v) // strings: never fails
	written, _ := hujson.Parse(bytes.ReplaceAll(text, []byte(`","`), []byte(`", "`)))
	written.BeforeExtra = hujson.Extra(" ")
	return written
}

// onlyChanged returns an error if the texts differ in more than the entry of this name at path.
func onlyChanged(before, after []byte, path []string, name string) error {
	one, err := withoutEntry(before, path, name)
	if err != nil {
		return err
	}
	two, err := withoutEntry(after, path, name)
	return sameElse(one, two, err)
}

func sameElse(one, two map[string]any, err error) error {
	if err != nil || !reflect.DeepEqual(one, two) {
		return errors.Join(err, errors.New("the change would affect other parts of it"))
	}
	return nil
}

func withoutEntry(text []byte, path []string, name string) (map[string]any, error) {
	standard, err := hujson.Standardize(bytes.Clone(text))
	if err != nil {
		return nil, err
	}
	all := map[string]any{}
	if err := json.Unmarshal(standard, &all); err != nil {
		return nil, err
	}
	return drop(all, path, name), nil
}

// drop removes the entry of this name at path from all, and the objects in which nothing else is.
func drop(all map[string]any, path []string, name string) map[string]any {
	if len(path) == 0 {
		delete(all, name)
		return all
	}
	if inner, ok := all[path[0]].(map[string]any); ok && len(drop(inner, path[1:], name)) == 0 {
		delete(all, path[0])
	}
	return all
}
