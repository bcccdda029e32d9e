package web

import (
	"encoding/json"
	"errors"
	"fmt"

	"devservers/app"
	"devservers/app/web/wire"
)

// A follower writes pages of lines in one format.
type follower interface {
	page(app.LogPage) error
	end(why string) error // writes and flushes what is left
	Send() error
}

// LogMark is a line of a followed log that is not output. It has no seq.
type LogMark struct {
	Run    string   `json:"run,omitempty"`    // the lines that come are of this run
	Cursor string   `json:"cursor,omitempty"` // where in it the reader is
	Gap    *app.Gap `json:"gap,omitempty"`    // these lines are gone
	End    string   `json:"end,omitempty"`    // the last mark: over (the run is), manager (it stops), fault
}

// jsonStream writes one JSON object a line.
type jsonStream struct {
	wire.Stream
	run string
}

func (s *jsonStream) page(p app.LogPage) error {
	out := json.NewEncoder(s)
	var errs []error
	if s.run != p.Run {
		s.run = p.Run
		errs = append(errs, out.Encode(LogMark{Run: p.Run, Cursor: p.Cursor}))
	}
	for l := range p.All() {
		if l.Gap != nil {
			errs = append(errs, out.Encode(LogMark{Gap: l.Gap}))
		} else {
			errs = append(errs, out.Encode(l.LogLine))
		}
	}
	return errors.Join(errs...)
}

func (s *jsonStream) end(why string) error {
	return errors.Join(json.NewEncoder(s).Encode(LogMark{End: why}), s.Send())
}

// textStream writes lines as text. An unfinished line gets its line end later.
type textStream struct {
	wire.Stream
	open int64 // seq of the line that is unfinished on the client's screen
}

func (s *textStream) page(p app.LogPage) error {
	for l := range p.All() {
		if l.Gap != nil {
			s.gap(*l.Gap)
		} else {
			s.line(l.LogLine)
		}
	}
	return nil // a Stream keeps its error until it is sent
}

func (s *textStream) line(l app.LogLine) {
	if s.open != 0 && s.open != l.Seq {
		_ = s.WriteByte('\n')
	}
	_, _ = s.WriteString(l.Text)
	if s.open = l.Seq; !l.Partial {
		s.open = 0
		_ = s.WriteByte('\n')
	}
}

func (s *textStream) gap(g app.Gap) {
	if g.To == 0 {
		fmt.Fprintf(s, "··· an earlier run is no longer stored, from its line %d on ···\n", g.From)
		return
	}
	fmt.Fprintf(s, "··· %d lines are gone ···\n", g.To-g.From+1)
}

func (s *textStream) end(string) error {
	if s.open != 0 {
		_ = s.WriteByte('\n')
	}
	return s.Send()
}
