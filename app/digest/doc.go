// Package digest finds the errors in a run's output while it prints. A Digest reads plain lines one by one and keeps
// entries: each is an error with its message, its place in the source and how often it came. It splits output by
// process (prefix), asks the parsers (parse), and else reads by general rules: levels and marks (lead.go), places
// (believe.go), and blocks of lines (block.go).
//
// It owns the errors of one run, in bounded memory. It knows no servers, and of files only which ones the project has.
// A line costs one pass over its bytes unless it contains a cue of a parser or may name a place.
package digest
