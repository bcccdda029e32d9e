// Package rules finds causes in what a run printed. It starts nothing, changes nothing, and knows no supervisor: its Clues
// hold all that it looks at, besides the files of the project.
//
// The rules are tables by family: something is not found, refused, denied, used already, of the wrong version,
// not set, not migrated, expired, used up or not accepted. Each has words to look for, a pattern, and a function that
// checks what the line names against files, ports, environment and manifests. Strict rules hold for any output; broad
// ones only for a failure, and where no strict rule explains the same lines. What no rule explains is explained by the
// errors that app/reading/edits has found: their places in the sources. Names from output enter a finding only if they can be
// what they stand for; the rest of a line is evidence.
package rules
