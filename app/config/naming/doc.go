// Package naming holds the rules for names of projects, servers and environment variables, and shows names and paths in
// messages so that nothing invisible stays hidden. It reads no files.
package naming
