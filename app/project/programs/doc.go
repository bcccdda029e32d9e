// Package programs knows the programs of a project by their sources and scripts: what serves, works or ends, which
// files a command runs, what they reach by imports, and the port that they take. Nothing is run or changed.
package programs
