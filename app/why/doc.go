// Package why finds the causes of a server's trouble: in what devservers.yml declares, in what a start would run into, in
// how the last run ended and where it listens, and in what it printed. It owns nothing, starts nothing and changes nothing.
//
// The rules for output are each a few words to look for, a pattern, and a function that says what is wrong, how that is
// known, and what to do.
package why
