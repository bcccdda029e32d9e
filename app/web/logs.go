package web

import (
	"cmp"
	"errors"
	"net/http"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/hosts"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/web/guard"
	"devservers/app/web/proxy"
	"devservers/app/web/wire"
)

// logAPI answers requests for what servers have printed.
type logAPI struct {
	sup      *supervisor.Supervisor
	hosts    *hosts.Hosts
	reader   *logs.Logs
	edits    *edits.Edits
	streams  wire.Streams
	problems *problems
}

func (s *Site) output() logAPI {
	return logAPI{s.sup, s.o.Hosts, s.o.Logs, s.o.Edits, s.streams, s.problems}
}

// logRequest is a query for lines, and the form of the answer.
type logRequest struct {
	logs.Query
	format string
	follow bool
	bytes  int64 // of the raw output's end; -1: not given
}

func (s logAPI) logs(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	ask, err := readLogRequest(r, ref)
	if err != nil {
		return err
	}
	s.sup.Activity.Touch(ref)
	switch {
	case ask.format == "raw":
		return s.rawLog(w, r, ask)
	case ask.follow:
		return s.followLog(w, r, ask)
	}
	return s.logPage(w, r, ask)
}

func readLogRequest(r *http.Request, ref app.Ref) (logRequest, error) {
	q := wire.NewParameters(r.URL.Query())
	ask := logRequest{Query: logs.Query{
		Ref: ref, Run: q.Run("run"), Since: q.Moment("since"), Until: q.Moment("until"),
		Grep: q.Text("grep"), Regex: q.Flag("regex"), IgnoreCase: q.Flag("ignore_case"),
		Levels:  logs.AtLeast(q.Text("level")),
		Context: q.Count("context"), SGR: q.Flag("color"), Squeeze: q.Flag("squeeze"),
	}}
	ask.Only = ask.Run != ""
	ask.place(q)
	ask.format, ask.follow, ask.bytes = wire.OneOf(q, "format", "json", "text", "raw"), q.Flag("follow"), -1
	if q.Given("tail_bytes") {
		ask.bytes = q.Seq("tail_bytes")
	}
	return ask, q.Done()
}

// place finds where to begin. A cursor names its run, but does not bind a follower to it.
func (ask *logRequest) place(q *wire.Parameters) {
	after, before := "", ""
	after, ask.After = q.Cursor("after")
	before, ask.Before = q.Cursor("before")
	for _, run := range []string{after, before} {
		if run != "" && ask.Run != "" && run != ask.Run {
			q.Fail("run", "the cursor belongs to another run")
		}
		ask.Run = cmp.Or(ask.Run, run)
	}
	tail, limit := q.Count("tail"), q.Count("limit")
	if ask.Limit = tail; q.Given("tail") && tail == 0 {
		ask.Limit = -1
	}
	if (q.Given("after") || !ask.Since.IsZero()) && !q.Given("tail") {
		ask.Direction, ask.Limit = logs.Forward, limit
	}
}

func (s logAPI) logPage(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	page, err := s.reader.Read(r.Context(), ask.Query)
	if err != nil {
		return err
	}
	if ask.format == "json" {
		return wire.WriteJSON(w, http.StatusOK, page)
	}
	w.Header().Set("X-Devservers-Cursor", page.Cursor)
	out := &textStream{Stream: wire.Begin(w, "text/plain; charset=utf-8")}
	return wire.Gone(errors.Join(out.page(page), out.end("")))
}

// followLog streams until the client leaves, the manager stops or, with run=, the run is over.
func (s logAPI) followLog(w http.ResponseWriter, r *http.Request, ask logRequest) error {
	var out follower
	start := func() {
		if ask.format == "json" {
			out = &jsonStream{Stream: wire.Begin(w, "application/x-ndjson")}
		} else {
			out = &textStream{Stream: wire.Begin(w, "text/plain; charset=utf-8")}
		}
	}
	if begun, err := s.reader.Begun(ask.Ref); err == nil && !begun {
		start() // there may be no output for long: confirm the request immediately
		if err := out.Send(); err != nil {
			return wire.Gone(err)
		}
	}
	err := s.reader.Follow(r.Context(), ask.Query, func(p app.LogPage) error {
		if out == nil {
			start()
		}
		return wire.Gone(errors.Join(out.page(p), out.Send()))
	})
	if out == nil {
		return err
	}
	return s.endStream(r, out, err)
}

// endStream explains why a stream ends, unless its client is gone.
func (s logAPI) endStream(r *http.Request, out interface{ end(why string) error }, err error) error {
	switch {
	case err == nil:
		err = out.end("over")
	case s.streams.Stopping():
		err = out.end("manager")
	case r.Context().Err() != nil || errors.Is(err, wire.ErrGone):
		return nil
	default:
		s.problems.Log(r, err)
		err = out.end("fault")
	}
	return wire.Gone(err)
}

// search answers the lines that match, in all runs.
func (s logAPI) search(w http.ResponseWriter, r *http.Request) error {
	q := wire.NewParameters(r.URL.Query())
	ask := logs.Query{
		Grep: q.Text("q"), Regex: q.Flag("regex"), IgnoreCase: q.Flag("ignore_case"),
		Since: q.Moment("since"), Until: q.Moment("until"), Limit: q.Count("limit"), Projects: q.List("project"),
		Servers: q.List("server"),
	}
	local := q.Flag("local")
	if err := q.Done(); err != nil {
		return err
	}
	page, err := s.reader.Search(r.Context(), ask)
	if err == nil && !local {
		proxy.Search(r.Context(), s.hosts, guard.ActorOf(r), ask, &page)
	}
	return wire.Answer(w, page, err)
}
