// Package base is what all commands share: their streams and general flags, the way to the manager and to the projects
// and servers that names mean, completion, trust, and the exit codes. It doesn't know any command.
package base
