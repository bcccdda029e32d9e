package digest

import (
	"slices"
	"strings"

	"devservers/app/words"
)

// signal applies the line if it is one of p's signals, and reports whether it is.
func (d *Digest) signal(p *Parser, text string) bool {
	for _, s := range p.Signals {
		if strings.Contains(text, s.Text) && (s.Is == nil || s.Is(text)) {
			d.apply(p, s, text)
			return true
		}
	}
	return false
}

func (d *Digest) apply(p *Parser, s Signal, text string) {
	d.Flush()
	if s.Says == Ends {
		s.Says = d.ended(p)
	}
	d.version++
	d.built = Build{Said: s.Says, Seq: d.seen.seq, At: d.seen.at, By: p.Kind, Text: words.Clip(strings.TrimSpace(text), maxMessage)}
	kinds := s.Clears
	if kinds == nil {
		kinds = []string{p.Kind}
	}
	switch s.Says {
	case Works:
		d.clear(kinds, d.seen.seq, d.sparedBy(s, text))
	case Fails:
		d.clear(kinds, d.began[p.Kind], nil)
	}
	d.began[p.Kind] = d.seen.seq
}

// ended returns the result of a build from the errors since it began.
func (d *Digest) ended(p *Parser) Said {
	for _, e := range d.entries {
		if e.Kind == p.Kind && e.Level == "error" && e.Last >= d.began[p.Kind] {
			return Fails
		}
	}
	return Works
}

// sparedBy returns which errors a signal leaves as they are; nil = none.
func (d *Digest) sparedBy(s Signal, text string) func(Error) bool {
	if s.Spares == nil {
		return nil
	}
	return func(e Error) bool {
		edited := d.Edited != nil && d.Edited(e.File, e.LastAt, d.seen.at)
		return s.Spares(text, e, edited)
	}
}

// clear marks errors as fixed that came last before a line and are not spared.
func (d *Digest) clear(kinds []string, before int64, spared func(Error) bool) {
	for _, e := range d.entries {
		if e.Fixed || e.Last >= before || kinds[0] != "*" && !slices.Contains(kinds, e.Kind) || spared != nil && spared(e.Error) {
			continue
		}
		d.version++
		at := d.seen.at
		e.Fixed, e.FixedAt, e.Changed = true, &at, d.seen.seq
	}
}
