// Package why finds the causes of a server's trouble: in what devservers.yml declares, in what a start would run into, in
// how the last run ended and where it listens, and in what it printed. It owns nothing, starts nothing and changes nothing.
//
// The rules for output are tables by family: something is not found, refused, denied, used already, of the wrong version,
// not set, not migrated, expired, used up or not accepted. Each has words to look for, a pattern, and a function that
// checks what the line names against files, ports, environment and manifests. Strict rules hold for any output; broad
// ones only for a failure, and where no strict rule explains the same lines. What no rule explains is explained by the
// errors that app/edits has found: their places in the sources. Names from output enter a finding only if they can be
// what they stand for; the rest of a line is evidence.
package why
