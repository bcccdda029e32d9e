package session

import (
	"context"
	"errors"
	"net/url"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
)

// Elicit shows people the pages on which they do what an agent may not, in clients that can (URL elicitation).
type Elicit struct {
	Sup     *supervisor.Supervisor
	Permits *access.Permits
	Longest time.Duration // how long a call may wait
	can     *Recent       // sessions of earlier revisions whose client can
	shown   *Recent       // what such a client was asked to show, with the session
}

// elicitsKept bounds what is remembered of sessions: a forgotten one gets the address as text.
const elicitsKept = 1024

// NewElicit returns an Elicit for calls that wait at most longest.
func NewElicit(sup *supervisor.Supervisor, permits *access.Permits, longest time.Duration) *Elicit {
	return &Elicit{Sup: sup, Permits: permits, Longest: longest, can: NewRecent(elicitsKept),
		shown: NewRecent(elicitsKept)}
}

// Began notes what the client of a new session can: earlier revisions say it once.
func (e *Elicit) Began(ctx context.Context, _ any, m *protocol.InitializeRequest, _ *protocol.InitializeResult) {
	if s := mcpgo.ClientSessionFromContext(ctx); s != nil && showsAddresses(&m.Params.Capabilities) {
		e.can.Add(s.SessionID())
	}
}

func showsAddresses(client *protocol.ClientCapabilities) bool {
	return client != nil && client.Elicitation != nil && client.Elicitation.URL != nil
}

// able reports whether the client of a call shows addresses.
func (e *Elicit) able(ctx context.Context) bool {
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return showsAddresses(info.ClientCapabilities)
	}
	s := mcpgo.ClientSessionFromContext(ctx)
	return s != nil && e.can.Has(s.SessionID())
}

// Refusal is a failed call.
type Refusal struct {
	Call  protocol.CallToolRequest
	Visit Visit
	About app.Ref    // the server or task of the call
	fail  *app.Error // its code is needs_human
}

// ToPerson returns, if err is a failure that needs a person, the answer that makes the client show the person where to
// click, or an error that does so in earlier revisions. Once the client has done that, it waits for the click instead,
// and reports whether to try the call again.
func (e *Elicit) ToPerson(ctx context.Context, r Refusal, err error) (answer *protocol.CallToolResult, again bool,
	shows error) {
	if !errors.As(err, &r.fail) || r.fail.Code != app.CodeNeedsHuman || !e.able(ctx) {
		return nil, false, nil
	}
	page, id := e.pageFor(r)
	params := protocol.ElicitationParams{Mode: protocol.ElicitationModeURL, Message: r.fail.Detail, ElicitationID: id,
		URL: r.Visit.Base + page}
	if protocol.IsModernProtocol(mcpgo.RequestProtocolVersion(ctx)) {
		if r.Call.Params.RequestState != id {
			return mcpgo.NewInputRequestBuilder(id).Elicit(elicited, params).ToolResult(), false, nil
		}
		return nil, opened(r.Call.Params.InputResponses[elicited]) && e.clicked(ctx, r.fail), nil
	}
	shown := mcpgo.ClientSessionFromContext(ctx).SessionID() + id
	if e.shown.Has(shown) {
		return nil, e.clicked(ctx, r.fail), nil
	}
	e.shown.Add(shown)
	return nil, false, protocol.URLElicitationRequiredError{Elicitations: []protocol.ElicitationParams{params}}
}

// elicited names our only question in an answer of the newest revision.
const elicited = "person"

// opened reports whether the person has agreed to open the address.
func opened(answer protocol.InputResponse) bool {
	err := answer.DecodeFor(protocol.MethodElicitationCreate)
	return err == nil && answer.Elicitation != nil &&
		answer.Elicitation.Action == protocol.ElicitationResponseActionAccept
}

// PageOf returns the page on which a person does what an agent may not: of a failure about a server or project.
func (e *Elicit) PageOf(about app.Ref, fail app.Error) string {
	page, _ := e.pageFor(Refusal{About: about, fail: &fail})
	return page
}

// pageFor returns the page on which a person does what an agent may not, and an id of exactly that.
func (e *Elicit) pageFor(r Refusal) (page, id string) {
	if r.fail.Permit != "" {
		page = "/waiting/" + r.fail.Permit
		return page, page
	}
	if v := e.untrusted(r.fail); v.ID != "" {
		page = "/p/" + url.PathEscape(v.ID) + "/trust"
		return page, page + "#" + v.SHA256
	}
	if page = "/"; r.About.Project != "" {
		page = "/p/" + url.PathEscape(r.About.Project)
	}
	return page, page + "#" + r.fail.Detail
}

// untrusted returns the project whose file a person has to trust; without an id if it isn't about that.
func (e *Elicit) untrusted(fail *app.Error) app.ProjectView {
	for _, v := range e.Sup.Projects() {
		if fail.Untrusted != "" && v.Path == fail.Untrusted {
			return v
		}
	}
	return app.ProjectView{}
}

// clicked waits until the person has decided, as long as a call may. It reports whether they have.
func (e *Elicit) clicked(ctx context.Context, fail *app.Error) bool {
	longest := e.Longest
	if Can(ctx) {
		longest = Longest
		Say(ctx, "waiting for a person: "+fail.Detail)
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if fail.Permit != "" {
		return e.Permits.Await(ctx, fail.Permit) == nil
	}
	id := e.untrusted(fail).ID
	if id == "" {
		return false
	}
	for range e.Sup.Changes(ctx) {
		if v, err := e.Sup.Project(id); err != nil || v.Trust == settings.Trusted && !v.Unrun {
			return err == nil
		}
	}
	return false
}
