// Package digest finds the errors in a run's output while it prints. A Digest reads plain lines one by one and keeps
// entries: each is an error with its message, its place in the source and how often it came. Parsers know the formats,
// one file per family of tools.
//
// It owns the errors of one run, in bounded memory. It knows neither files nor servers. A line costs one pass over its
// bytes (cues.go) unless it contains a cue of a parser.
package digest
