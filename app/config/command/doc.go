// Package command reads a command line as a shell would, to be run without one (Parse), and decides which program its
// first word is (Allow). The list of allowed names stops typos and surprises, not a hostile repository: any interpreter
// runs anything. Trust protects against that. The package starts no process.
package command
