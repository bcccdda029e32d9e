package web

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"devservers/app"
)

// A follower writes pages of lines in one format.
type follower interface {
	page(app.LogPage) error
	end(why string) error // writes and flushes what is left
	flush() error
}

// stream is a buffered writer to the client. Its writes fail once the client has not read for too long.
type stream struct {
	*bufio.Writer
	conn *http.ResponseController
}

func begin(w http.ResponseWriter, kind string) stream {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(http.StatusOK)
	return stream{bufio.NewWriterSize(w, 32<<10), http.NewResponseController(w)}
}

func (s stream) flush() error {
	if err := s.Flush(); err != nil {
		return err
	}
	return s.conn.Flush()
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
	stream
	run string
}

func (s *jsonStream) page(p app.LogPage) error {
	out := json.NewEncoder(s)
	var errs []error
	if s.run != p.Run {
		s.run = p.Run
		errs = append(errs, out.Encode(LogMark{Run: p.Run, Cursor: p.Cursor}))
	}
	for _, piece := range interleave(p) {
		errs = append(errs, out.Encode(piece))
	}
	return errors.Join(errs...)
}

func (s *jsonStream) end(why string) error {
	return errors.Join(json.NewEncoder(s).Encode(LogMark{End: why}), s.flush())
}

// interleave puts the gaps of a page where they lie between its lines.
func interleave(p app.LogPage) []any {
	var out []any
	gaps := p.Gaps
	for _, l := range p.Lines {
		for len(gaps) > 0 && gaps[0].To < l.Seq {
			out = append(out, LogMark{Gap: &gaps[0]})
			gaps = gaps[1:]
		}
		out = append(out, l)
	}
	for i := range gaps {
		out = append(out, LogMark{Gap: &gaps[i]})
	}
	return out
}

// textStream writes lines as text. An unfinished line gets its line end later.
type textStream struct {
	stream
	open int64 // seq of the line that is unfinished on the client's screen
}

func (s *textStream) page(p app.LogPage) error {
	for _, piece := range interleave(p) {
		switch piece := piece.(type) {
		case LogMark:
			s.gap(*piece.Gap)
		case app.LogLine:
			s.line(piece)
		}
	}
	return nil // a bufio.Writer keeps its error until it is flushed
}

func (s *textStream) line(l app.LogLine) {
	if s.open != 0 && s.open != l.Seq {
		s.WriteByte('\n')
	}
	s.WriteString(l.Text)
	if s.open = l.Seq; !l.Partial {
		s.open = 0
		s.WriteByte('\n')
	}
}

func (s *textStream) gap(g app.Gap) {
	if g.To == 0 {
		fmt.Fprintf(s, "··· an earlier run is gone, from its line %d on ···\n", g.From)
		return
	}
	fmt.Fprintf(s, "··· %d lines are gone ···\n", g.To-g.From+1)
}

func (s *textStream) end(string) error {
	if s.open != 0 {
		s.WriteByte('\n')
	}
	return s.flush()
}
