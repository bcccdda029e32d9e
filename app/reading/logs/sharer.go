package logs

import (
	"context"

	"devservers/app"
	"devservers/app/transcript"
)

// sharer reads for a follower of one server, or is given what another follower has read.
type sharer struct {
	*together
	*merge
	src   *source
	limit int // of lines in a page
	yield func(app.LogPage) error
	named string // the run that the last page named
}

// step gives the next page. One follower of a server reads at a time, so that the others find what it has read, and so
// that what only the reading needs is not in memory for each while its client is slow.
func (s *sharer) step(ctx context.Context) (given, error) {
	pages, g, err := s.next(ctx)
	for _, p := range pages {
		if err == nil {
			err = s.yield(p)
		}
	}
	return g, err
}

func (s *sharer) next(ctx context.Context) ([]app.LogPage, given, error) {
	if !s.plain() {
		return s.own(ctx)
	}
	turn := s.turn(s.src.ref)
	turn.Lock()
	defer turn.Unlock()
	here := spot{s.src.ref, s.src.at, s.filter.sgr}
	if p, ok := s.find(here); ok {
		return []app.LogPage{p}, s.pass(p), nil
	}
	pages, g, err := s.own(ctx)
	if len(pages) == 1 && s.plain() && s.src.at.Run == here.at.Run && s.src.at.Seq > here.at.Seq {
		pages[0] = s.keep(here, pages[0])
	}
	return pages, g, err
}

// plain reports whether all that follow from here get the same.
func (s *sharer) plain() bool {
	src, q := s.src, s.q
	return s.limit > 0 && !s.filter.picky() && s.filter.context == 0 && !q.Squeeze && !q.Errors &&
		src.at.Run != "" && src.at.Run == s.named && src.shown.Seq == 0 && len(src.buf) == 0 && src.gap == nil
}

// own reads what this follower alone gets.
func (s *sharer) own(ctx context.Context) ([]app.LogPage, given, error) {
	s.src.most = s.share()
	s.merge.limit = min(s.limit, s.src.most)
	p, err := s.read(ctx, followLook)
	if err != nil {
		return nil, given{}, err
	}
	pages := byRun(p, s.src.at, s.named)
	if n := len(pages); n > 0 {
		s.named = pages[n-1].Run
	}
	g := ofPage(p)
	g.rest = s.rest()
	return pages, g, nil
}

// pass moves past a page that another follower has read.
func (s *sharer) pass(p app.LogPage) given {
	_, s.src.at.Seq, _ = app.ParseCursor(p.Cursor)
	s.src.part = transcript.Line{}
	behind := s.src.log != nil && s.src.log.Bounds().Last-s.src.at.Seq > firstStep
	return given{lines: len(p.Lines) + len(p.Gaps), more: behind, rest: s.rest()}
}
