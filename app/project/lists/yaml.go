package lists

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/tailscale/hujson"
)

// tree is a YAML or JSON document.
type tree map[string]any

func parse(content []byte) tree {
	var t tree
	if yaml.Unmarshal(content, &t) != nil {
		return nil
	}
	return t
}

// parseJSON parses JSON with comments, as editors write it.
func parseJSON(content []byte) tree {
	plain, err := hujson.Standardize(bytes.Clone(content))
	if err != nil {
		return nil
	}
	return parse(plain)
}

// at returns the map at a path of keys, or nil.
func (t tree) at(keys ...string) tree {
	for _, key := range keys {
		switch v := t[key].(type) {
		case map[string]any:
			t = v
		case tree:
			t = v
		default:
			return nil
		}
	}
	return t
}

// text returns a scalar as text, or "".
func (t tree) text(key string) string {
	switch v := t[key].(type) {
	case string:
		return v
	case nil, map[string]any, tree, []any:
		return ""
	default:
		return fmt.Sprint(v)
	}
}

// list returns a list of scalars; one scalar is a list of one.
func (t tree) list(key string) (list []string) {
	switch v := t[key].(type) {
	case []any:
		for _, item := range v {
			list = append(list, fmt.Sprint(item))
		}
	case nil:
	default:
		if s := t.text(key); s != "" {
			list = []string{s}
		}
	}
	return list
}

// names returns the keys in alphabetical order.
func (t tree) names() []string {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// variables reads {NAME: value} and [NAME=value].
func (t tree) variables(key string) (vars []Variable) {
	env := t.at(key)
	for _, name := range env.names() {
		vars = append(vars, Variable{name, env.text(name)})
	}
	if env == nil {
		for _, item := range t.list(key) {
			if name, value, ok := strings.Cut(item, "="); ok {
				vars = append(vars, Variable{name, value})
			}
		}
	}
	slices.SortFunc(vars, func(a, b Variable) int { return cmp.Compare(a.Name, b.Name) })
	return vars
}

func number(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n <= 0 || n > 65535 {
		return 0
	}
	return n
}
