// Package trust binds a person's permission to run a project to the exact content of its devservers.yml, and shows what
// that content would run (Review). It owns the trust directory in the state directory.
package trust
