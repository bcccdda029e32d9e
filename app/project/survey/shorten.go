package survey

import (
	"slices"
	"strconv"
	"strings"
)

// maxNames keeps a note readable, and maxNotes all of them.
const maxNames, maxNotes = 8, 16

// AtMost lists the first of many names, and counts the others.
func AtMost(names []string) string {
	if more := len(names) - maxNames; more > 0 {
		return strings.Join(names[:maxNames], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

// Shortened cuts a long list of notes, and counts what it cuts.
func Shortened(notes []string) []string {
	if more := len(notes) - maxNotes; more > 0 {
		return append(slices.Clone(notes[:maxNotes]), "and "+strconv.Itoa(more)+" more files that start something")
	}
	return notes
}
