package web

import (
	"context"
	"devservers/app/edits"
	"encoding/json"
	"errors"
	"net/http"
)

// errorDigest answers with the errors that a server printed, or streams them: one ErrorPage a line.
func (s *Server) errorDigest(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	q := query{values: r.URL.Query()}
	ask := edits.ErrorQuery{Ref: ref, Run: q.run("run"), Warnings: q.flag("warnings"), Fixed: q.flag("fixed"), Limit: q.count("limit")}
	if ask.Edit = q.text("since") == "edit"; !ask.Edit {
		ask.Since = q.moment("since")
	}
	run, seq := q.cursor("after")
	if ask.After = seq; run != "" && ask.Run == "" {
		ask.Run = run
	}
	follow := q.flag("follow")
	if err := q.done(); err != nil {
		return err
	}
	if follow {
		return s.followErrors(w, r, ask)
	}
	page, err := s.edits.Errors(r.Context(), ask)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, page)
}

func (s *Server) followErrors(w http.ResponseWriter, r *http.Request, ask edits.ErrorQuery) error {
	out := &errorStream{begin(w, "application/x-ndjson")}
	if err := out.flush(); err != nil {
		return gone(err)
	}
	err := s.edits.FollowErrors(r.Context(), ask, func(p edits.ErrorPage) error {
		return gone(errors.Join(json.NewEncoder(out).Encode(p), out.flush()))
	})
	return s.endStream(r, out, err)
}

// errorStream writes one ErrorPage a line, and a LogMark that says why it ends.
type errorStream struct{ stream }

func (s *errorStream) end(why string) error {
	return errors.Join(json.NewEncoder(s).Encode(LogMark{End: why}), s.flush())
}

// editVerdict answers with what the last edit of a project's files did, once that is clear or the time is over.
func (s *Server) editVerdict(w http.ResponseWriter, r *http.Request) error {
	view, err := s.sup.Project(r.PathValue("id"))
	if err != nil {
		return err
	}
	q := query{values: r.URL.Query()}
	wait := q.duration("timeout", longestWait)
	if err := q.done(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	page, err := s.edits.AwaitEdit(ctx, view.ID, "")
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, page)
}
