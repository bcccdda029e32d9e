package proxy

import (
	"context"
	"net/http"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// Manage answers requests about the hosts themselves.
type Manage struct {
	Hosts   *hosts.Hosts
	History *history.Store
}

// checkLimit bounds how long a request waits for a host.
const checkLimit = 35 * time.Second

// person refuses agents: a host's address is a command that this manager runs.
func person(r *http.Request, host string) error {
	if guard.ActorOf(r).IsAgent() {
		return app.Failf(app.CodeNeedsHuman, "a person can, in a terminal: devservers host",
			"agents can't change the host %s", host)
	}
	return nil
}

// List answers with all hosts.
func (m Manage) List(w http.ResponseWriter, r *http.Request) error {
	m.Hosts.Refresh(r.Context())
	list := m.Hosts.Views()
	for i, v := range list {
		if guard.ActorOf(r).IsAgent() && !v.ForAgents { // that it exists is enough to ask a person for it
			list[i].Projects = []app.ProjectView{}
		}
	}
	return wire.WriteJSON(w, http.StatusOK, list)
}

// HostRequest is the body of POST /api/hosts and of a check.
type HostRequest struct {
	Name    string            `json:"name,omitempty"`
	Address string            `json:"address,omitempty"`
	Agents  bool              `json:"agents,omitempty"`
	Env     map[string]string `json:"env,omitempty"` // of the shell: where ssh finds its agent, and the like
}

// Add stores a host and answers once it is reached, or why it isn't.
func (m Manage) Add(r *http.Request, _ app.Ref, body HostRequest) (app.HostView, error) {
	return m.do(r, body.Name, "add", body.Address, func(ctx context.Context) (app.HostView, error) {
		return m.Hosts.Add(ctx, hosts.Declared{Name: body.Name, Address: body.Address, Agents: body.Agents, Env: body.Env})
	})
}

// Check answers with a host after a sign of life, or another try.
func (m Manage) Check(r *http.Request, _ app.Ref, body HostRequest) (app.HostView, error) {
	if guard.ActorOf(r).IsAgent() || guard.CredentialOf(r) != guard.Bearer {
		body.Env = nil // of a person's shell only
	}
	ctx, cancel := context.WithTimeout(r.Context(), checkLimit)
	defer cancel()
	return m.Hosts.Check(ctx, r.PathValue("host"), body.Env)
}

// Allow lets agents use a host, or no longer.
func (m Manage) Allow(r *http.Request, _ app.Ref, body HostRequest) (app.HostView, error) {
	word := "allow-agents"
	if !body.Agents {
		word = "refuse-agents"
	}
	return m.do(r, r.PathValue("host"), word, "", func(context.Context) (app.HostView, error) {
		return m.Hosts.Allow(r.PathValue("host"), body.Agents)
	})
}

// Remove forgets a host.
func (m Manage) Remove(w http.ResponseWriter, r *http.Request) error {
	_, err := m.do(r, r.PathValue("host"), "remove", "", func(context.Context) (app.HostView, error) {
		return app.HostView{}, m.Hosts.Remove(r.PathValue("host"))
	})
	return wire.NoContent(w, err)
}

// do changes a host for a person, and records that.
func (m Manage) do(r *http.Request, host, what, address string,
	change func(context.Context) (app.HostView, error)) (app.HostView, error) {
	if err := person(r, host); err != nil {
		return app.HostView{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), checkLimit)
	defer cancel()
	args := map[string]any{"change": what}
	if address != "" {
		args["address"] = address
	}
	return history.RecordEntry(m.History, history.Entry{Actor: guard.ActorOf(r), Action: history.Host,
		Target: app.OnHost(host, ""), Args: args, Detail: strings.TrimSpace(what + " " + address)},
		func() (app.HostView, error) { return change(ctx) })
}
