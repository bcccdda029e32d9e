package logs

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"devservers/app/transcript"
)

// readOlder reads the lines before at, or the gap at the start of the run. It searches where it can: lines that were
// lost in the middle of a run show only when all others are read.
func (s *source) readOlder(ctx context.Context, limit transcript.Limit) (err error) {
	s.toError()
	if (!s.spent || len(s.hits) > 0) && s.at.Seq > s.low {
		s.found = s.find != nil && s.log.Bounds().DroppedLines == 0
		switch {
		case s.found && s.near > 0:
			err = s.searchNear(ctx, limit.Lines)
		case s.found && s.byDigest():
			err = s.searchLevels(ctx, limit)
		case s.found:
			err = s.searchOlder(ctx, s.low, seqAfter(s.at.Seq), limit.Lines)
		default:
			err = s.readAll(limit)
		}
	}
	if err == nil && len(s.buf) == 0 {
		s.gap = s.lost(1, min(s.at.Seq, s.log.Bounds().First-1))
		s.at.Seq = s.low
	}
	return err
}

// readAll takes the lines before at.
func (s *source) readAll(limit transcript.Limit) error {
	page, err := s.log.Before(seqAfter(s.at.Seq), limit)
	slices.Reverse(page.Lines)
	s.buf = until(page.Lines, func(l transcript.Line) bool { return l.Seq <= s.low })
	return err
}

// searchLevels takes the next lines before at that state a level which is wanted, and all that are part of an error.
func (s *source) searchLevels(ctx context.Context, limit transcript.Limit) error {
	for {
		from := s.apart()
		if from > s.low && from >= min(s.at.Seq, s.log.Bounds().Last) {
			s.found = false
			return s.readAll(limit)
		}
		err := s.searchOlder(ctx, from, seqAfter(s.at.Seq), limit.Lines)
		if err != nil || len(s.buf) > 0 || from == s.low {
			return err
		}
		s.at.Seq = from
	}
}

// searchOlder takes the next lines between two that match: a search passes over the others many times as fast as
// reading them. A run is bounded, so that one search always gets through it.
func (s *source) searchOlder(ctx context.Context, after, before int64, limit int) error {
	q := *s.find
	q.After, q.Before, q.Since, q.Limit = after, before, s.since, limit
	err := s.log.Search(ctx, q, func(l transcript.Line) bool {
		s.buf = append(s.buf, l)
		return true
	})
	if s.spent = len(s.buf) < limit && after == s.low; err != nil {
		s.buf = nil
	}
	return err
}

// searchNewer takes the next lines after at that match, unless there are few lines or many that match: found reports
// which. It searches a part of the lines at a time, since a search begins with the newest.
func (s *source) searchNewer(ctx context.Context, step int) error {
	const part = 64 // times as many lines as would be read
	s.found = false
	for s.find != nil && s.near == 0 && !s.byDigest() {
		b := s.log.Bounds()
		last := min(lastWhole(b, s.over), s.bound()-1)
		if b.DroppedLines > 0 || s.at.Seq+1 < b.First || last-s.at.Seq < mostStep {
			return nil
		}
		q, bytes := *s.find, 0
		q.After, q.Before = s.at.Seq, min(last, s.at.Seq+int64(part*step))+1
		err := s.log.Search(ctx, q, func(l transcript.Line) bool {
			s.buf = append(s.buf, l)
			bytes += len(l.Text)
			return len(s.buf) <= mostStep && bytes <= mergedBytes
		})
		if err != nil || len(s.buf) > mostStep || bytes > mergedBytes {
			s.buf = nil
			return err
		}
		if s.found = len(s.buf) > 0; s.found {
			slices.Reverse(s.buf)
			s.part = transcript.Line{}
			return nil
		}
		s.at.Seq = q.Before - 1
		step = min(2*step, mostStep)
	}
	return nil
}

// searchNear takes the lines near the next match, and near those whose lines join.
func (s *source) searchNear(ctx context.Context, limit int) error {
	for s.buf = nil; len(s.buf) == 0; {
		if len(s.hits) == 0 && !s.spent {
			if err := s.searchOlder(ctx, s.low, cmp.Or(s.sought, seqAfter(s.at.Seq)), limit); err != nil {
				return err
			}
			for _, l := range s.buf {
				s.hits, s.sought = append(s.hits, l.Seq), l.Seq
			}
		}
		if len(s.hits) == 0 {
			return nil
		}
		near := int64(s.near)
		from, to := s.hits[0]-near, min(s.at.Seq, s.hits[0]+near)
		for s.hits = s.hits[1:]; len(s.hits) > 0 && s.hits[0]+near >= from-1 && to-from < mostStep; s.hits = s.hits[1:] {
			from = s.hits[0] - near
		}
		from = max(from, s.low+1)
		if s.buf = nil; from > to {
			continue // these lines were read for a newer match
		}
		page, err := s.log.Before(to+1, transcript.Limit{Lines: int(to - from + 1)})
		if err != nil {
			return err
		}
		slices.Reverse(page.Lines)
		s.buf = page.Lines
	}
	return nil
}

func seqAfter(seq int64) int64 {
	if seq == math.MaxInt64 {
		return seq
	}
	return seq + 1
}

// until is the lines before the first that is.
func until(lines []transcript.Line, is func(transcript.Line) bool) []transcript.Line {
	if i := slices.IndexFunc(lines, is); i >= 0 {
		return lines[:i]
	}
	return lines
}

// reach is the latest time that a line before at can have. It opens the newest run that has printed something.
func (s *source) reach() (time.Time, error) {
	const slack = time.Second // of the last write's time
	for s.latest.IsZero() && !s.dry {
		if err := s.open(); err != nil {
			return s.latest, err
		}
		if s.log == nil || s.log.Bounds().LastWrite.IsZero() {
			s.turn()
			continue
		}
		s.latest = s.log.Bounds().LastWrite.Add(slack)
	}
	return s.latest, nil
}

// readNewer reads the whole lines after at, and remembers the unfinished one.
func (s *source) readNewer(ctx context.Context, limit transcript.Limit) error {
	s.at.Seq = min(s.at.Seq, s.log.Bounds().Last)
	if err := s.searchNewer(ctx, limit.Lines); err != nil || s.found {
		return err
	}
	read, err := s.log.After(s.at.Seq, limit)
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

// skip leaves all but the newest keep lines out when more than most (0 = any number) wait, so that a reader that is
// too slow for a flood sees its end instead of its past.
func (s *source) skip(most, keep int64) {
	if s.log == nil || most == 0 {
		return
	}
	b := s.log.Bounds()
	last := min(b.Last, s.bound()-1)
	if last-s.at.Seq <= most {
		return
	}
	from, to := s.at.Seq+1, last-keep
	if gap := s.lost(from, b.First-1); gap != nil {
		from = b.First
	}
	if s.gap = s.lost(from, to); s.gap != nil {
		s.gap.Skipped, s.gap.Time = true, time.Now()
		s.at.Seq, s.buf = to, nil
	}
}
