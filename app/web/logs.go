package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"devservers/app"
)

// logRequest is what a request for a log asks for besides the lines.
type logRequest struct {
	app.LogQuery
	format string
	follow bool
	bytes  int64 // of the raw output's end; -1 = not said
}

func (s *Server) logs(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	ask, err := readLogRequest(r, ref)
	if err != nil {
		return err
	}
	s.sup.Touch(ref)
	switch {
	case ask.format == "raw":
		return s.rawLog(w, r, ask)
	case ask.follow:
		return s.followLog(w, r, ask)
	}
	return s.logPage(w, r, ask)
}

func readLogRequest(r *http.Request, ref app.Ref) (logRequest, error) {
	q := query{values: r.URL.Query()}
	ask := logRequest{LogQuery: app.LogQuery{
		Ref: ref, Run: q.run("run"), Tail: q.count("tail"), Since: q.moment("since"), Until: q.moment("until"),
		Grep: q.text("grep"), Regex: q.flag("regex"), IgnoreCase: q.flag("ignore_case"), Level: q.text("level"),
		Context: q.count("context"), Limit: q.count("limit"), SGR: q.flag("color"),
	}}
	ask.Only = ask.Run != ""
	ask.place(&q)
	ask.format, ask.follow, ask.bytes = q.oneOf("format", "json", "text", "raw"), q.flag("follow"), -1
	if q.given("tail_bytes") {
		ask.bytes = q.seq("tail_bytes")
	}
	return ask, q.done()
}

// place finds out where to begin. A cursor names its run, but does not bind a follower to it.
func (ask *logRequest) place(q *query) {
	after, before := "", ""
	after, ask.After = q.cursor("after")
	before, ask.Before = q.cursor("before")
	for _, run := range []string{after, before} {
		if run != "" && ask.Run != "" && run != ask.Run {
			q.fail("run", "the cursor is of another run")
		}
		if ask.Run == "" {
			ask.Run = run
		}
	}
	ask.Forward = (q.given("after") || !ask.Since.IsZero()) && !q.given("tail")
	if q.given("tail") && ask.Tail == 0 {
		ask.Tail = -1
	}
}

// given tells whether the name is in the query with a value.
func (q *query) given(name string) bool {
	q.names = append(q.names, name)
	return q.values.Get(name) != ""
}

// run is a run's id.
func (q *query) run(name string) string {
	s := q.text(name)
	if s == "" {
		return ""
	}
	if _, _, err := app.ParseCursor(s + ":0"); err != nil {
		q.fail(name, "it is the id of a run")
	}
	return s
}

func (s *Server) logPage(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	page, err := s.sup.Logs(r.Context(), ask.LogQuery)
	if err != nil {
		return err
	}
	if ask.format == "json" {
		return answer(w, http.StatusOK, page)
	}
	w.Header().Set("X-Devservers-Cursor", page.Cursor)
	out := &textStream{stream: begin(w, "text/plain; charset=utf-8")}
	return gone(errors.Join(out.page(page), out.end("")))
}

// followLog streams until the client leaves, the manager stops or, with run=, the run is over.
func (s *Server) followLog(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	var out follower
	start := func() {
		if ask.format == "json" {
			out = &jsonStream{stream: begin(w, "application/x-ndjson")}
		} else {
			out = &textStream{stream: begin(w, "text/plain; charset=utf-8")}
		}
	}
	if st, err := s.sup.Status(ask.Ref); err == nil && st.Run == "" {
		start() // nothing may come for long: say at once that the request is fine
		if err := out.flush(); err != nil {
			return gone(err)
		}
	}
	err := s.sup.FollowLogs(r.Context(), ask.LogQuery, func(p app.LogPage) error {
		if out == nil {
			start()
		}
		return gone(errors.Join(out.page(p), out.flush()))
	})
	if out == nil {
		return err
	}
	return s.endStream(r, out, err)
}

// endStream says why a stream ends, as far as somebody is still there to read it.
func (s *Server) endStream(r *http.Request, out follower, err error) error {
	switch {
	case err == nil:
		err = out.end("over")
	case s.base.Err() != nil:
		err = out.end("manager")
	case r.Context().Err() != nil || errors.Is(err, errGone):
		return nil
	default:
		s.fault(r, err)
		err = out.end("fault")
	}
	return gone(err)
}

// A follower writes pages of lines in one of the formats.
type follower interface {
	page(app.LogPage) error
	end(why string) error // writes and flushes what is left
	flush() error
}

// stream is a buffered way to the client. Its writes fail when the client has stopped reading for too long.
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

// LogMark is a line of a followed log that is no line of output. It has no seq.
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

// textStream writes lines as text. An unfinished one has no line end until it has one.
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

// The sizes of raw output: what a terminal that attaches is shown first, and one read.
const (
	rawTail = 64 << 10
	rawStep = 64 << 10
)

// rawLog sends a run's bytes as printed: all of them for a download, the end of them for a terminal, which then gets
// what comes until the run is over.
func (s *Server) rawLog(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	l, err := s.sup.OpenLog(ask.Ref, ask.Run)
	if err != nil {
		return err
	}
	defer l.Close()
	end, off := l.Bounds().End, int64(0)
	if ask.follow && ask.bytes < 0 {
		ask.bytes = rawTail
	}
	if ask.bytes >= 0 {
		off = l.TailOffset(ask.bytes)
	}
	w.Header().Set("X-Devservers-Run", l.Run)
	w.Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote(ask.Ref.Name+"-"+l.Run+".log"))
	out := begin(w, "application/octet-stream")
	if !ask.follow {
		_, err := copyRaw(out, l, off, end)
		return gone(errors.Join(err, out.flush()))
	}
	return gone(followRaw(r.Context(), out, l, off))
}

// rawReader is a transcript's bytes; see transcript.Reader.
type rawReader interface {
	Raw(off int64, buf []byte) (n int, at int64, err error)
}

// copyRaw copies from off up to end, leaving out what is gone, and gives where it has got to.
func copyRaw(out io.Writer, from rawReader, off, end int64) (int64, error) {
	buf := make([]byte, rawStep)
	for off < end {
		n, at, err := from.Raw(off, buf[:min(rawStep, end-off)])
		if err != nil || n == 0 {
			return off, err
		}
		if _, err := out.Write(buf[:n]); err != nil {
			return off, err
		}
		off = at + int64(n)
	}
	return off, nil
}

func followRaw(ctx context.Context, out stream, l *app.Log, off int64) error {
	for {
		changed, over := l.Changed(), l.Over() // before the reading, so that nothing is missed
		var err error
		if off, err = copyRaw(out, l, off, l.Bounds().End); err != nil {
			return err
		}
		if err := out.flush(); err != nil || over {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
