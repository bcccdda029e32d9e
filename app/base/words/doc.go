// Package words turns values into English: lengths of time, sizes, percentages, counts, lists, clipped and quoted text,
// and suggestions for a misspelled name. It is the only place that does so, for every door and every page.
//
// It is independent of servers and imports no other package of ours, so that every package may import it. Sentences are
// made here whole, from plain arguments: no other code joins, cuts or compares them.
package words
