// Package digest finds the errors in what a run prints, while it prints: a Digest takes plain lines one by one and holds entries, each an error
// with its message, its place in the sources and how often it came. What dev servers print is known to Parsers, one file for each family of tools.
//
// A line costs one pass through its bytes (cues.go) unless it holds a word of a parser. Memory is bounded, whatever is printed.
package digest
