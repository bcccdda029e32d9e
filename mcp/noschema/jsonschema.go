// Package jsonschema stands in for github.com/santhosh-tekuri/jsonschema/v6. mcp-go imports that for checks of
// arguments and results that can be turned on, and that we leave off, since the tools check their arguments. The real
// package compiles the schemas of all drafts whenever a program starts, which takes longer than the rest of a command.
// The go.mod of binaries (.ci/release-mod) and go.work replace it with this one, which has what mcp-go names, and panics
// if a check is turned on.
package jsonschema

import "io"

const absent = "JSON Schema is not part of this program: see mcp/noschema"

// Compiler would compile schemas.
type Compiler struct{}

// Schema would check values.
type Schema struct{}

// ValidationError would be why a value does not match.
type ValidationError struct {
	Causes           []*ValidationError
	InstanceLocation []string
	ErrorKind        any
}

func (*ValidationError) Error() string { return absent }

// UnmarshalJSON panics.
func UnmarshalJSON(io.Reader) (any, error) { panic(absent) }

// NewCompiler panics.
func NewCompiler() *Compiler { panic(absent) }

// AddResource panics.
func (*Compiler) AddResource(string, any) error { panic(absent) }

// Compile panics.
func (*Compiler) Compile(string) (*Schema, error) { panic(absent) }

// Validate panics.
func (*Schema) Validate(any) error { panic(absent) }
