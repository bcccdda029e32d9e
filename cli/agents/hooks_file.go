package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"

	"github.com/tailscale/hujson"
)

// PutHooks adds our hooks to the client's file, which run this program. Nothing else changes in it.
func (c Client) PutHooks(file string, run Command) (changed bool, backup string, err error) {
	return putFile(file, func(before []byte) ([]byte, error) { return c.withHooks(before, run) })
}

// HookText returns a file that contains nothing but our hooks.
func (c Client) HookText(run Command) (string, error) {
	data, err := c.withHooks(nil, run)
	return string(data), err
}

// hookMark is in the command of each of our hooks.
const hookMark = " mcp hook --client "

func (c Client) withHooks(file []byte, run Command) ([]byte, error) {
	h, command := clientHooks[c.Name], run.shell()+hookMark+c.Name
	if len(bytes.TrimSpace(file)) == 0 {
		file, _ = json.MarshalIndent(h.whole, "", "  ")
		if h.whole == nil {
			file = []byte("{}")
		}
		file = append(file, '\n')
	}
	root, err := parseJSON(file)
	if err != nil {
		return nil, err
	}
	before, err := plainAll(root)
	if err != nil {
		return nil, err
	}
	for _, point := range []hookPoint{h.before, h.stop, h.begin} {
		if err := putHook(&root, point, h.entry(command, point)); err != nil {
			return nil, err
		}
	}
	after, err := plainAll(root)
	return root.Pack(), sameElse(withoutHooks(before), withoutHooks(after), err)
}

// putHook adds an element to the list of a point, in place of our own.
func putHook(root *hujson.Value, point hookPoint, entry any) error {
	all, err := plainAll(*root)
	if err != nil {
		return err
	}
	at := "/hooks"
	events, ok := all["hooks"].(map[string]any)
	switch {
	case all["hooks"] == nil:
		if err := patch(root, "add", at, map[string]any{}); err != nil {
			return err
		}
	case !ok:
		return errors.New(`"hooks" is not an object in it`)
	}
	at += "/" + point.event
	list, ok := events[point.event].([]any)
	if events[point.event] == nil {
		return patch(root, "add", at, []any{entry})
	} else if !ok {
		return errors.New(strconv.Quote(point.event) + " is not a list in it")
	}
	own := slices.IndexFunc(list, isOurHook)
	switch {
	case own < 0:
		return patch(root, "add", at+"/-", entry)
	case sameJSON(list[own], entry):
		return nil
	}
	return patch(root, "replace", at+"/"+strconv.Itoa(own), entry)
}

func patch(root *hujson.Value, op, path string, value any) error {
	text, err := json.Marshal([]any{map[string]any{"op": op, "path": path, "value": value}})
	if err != nil {
		return err
	}
	return root.Patch(text)
}

func isOurHook(entry any) bool {
	text, _ := json.Marshal(entry)
	return bytes.Contains(text, []byte(hookMark))
}

func sameJSON(a, b any) bool {
	one, _ := json.Marshal(a)
	two, _ := json.Marshal(b)
	return bytes.Equal(one, two)
}

// plainAll returns a JSON object as a parser would.
func plainAll(v hujson.Value) (map[string]any, error) {
	text := v.Clone()
	text.Standardize()
	all := map[string]any{}
	return all, json.Unmarshal(text.Pack(), &all)
}

// withoutHooks returns a file's values without our hooks, and without the lists in which nothing else is.
func withoutHooks(all map[string]any) map[string]any {
	events, _ := all["hooks"].(map[string]any)
	for event, list := range events {
		if l, ok := list.([]any); ok {
			if events[event] = slices.DeleteFunc(l, isOurHook); len(events[event].([]any)) == 0 {
				delete(events, event)
			}
		}
	}
	if reflect.DeepEqual(all["hooks"], map[string]any{}) {
		delete(all, "hooks")
	}
	return all
}
