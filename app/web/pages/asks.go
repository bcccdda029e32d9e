package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/record/history"
	"devservers/app/web/wire"
	"devservers/views"
)

// How long a refused request of an agent waits for the person, and how often the history is read for them.
const (
	askLife  = time.Hour
	asksRead = time.Second
)

// asks finds what waits for the person: files to review, agents that were refused, and agents that want access. It owns
// which refusals the person has confirmed. All methods may be called concurrently.
type asks struct {
	history *history.Store
	consent func(now time.Time) (client, path string)
	permits *access.Permits

	mu      sync.Mutex
	read    time.Time
	entries []history.Entry // requests about servers within askLife, newest first
	refused map[string]bool // by id
}

func newAsks(h *history.Store, consent func(time.Time) (string, string), p *access.Permits) *asks {
	return &asks{history: h, consent: consent, permits: p, refused: map[string]bool{}}
}

// of returns what waits in projects; all of them if they are all projects.
func (a *asks) of(projects []app.ProjectView) (list []views.Ask) {
	refused := a.recent()
	for _, p := range projects {
		if views.Unreviewed(p) {
			list = append(list, review(p, refused))
		}
	}
	for _, p := range projects {
		for st := range p.Each() {
			e, ok := refused[st.Ref().String()]
			if ok && !st.Pinned && !views.Unreviewed(p) && p.Unrun {
				list = append(list, views.Ask{Kind: views.AskReview, Ref: st.Ref(), Client: e.Actor.String()})
			}
			if ok && st.Pinned {
				list = append(list, views.Ask{Kind: views.AskPinned, ID: askID(e), Ref: st.Ref(), Client: e.Actor.String(),
					Action: string(e.Action)})
			}
		}
	}
	list = append(list, changesOf(a.permits.Waiting(), projects)...)
	if a.consent == nil {
		return list
	}
	if client, path := a.consent(time.Now()); path != "" {
		list = append(list, views.Ask{Kind: views.AskConsent, Client: client, Path: path})
	}
	return list
}

// changesOf returns the changes by agents of the shown projects' servers that wait for the person.
func changesOf(waiting []access.PermitRequest, shown []app.ProjectView) (list []views.Ask) {
	for _, r := range waiting {
		if r.Draft != nil {
			list = append(list, views.Ask{Kind: views.AskFile, ID: r.ID, Ref: r.Server, Client: r.By.Client})
			continue
		}
		if slices.ContainsFunc(shown, func(p app.ProjectView) bool { return p.ID == r.Server.Project }) {
			list = append(list, views.Ask{Kind: views.AskChange, ID: r.ID, Ref: r.Server, Client: r.By.Client})
		}
	}
	return list
}

// review returns that a project's file waits for a review, and which agent wanted to start something of it.
func review(p app.ProjectView, refused map[string]history.Entry) views.Ask {
	ask := views.Ask{Kind: views.AskReview, Ref: app.Ref{Project: p.ID}, Changed: p.Trust == settings.Changed}
	if len(refused) == 0 {
		return ask
	}
	for st := range p.Each() {
		if e, ok := refused[st.Ref().String()]; ok {
			ask.Ref, ask.Client = st.Ref(), e.Actor.String()
		}
	}
	return ask
}

func askID(e history.Entry) string { return strconv.FormatInt(e.Time.UnixNano(), 36) }

// recent returns the newest request about each server, by its name, if it is an agent's that only a person can allow.
func (a *asks) recent() map[string]history.Entry {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := time.Now(); now.Sub(a.read) > asksRead {
		entries, err := a.history.Query(history.Query{Since: now.Add(-askLife)})
		if err == nil {
			a.read, a.entries = now, entries
		}
	}
	found, seen := map[string]history.Entry{}, map[string]bool{}
	for _, e := range a.entries {
		if seen[e.Target] {
			continue
		}
		seen[e.Target] = true
		if e.Actor.IsAgent() && e.Result == string(app.CodeNeedsHuman) && !a.refused[askID(e)] && forPerson(e.Action) {
			found[e.Target] = e
		}
	}
	return found
}

// forPerson reports whether the page has a button for what an agent wanted.
func forPerson(action history.Action) bool {
	return slices.Contains([]history.Action{history.Start, history.Stop, history.Restart, history.Run}, action)
}

// refuse removes a request from what waits.
func (a *asks) refuse(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refused[id] = true
}

// Refuse leaves an agent's request refused, and removes it from the page.
func (a *Actions) Refuse(w http.ResponseWriter, r *http.Request, _ app.Ref, fields url.Values) error {
	a.asks.refuse(fields.Get("ask"))
	if !IsFragment(r) {
		return wire.Redirect(w, http.StatusSeeOther, back(r, "/"))
	}
	table := a.rows.tables().table(r.Context(), a.sup.Projects(), fromPage(r).Alone, app.Ref{})
	return wire.WritePage(w, r, http.StatusOK, templ.Join(views.TroubleRows(table), views.Counts(table)))
}
