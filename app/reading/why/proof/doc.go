// Package proof looks in the files of a project for what proves a cause: who reads a variable of the environment, where a
// setting is made, whether a process is a program of the project. It owns nothing; it doesn't know runs or rules.
package proof
