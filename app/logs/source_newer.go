package logs

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/transcript"
)

// quietAfter is how long an unfinished line must not have changed to be quiet: a prompt, not half a write.
const quietAfter = 200 * time.Millisecond

// newer reads the whole lines behind at, and goes on to later runs. Nothing in buf then means that there is none yet.
func (s *source) newer(ctx context.Context) error {
	for len(s.buf) == 0 && s.gap == nil && !s.dry {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.open(); err != nil {
			return err
		}
		if err := s.readNewer(); err != nil || len(s.buf) > 0 || s.gap != nil {
			return err
		}
		next := ""
		if !s.only && (s.log == nil || s.over) {
			next = nextRun(s.sup, s.ref, s.at.Run)
		}
		if s.dry = next == ""; !s.dry {
			s.move(app.Place{Run: next})
		}
	}
	return nil
}

func (s *source) readNewer() error {
	if s.log == nil {
		return nil
	}
	s.over = s.log.Over() // before the reading: nothing comes after it then
	s.at.Seq = min(s.at.Seq, s.log.Bounds().Last)
	read, err := s.log.After(s.at.Seq, s.grow())
	if err != nil {
		return err
	}
	lines := until(read.Lines, func(l transcript.Line) bool { return l.Seq >= s.bound() })
	part := transcript.Line{}
	if n := len(lines); n > 0 && lines[n-1].Partial && !s.over {
		part, lines = lines[n-1], lines[:n-1]
	}
	if part.Seq != s.part.Seq || string(part.Text) != string(s.part.Text) {
		s.partSeen = time.Now()
	}
	s.part, s.buf = part, lines
	if read.Gap != nil && len(s.buf) == 0 {
		s.gap = s.lost(read.Gap.From, read.Gap.To)
		s.at.Seq = min(read.Gap.To, s.bound()-1)
	}
	return nil
}

// unfinished is the unfinished line at the end of the run, if it is wanted and to be given now.
func (s *source) unfinished(f filter) (app.LogLine, bool) {
	if s.part.Seq == 0 {
		return app.LogLine{}, false
	}
	line, ok := f.line(s.at.Run, s.part)
	line.Server = s.name
	if s.quiet {
		return line, ok && s.told.Seq != line.Seq && time.Since(s.partSeen) >= quietAfter
	}
	return line, ok && (s.told.Seq != line.Seq || s.told.Text != line.Text)
}

// quietIn is how long the unfinished line must still be quiet; less than 0 = nothing is waited for.
func (s *source) quietIn() time.Duration {
	if !s.quiet || s.part.Seq == 0 || s.told.Seq == s.part.Seq {
		return -1
	}
	return max(0, quietAfter-time.Since(s.partSeen))
}

// skip leaves all but the newest keep lines out when more than most wait, so that a reader that is too slow for a
// flood sees its end instead of its past.
func (s *source) skip(most, keep int64) {
	if s.log == nil {
		return
	}
	b := s.log.Bounds()
	if b.Last-s.at.Seq <= most {
		return
	}
	from, to := s.at.Seq+1, b.Last-keep
	if gap := s.lost(from, b.First-1); gap != nil {
		from = b.First
	}
	if s.gap = s.lost(from, to); s.gap != nil {
		s.gap.Skipped, s.gap.Time = true, time.Now()
		s.at.Seq, s.buf = to, nil
	}
}
