// Package caution is about starts that agents ask for: which places a sandbox shows, which files of a project its
// commands run, whether a work tree brings code that no person has run, and what of that code has changed since a
// person last decided. Trust covers devservers.yml; this covers what that leads to. Everything here only reads.
package caution
