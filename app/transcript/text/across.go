package text

import (
	"bytes"
)

// Across reports whether b without its escape sequences contains the literal in a place where such a sequence was. It
// looks only at the bytes around them.
func (l *Literal) Across(b []byte) bool {
	most := len(l.text) - 1 // bytes of it on one side of a sequence
	if most < 1 {
		return false
	}
	var before, kept, joined []byte // before: the last bytes that are shown, at most so many
	for {
		end := bytes.IndexByte(b, Esc)
		piece := b
		if end >= 0 {
			piece = b[:end]
		}
		if len(before) > 0 && len(piece) > 0 && l.has(before[len(before)-1]) && l.has(piece[0]) {
			joined = append(append(joined[:0], before...), piece[:min(most, len(piece))]...)
			if l.In(joined) {
				return true
			}
		}
		if end < 0 {
			return false
		}
		if len(piece) >= most {
			before = piece[len(piece)-most:]
		} else if len(piece) > 0 {
			kept = append(append(kept[:0], before[max(0, len(before)+len(piece)-most):]...), piece...)
			before = kept
		}
		b = b[end+Sequence(b[end:]):]
	}
}
