// Package tool describes the usual programs of dev servers: which words of a command start them, on which port they
// listen by default, and how they are given another one. It reads only package.json, for the script that a
// command runs, and starts nothing.
package tool
