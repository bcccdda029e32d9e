package logs

import "time"

// quietAfter is how long an unfinished line must not have changed to be quiet: a prompt, not half a write.
const quietAfter = 200 * time.Millisecond

// quietIn is how long the unfinished line must still be quiet; less than 0 = nothing is waited for.
func (s *source) quietIn() time.Duration {
	if !s.quiet || s.part.Seq == 0 || s.shown.Seq == s.part.Seq {
		return -1
	}
	return max(0, quietAfter-time.Since(s.partSeen))
}

// partials adds the unfinished lines at the end: as often as they change or, for a quiet source, each once when it has
// not changed for a moment.
func (m *merge) partials(p *page) {
	for _, src := range m.sources {
		if src.part.Seq == 0 || src.quiet && src.quietIn() != 0 {
			continue
		}
		line, wanted := m.filter.line(src.at.Run, src.part, &src.errors)
		if line.Server, line.Seq = src.name, src.part.Seq; !wanted {
			line.Text = ""
		}
		if line.Seq == src.shown.Seq && line.Text == src.shown.Text {
			continue
		}
		if p.More = wanted && p.full(); p.More {
			return
		}
		if src.shown = line.LogLine; wanted {
			p.add(line, true)
		}
	}
}
