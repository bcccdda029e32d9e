// Package agents knows the programs that speak MCP: where each has its configuration file and how an entry in it
// looks. It writes the entry and leaves every other byte of the file as it is. It doesn't know the manager: the
// address and the command of an entry are its arguments.
package agents
