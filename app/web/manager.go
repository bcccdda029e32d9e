package web

import (
	_ "embed"
	"net/http"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/logs"
)

//go:embed openapi.yaml
var openAPIDocument []byte

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	_, err := w.Write(openAPIDocument)
	return gone(err)
}

// health tells everybody that the manager lives, and nothing more.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]bool{"ok": true})
}

func (s *Server) managerStatus(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, s.sup.View())
}

func (s *Server) history(w http.ResponseWriter, r *http.Request) error {
	q := query{values: r.URL.Query()}
	ask := history.Query{
		Limit: q.count("limit"), Since: q.moment("since"), Actor: q.text("actor"), Target: q.text("target"), Action: q.text("action"),
	}
	if err := q.done(); err != nil {
		return err
	}
	if s.o.History == nil {
		return answer(w, http.StatusOK, []history.Entry{})
	}
	events, err := s.o.History.Query(ask)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, events)
}

// ShutdownRequest is the body of POST /api/shutdown.
type ShutdownRequest struct {
	KeepServers bool `json:"keep_servers"` // leave the servers running for the next manager
}

// ShutdownAnswer tells what is about to end.
type ShutdownAnswer struct {
	Stopping bool     `json:"stopping"`
	Servers  []string `json:"servers"` // project/server of all that run now
}

func (s *Server) shutdown(w http.ResponseWriter, r *http.Request) error {
	var body ShutdownRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	out := ShutdownAnswer{Stopping: true, Servers: []string{}}
	for _, st := range s.statuses() {
		if st.State.Up() {
			out.Servers = append(out.Servers, st.Ref().String())
		}
	}
	err := s.record(r, "shutdown", "", map[string]any{"keep_servers": body.KeepServers}, func() (string, error) { return "", nil })
	if err != nil {
		return err
	}
	if err := answer(w, http.StatusAccepted, out); err != nil {
		return err
	}
	_ = http.NewResponseController(w).Flush()
	if s.o.Shutdown != nil {
		s.o.Shutdown(body.KeepServers)
	}
	return nil
}

// statuses are all servers and tasks of all projects.
func (s *Server) statuses() []app.Status {
	all := []app.Status{}
	for _, p := range s.sup.Projects() {
		all = append(append(all, p.Servers...), p.Tasks...)
	}
	return all
}

// record does what and keeps who asked for it and what came of it.
func (s *Server) record(r *http.Request, action, target string, args map[string]any, what func() (run string, err error)) error {
	if s.o.History == nil {
		_, err := what()
		return err
	}
	return s.o.History.Do(actorOf(r), action, target, args, what)
}

func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	q := query{values: r.URL.Query()}
	ask := logs.SearchQuery{
		Text: q.text("q"), Regex: q.flag("regex"), IgnoreCase: q.flag("ignore_case"), Server: q.text("server"),
		Since: q.moment("since"), Until: q.moment("until"), Limit: q.count("limit"), Projects: q.list("project"),
	}
	if err := q.done(); err != nil {
		return err
	}
	page, err := s.reader.Search(r.Context(), ask)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, page)
}
