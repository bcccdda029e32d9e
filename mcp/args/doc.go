// Package args declares the arguments of an MCP tool as the fields of a struct. The tool's JSON Schema and the check of
// what a client sends both follow from the fields, so that a tool reads its arguments by field.
//
// A field is a string, an int, a bool, a []string or a map[string]string, and has these tags:
//
//	arg       its name; "name,required" if it must be given
//	also      another name for it, which the schema doesn't show
//	about     what a model should know of it
//	oneof     the values that a string may have, separated by blanks
//	min, max  the bounds of an int; max is needed
//	usual     what it is if it is left out
//
// Fields of an embedded struct are arguments too. The package knows nothing of servers and projects.
package args
