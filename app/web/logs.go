package web

import (
	"errors"
	"net/http"

	"devservers/app"
	"devservers/app/logs"
)

// logRequest is what a request for a log asks for besides the lines.
type logRequest struct {
	logs.Query
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
	ask := logRequest{Query: logs.Query{
		Ref: ref, Run: q.run("run"), Tail: q.count("tail"), Since: q.moment("since"), Until: q.moment("until"),
		Grep: q.text("grep"), Regex: q.flag("regex"), IgnoreCase: q.flag("ignore_case"), Level: q.text("level"),
		Context: q.count("context"), Limit: q.count("limit"), SGR: q.flag("color"),
	}}
	ask.Only = ask.Run != ""
	ask.place(&q)
	ask.format, ask.follow, ask.bytes = oneOf(&q, "format", "json", "text", "raw"), q.flag("follow"), -1
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

func (s *Server) logPage(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	page, err := s.reader.Read(r.Context(), ask.Query)
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
	err := s.reader.Follow(r.Context(), ask.Query, func(p app.LogPage) error {
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
func (s *Server) endStream(r *http.Request, out interface{ end(why string) error }, err error) error {
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
