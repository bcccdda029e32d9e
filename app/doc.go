// Package app holds the values and errors that every part of the manager and every door share: Ref, State,
// Status, Event, Verdict, Error. It does nothing on its own. The parts are in the packages below it: supervisor runs
// servers, projects knows what their files say, logs reads what they print, edits judges edits, why finds causes.
package app
