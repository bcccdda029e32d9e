// Package edits follows what people and agents change in a project and what its servers print about it: the errors of
// each run, the edits of each project's files, and the verdict of each server on the last edit.
//
// It owns this state, by Ref and by project id, under a lock of its own, and runs one reader per living run and one
// watcher per project with a running server. It learns of runs from the Supervisor, reports edits and events
// back to it, and knows nothing of how servers are started or stopped.
package edits
