// Package output is the commands that read: lines, errors, verdicts, causes, runs, events and the history. It requests
// them and passes them to cli/view, or on as JSON.
package output
