// Package app holds the values and errors that every part of the manager and every door to it speaks of: Ref, State,
// Status, Event, Verdict, Error. It does nothing by itself. The parts are in the packages below it: supervisor runs
// servers, projects knows what their files say, logs reads what they print, edits judges edits, why finds causes.
package app
