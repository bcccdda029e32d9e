package evidence

import (
	"path"
	"slices"
	"strings"
	"time"

	"devservers/app/digest"
)

// Rate is how often an error came before an edit.
type Rate struct {
	Count       int
	First, Last time.Time
}

// Covers reports whether an error came since the edit no more often than it did before.
func (b Rate) Covers(e digest.Error, edit, now time.Time) bool {
	if b.Count < 2 {
		return false
	}
	gap := max(b.Last.Sub(b.First)/time.Duration(b.Count-1), time.Second)
	return e.Count-b.Count <= 1+2*int(now.Sub(edit)/gap)
}

// Naming returns what reports whether the message of an error names one of these files, with its ending or without.
func Naming(files []string) func(digest.Error) bool {
	apart := func(r rune) bool { return strings.ContainsRune(" '\"`()<>,;:", r) }
	return func(e digest.Error) bool {
		return slices.ContainsFunc(strings.FieldsFunc(e.Message, apart), func(word string) bool {
			return slices.ContainsFunc(files, func(f string) bool {
				name := path.Base(f)
				stem := strings.Contains(word, "/") && path.Base(word) == strings.TrimSuffix(name, path.Ext(name))
				return stem || path.Base(word) == name
			})
		})
	}
}
