package web

import (
	_ "embed"
	"io"
	"net/http"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

//go:embed openapi.yaml
var openAPIDocument []byte

func openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	_, err := w.Write(openAPIDocument)
	return wire.Gone(err)
}

// schema answers editors, which have no credential, with the JSON Schema of devservers.yml. It is the same everywhere.
func schema(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/schema+json")
	_, err := io.WriteString(w, config.Schema())
	return wire.Gone(err)
}

// health shows anyone that the manager lives, and nothing more.
func health(w http.ResponseWriter, _ *http.Request) error {
	return wire.WriteJSON(w, http.StatusOK, map[string]bool{"ok": true})
}

// managerAPI answers requests about the manager itself.
type managerAPI struct {
	sup     *supervisor.Supervisor
	history *history.Store
	end     func(keepServers bool)
}

func (m managerAPI) status(w http.ResponseWriter, _ *http.Request) error {
	return wire.WriteJSON(w, http.StatusOK, m.sup.View())
}

// past answers who did what.
func (m managerAPI) past(w http.ResponseWriter, r *http.Request) error {
	q := wire.NewParameters(r.URL.Query())
	ask := history.Query{
		Limit: q.Count("limit"), Since: q.Moment("since"), Actor: q.Text("actor"), Target: q.Text("target"),
		Action: history.Action(q.Text("action")),
	}
	if err := q.Done(); err != nil {
		return err
	}
	entries, err := m.history.Query(ask)
	return wire.Answer(w, entries, err)
}

// ShutdownRequest is the body of POST /api/shutdown.
type ShutdownRequest struct {
	KeepServers bool `json:"keep_servers"` // leave the servers running for the next manager
}

// ShutdownAnswer describes what is about to end.
type ShutdownAnswer struct {
	Stopping bool     `json:"stopping"`
	Servers  []string `json:"servers"` // project/server of all that run now
}

// shutdown ends the manager once the answer has gone out.
func (m managerAPI) shutdown(w http.ResponseWriter, r *http.Request) error {
	var body ShutdownRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	out := ShutdownAnswer{Stopping: true, Servers: []string{}}
	for _, st := range app.Statuses(m.sup.Projects()) {
		if st.State.Up() {
			out.Servers = append(out.Servers, st.Ref().String())
		}
	}
	args := map[string]any{"keep_servers": body.KeepServers}
	_ = m.history.Do(guard.ActorOf(r), history.Shutdown, app.Ref{}, args, func() error { return nil })
	if err := wire.WriteJSON(w, http.StatusAccepted, out); err != nil {
		return err
	}
	_ = http.NewResponseController(w).Flush()
	if m.end != nil {
		m.end(body.KeepServers)
	}
	return nil
}
