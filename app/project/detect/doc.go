// Package detect proposes a devservers.yml for a project from the files that already describe how it is run: lists of
// processes of other tools, package scripts, manifests and lock files. Each server and task shows where it comes from.
// It reads files, and asks docker whether it has compose. Nothing of the project is run, nothing is written, and what
// can't be determined is left out and listed in a note.
package detect
