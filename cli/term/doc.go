// Package term is what a command needs of a terminal: streams, colors, tables, wrapped text, live progress and
// questions. It knows the terminal's width and the user's wishes (NO_COLOR, the locale). It doesn't know what is
// shown: nothing of servers, projects or the manager.
package term
