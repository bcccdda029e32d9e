// Package render turns verdicts, errors, causes and other values of app into what a model reads: text of few tokens, in
// which output stands between marks, or structs for JSON. It is independent of calls.
package render
