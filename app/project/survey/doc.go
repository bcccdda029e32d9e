// Package survey looks at the files of a project: which there are, and what in them starts a server, a watcher or a
// worker, whether or not a devservers.yml could be proposed for it. Nothing is run or changed.
package survey
