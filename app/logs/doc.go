// Package logs reads what servers and tasks have printed: a page of one run, a page of several servers merged by
// time, a search, and the same while it grows. Readers hold cursors; nothing here remembers a reader.
//
// The values that it answers with (app.LogLine, app.LogPage, app.MergedPage ...) are in package app, since pages are
// drawn from them. It knows nothing of errors, edits or causes.
package logs
