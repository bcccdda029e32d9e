package web

import (
	"encoding/json"
	"errors"
	"net/http"

	"devservers/app"
	"devservers/app/reading/edits"
	"devservers/app/web/wire"
)

// errors answers with the errors that a server printed, or streams them: one ErrorPage a line.
func (s logAPI) errors(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	ask := errorQuery(q)
	ask.Ref = ref
	run, seq := q.Cursor("after")
	if ask.After = seq; run != "" && ask.Run == "" {
		ask.Run = run
	}
	follow := q.Flag("follow")
	if err := q.Done(); err != nil {
		return err
	}
	if follow {
		return s.followErrors(w, r, ask)
	}
	page, err := s.edits.Errors(r.Context(), ask)
	return wire.Answer(w, page, err)
}

// errorQuery reads what requests for the errors of one server and of a project share.
func errorQuery(q *wire.Parameters) edits.ErrorQuery {
	ask := edits.ErrorQuery{Run: q.Run("run"), Warnings: q.Flag("warnings"), Fixed: q.Flag("fixed"),
		Limit: q.Count("limit")}
	if ask.Edit = q.Text("since") == "edit"; !ask.Edit {
		ask.Since = q.Moment("since")
	}
	return ask
}

func (s logAPI) followErrors(w http.ResponseWriter, r *http.Request, ask edits.ErrorQuery) error {
	out := &errorStream{wire.Begin(w, "application/x-ndjson")}
	if err := out.Send(); err != nil {
		return wire.Gone(err)
	}
	err := s.edits.FollowErrors(r.Context(), ask, func(p edits.ErrorPage) error {
		return wire.Gone(errors.Join(json.NewEncoder(out).Encode(p), out.Send()))
	})
	return s.endStream(r, out, err)
}

// errorStream writes one ErrorPage a line, and a LogMark that explains why it ends.
type errorStream struct{ wire.Stream }

func (s *errorStream) end(why string) error {
	return errors.Join(json.NewEncoder(s).Encode(LogMark{End: why}), s.Send())
}
