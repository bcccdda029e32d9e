// Package jsonschema stands in for github.com/google/jsonschema-go/jsonschema, which mcp-go imports to make schemas of
// types that a tool names. Our tools have schemas of their own, and the real package looks at its types whenever a
// program starts. It has what mcp-go names, and panics if a schema is wanted.
package jsonschema

import "reflect"

const absent = "JSON Schema is not part of this program: see mcp/noschema"

// Schema would describe a type.
type Schema struct {
	Type, Description           string
	Properties                  map[string]*Schema
	AdditionalProperties, Items *Schema
	Not                         *Schema
	PropertyOrder, Required     []string
	Enum                        []any
}

// ForOptions would choose how a type is described.
type ForOptions struct{ IgnoreInvalidTypes bool }

// For panics.
func For[T any](*ForOptions) (*Schema, error) { panic(absent) }

// ForType panics.
func ForType(reflect.Type, *ForOptions) (*Schema, error) { panic(absent) }
