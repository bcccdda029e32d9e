// Package view draws the program's values for a person at a terminal: statuses, lines, errors, verdicts, events, runs,
// causes and failures. All is text made of values; it doesn't know commands, flags or how values are requested.
package view
