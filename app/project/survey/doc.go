// Package survey looks at the files of a project: which there are, and what in them starts a server, a watcher or a
// worker, whether or not a devservers.yml could be proposed for it. For starts that agents ask for it says which places
// a sandbox shows, which files the commands run, whether a work tree brings code that no person has run, and what of
// that code has changed since a person last decided. Nothing is run or changed.
package survey
