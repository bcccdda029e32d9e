package proxy

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
)

// longestWait is how long a program's request waits for its server.
const longestWait = 30 * time.Second

// Page is what a browser sees instead of a server's answer; programs get its title.
type Page struct {
	app.Status          // of the server, if there is one
	Code       int      // the HTTP status
	Title      string   // in one line
	Text       string   // what to do
	Lines      []string // what the server printed last
	UI         string   // the address of the server's own page
	Start      string   // where a person's click starts the server; "" = it can't be started here
	Reload     bool     // the page loads itself again in a second
}

// ready returns the status of a server that takes requests. Otherwise it has answered: with a page to a browser, which
// loads itself again while the server starts; with 503 to a program, which waits before.
func (p *Proxy) ready(w http.ResponseWriter, r *http.Request, st app.Status) (app.Status, bool) {
	if serves(st) {
		return st, true
	}
	if st.State == app.Sleeping && !socket(r) && !p.foreign(r) {
		go p.wake(st.Ref())
		st.State = app.Starting
	}
	if comes(st) && !page(r) && !socket(r) {
		st = p.await(r.Context(), st)
	}
	if serves(st) {
		return st, true
	}
	if r.Context().Err() == nil {
		p.unready(w, r, st)
	}
	return st, false
}

// foreign reports whether a page of another site makes the request, without a person who followed a link there: an
// image on any page could keep a server awake. Pages of our own servers may call each other.
func (p *Proxy) foreign(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" {
		return false
	}
	followed := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" &&
		r.Header.Get("Sec-Fetch-User") == "?1"
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err != nil {
		return !followed
	}
	_, ours := p.names.find(strings.ToLower(origin.Hostname()))
	return !followed && !ours
}

// wake starts a sleeping server. Simultaneous requests join one start.
func (p *Proxy) wake(ref app.Ref) {
	ctx, cancel := context.WithTimeout(context.Background(), longestWait)
	defer cancel()
	_ = p.o.Start(ctx, ref) // the page of the server explains why it failed
}

// serves reports whether requests can be passed on.
func serves(st app.Status) bool {
	return target(st) != "" && (st.State == app.Ready || st.State == app.Failing || st.State == app.External)
}

// comes reports whether a server is on its way.
func comes(st app.Status) bool { return st.State == app.Starting || st.State == app.Waiting }

// await waits until a server serves or is no longer on its way.
func (p *Proxy) await(ctx context.Context, st app.Status) app.Status {
	ctx, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	host, woken := app.HostName(st.Ref()), st.State == app.Starting
	for range p.o.Changes(ctx) {
		now, ok := p.names.find(host)
		if !ok {
			break
		}
		st = now.Status
		if serves(st) || !comes(st) && !(woken && st.State == app.Sleeping) {
			break
		}
	}
	return st
}

// page reports whether a browser asks for a page.
func page(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		strings.Contains(r.Header.Get("Accept"), "text/html")
}

// unready explains why a server takes no requests.
func (p *Proxy) unready(w http.ResponseWriter, r *http.Request, st app.Status) {
	v := Page{Status: st, Code: http.StatusServiceUnavailable, Title: st.Ref().String() + stateWords(st),
		UI: p.o.UI(st.Ref()), Lines: p.o.Lines(st), Reload: comes(st)}
	switch {
	case v.Reload:
		v.Text = "This page loads when it is ready."
		w.Header().Set("Retry-After", "1")
	case st.State.Up() || st.State == app.External:
		v.Text = "It serves no HTTP that is known."
	case st.Unmanaged:
		v.Text = "devservers does not run it: it appears here once something serves its port."
	default:
		v.Text, v.Start = "In a terminal: `devservers start "+st.Ref().String()+"`", startPath
	}
	p.o.Page(w, r, v)
}

// stateWords is what a title says of a server after its name.
func stateWords(st app.Status) string {
	switch {
	case st.State == app.Failed:
		return " has failed"
	case st.State == app.External || st.Unmanaged:
		return " is not served by devservers"
	}
	return " is " + string(st.State)
}

// startPath is where the page of a server that doesn't run posts to.
const startPath = Reserved + "start"

// startHere starts a server because a person clicked on its page, and leads back to what they wanted. Scripts can't: a
// click that loads a page of the same name is known by headers that only browsers set.
func (p *Proxy) startHere(w http.ResponseWriter, r *http.Request, st app.Status) {
	from, err := url.Parse(r.Header.Get("Origin"))
	clicked := err == nil && from.Host == r.Host && r.Header.Get("Sec-Fetch-Site") == "same-origin" &&
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-User") == "?1"
	if r.Method != http.MethodPost || !clicked {
		http.Error(w, "only a click on the page of the server starts it", http.StatusForbidden)
		return
	}
	go p.wake(st.Ref())
	p.begun(r.Context(), st)
	to := "/"
	if back, err := url.Parse(r.Header.Get("Referer")); err == nil && back.Host == r.Host &&
		!strings.HasPrefix(back.Path, Reserved) {
		to = back.RequestURI()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// begun waits until the state of a server changes, or for a moment.
func (p *Proxy) begun(ctx context.Context, st app.Status) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range p.o.Changes(ctx) {
		if now, ok := p.names.find(app.HostName(st.Ref())); !ok || now.State != st.State {
			return
		}
	}
}

func ambiguous(host string, at place) Page {
	list := []string{at.Ref().String()}
	for _, ref := range at.others {
		list = append(list, ref.String())
	}
	return Page{Code: http.StatusMisdirectedRequest, Title: host + " stands for several servers",
		Text: strings.Join(list, ", ") + ": use their own addresses, or rename one."}
}
