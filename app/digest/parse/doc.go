// Package parse knows the formats of errors: one file with a Parser per family of tools, the cues by which lines are
// found that may be one, and the shapes of quoted source. It has no state but the Reading that a caller gives it, and
// knows neither a run's errors nor files.
package parse
