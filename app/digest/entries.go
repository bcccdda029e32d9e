package digest

import (
	"slices"

	"devservers/app/digest/parse"
)

// entries are the errors of a run.
type entries []*entry

// covers reports whether a line is part of an error.
func (list entries) covers(seq int64) bool {
	return slices.ContainsFunc(list, func(e *entry) bool { return e.First == seq || e.From <= seq && seq <= e.Last })
}

// explain reports whether an error since a line says why the command failed.
func (list entries) explain(since int64) bool {
	return slices.ContainsFunc(list, func(e *entry) bool {
		return e.Level == "error" && e.Last >= since && !e.Fixed && !IsSummary(e.Message)
	})
}

// since reports whether errors of these kinds came after a line of a process.
func (list entries) since(kinds []string, by *stream, seq int64) bool {
	return slices.ContainsFunc(list, func(e *entry) bool {
		return e.by == by.name && e.Last > seq && slices.Contains(kinds, e.Kind)
	})
}

// enter adds an entry. If there are too many, it replaces the least important one.
func (d *Digest) enter(key string, f parse.Finding, from parse.LineRef) *entry {
	if len(d.entries) >= MaxEntries {
		d.drop()
	}
	e := &entry{key: key, Error: Error{Kind: f.Kind, Level: f.Level, Message: f.Message, File: f.File, First: from.Seq,
		FirstAt: from.At, Fingerprint: fingerprint(f)}}
	d.entries, d.byKey[key] = append(d.entries, e), e
	return e
}

// drop drops an entry: one that is not current or a warning, else the oldest after the first ones, which may be the
// cause of the others.
func (d *Digest) drop() {
	i := slices.IndexFunc(d.entries, func(e *entry) bool { return !e.Current() || e.Level == "warn" })
	if i < 0 {
		i = keptFirst
		d.dropped++
	}
	delete(d.byKey, d.entries[i].key)
	d.entries = slices.Delete(d.entries, i, i+1)
}

// Dropped returns how many current errors were dropped because there were more than MaxEntries.
func (d *Digest) Dropped() int64 { return d.dropped }

// Entries returns the errors so far, in the order of their first time.
func (d *Digest) Entries() []Error {
	list := make([]Error, len(d.entries))
	for i, e := range d.entries {
		list[i] = e.Error
		list[i].before = slices.Clone(e.before)
	}
	return list
}

// Version returns a number that changes whenever an entry changes.
func (d *Digest) Version() int64 { return d.version }

// Built returns the last signal of the server about its work.
func (d *Digest) Built() Build { return d.built }

// News returns the errors that came or were fixed since the last call. It omits warnings, and errors that only came
// again.
func (d *Digest) News() (news []Error) {
	for _, e := range d.entries {
		if wrong := !e.Fixed; wrong != e.reported && e.Level != "warn" {
			e.reported = wrong
			news = append(news, e.Error)
		}
	}
	return news
}
