// Package tool knows the programs that dev servers are made of: which words of a command start them, on which port they
// listen if nothing says otherwise, and how they are given another one. It reads package.json alone, for the script that a
// command runs, and starts nothing.
package tool
