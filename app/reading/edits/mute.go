package edits

import (
	"maps"
	"slices"

	"devservers/app"
)

// Mute leaves an error, by its fingerprint, out of the counts of a server, in later runs too, or counts it again. It is
// listed as before. It fails if that can't be saved.
func (e *Edits) Mute(ref app.Ref, fingerprint string, muted bool) error {
	err := e.book.Change(func(b *book) error {
		list := slices.DeleteFunc(slices.Clone(b.Muted[ref.String()]), func(f string) bool { return f == fingerprint })
		if muted {
			list = append(list, fingerprint)
		}
		all := map[string][]string{}
		maps.Copy(all, b.Muted)
		all[ref.String()], b.Muted = list, all
		return nil
	})
	if r, _ := e.errorsOf(ref, ""); r != nil && err == nil {
		e.countAgain(r)
		e.sup.Announce()
	}
	return err
}

// Muted returns the fingerprints of a server's errors that are not counted.
func (e *Edits) Muted(ref app.Ref) []string { return e.book.Get().Muted[ref.String()] }

// countAgain counts the errors of a run, which are those of its server while it is the current or last one.
func (e *Edits) countAgain(r *reader) {
	n := r.count(e.Muted(r.ref))
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.servers[r.ref]; s != nil && s.now == r {
		s.counts = n
	}
}
