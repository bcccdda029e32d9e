package mcp

import (
	"encoding/json"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// tool is one line of the table of tools: what a model sees of it, and what it does.
type tool struct {
	name, title, about string
	args               []arg
	reads              bool // it changes nothing
	destroys           bool // what it ends or undoes is gone
	repeats            bool // calling it again changes nothing more
	loaded             bool // clients that load tools late are asked to load this one at once
	do                 func(c *call) (any, error)
}

// arg is one argument of a tool. What it says is both shown as the schema and checked.
type arg struct {
	name, kind, about string // kind: string, integer, boolean, names (list of strings), values (names to strings)
	required          bool
	oneOf             []string
	least, most       int // of an integer
}

// The kinds of arguments.
const (
	kindString  = "string"
	kindInteger = "integer"
	kindBool    = "boolean"
	kindNames   = "names"
	kindValues  = "values"
)

// described is the tool as the protocol tells of it. All four hints are set: the library's defaults would say that
// everything is destructive and open to the world.
func (t tool) described() protocol.Tool {
	no := false
	destroys, reads, repeats := t.destroys, t.reads, t.repeats || t.reads
	d := protocol.Tool{
		Name: t.name, Title: t.title, Description: t.about, RawInputSchema: t.schema(),
		Annotations: protocol.ToolAnnotation{
			Title: t.title, ReadOnlyHint: &reads, DestructiveHint: &destroys, IdempotentHint: &repeats, OpenWorldHint: &no,
		},
	}
	if t.loaded {
		d.Meta = protocol.NewMetaFromMap(map[string]any{"anthropic/alwaysLoad": true})
	}
	return d
}

func (t tool) schema() json.RawMessage {
	properties, required := map[string]any{}, []string{}
	for _, a := range t.args {
		properties[a.name] = a.schema()
		if a.required {
			required = append(required, a.name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	b, _ := json.Marshal(s) // of maps and strings: cannot fail
	return b
}

func (a arg) schema() map[string]any {
	s := map[string]any{"type": a.kind}
	switch a.kind {
	case kindNames:
		s["type"], s["items"] = "array", map[string]any{"type": "string"}
	case kindValues:
		s["type"], s["additionalProperties"] = "object", map[string]any{"type": "string"}
	}
	if a.about != "" {
		s["description"] = a.about
	}
	if a.oneOf != nil {
		s["enum"] = a.oneOf
	}
	if a.most > 0 {
		s["maximum"] = a.most
	}
	return s
}
