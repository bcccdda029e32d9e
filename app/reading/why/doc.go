// Package why finds the causes of a server's trouble: in what devservers.yml declares, in what a start would run into,
// in how the last run ended and where it listens, and, by its package rules, in what it printed. It owns nothing,
// starts nothing and changes nothing. It doesn't know what programs print.
package why
