package hosts

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Header is the header of requests through a pipe: what the host is called here. The manager there accepts it from its
// Unix socket only.
const Header = "X-Devservers-Host"

// RoundTrip sends a request to the manager there, with its token. A Host header that is set stays.
func (l *Link) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	out.URL.Scheme, out.URL.Host = "http", "manager"
	for again := range 2 {
		token, host := l.manager()
		if out.Header.Set("Authorization", "Bearer "+token); r.Host == "" || r.Host == "manager" {
			out.Host = host
		}
		res, err := l.Pass(out)
		if err != nil {
			return nil, err
		}
		if res.StatusCode != http.StatusUnauthorized && res.StatusCode != http.StatusForbidden || again > 0 ||
			!l.renew(token, r, out) {
			return res, nil
		}
		_ = res.Body.Close()
	}
	return nil, l.Away()
}

// doubtAfter is how long a request waits before the pipe is doubted: with AnswerLimit it fails before 5 seconds
// are over if nothing lives there any more. An operation that takes long is no reason to fail.
const doubtAfter = 500 * time.Millisecond

// Pass sends a request as it is: for the pages of that manager and of its servers, which know their own credentials.
func (l *Link) Pass(r *http.Request) (*http.Response, error) {
	doubt := time.AfterFunc(doubtAfter, func() {
		if p, _ := l.look(); p != nil {
			l.feel(l.ctx, p)
		}
	})
	defer doubt.Stop()
	res, err := l.http.RoundTrip(r)
	if err != nil {
		return nil, l.explain(err)
	}
	return res, nil
}

// explain returns the error of a request that got no answer.
func (l *Link) explain(err error) error {
	var known *app.Error
	if errors.As(err, &known) {
		return known
	}
	if p, _ := l.look(); p == nil || failureOf(silent(err)).Stage == StepAnswer {
		f := failureOf(silent(err))
		if v := l.View(); v.State == app.HostUnreachable {
			return l.Away()
		}
		return app.Failf(app.CodeHostAway, "devservers host check "+l.Name(), "%s can't be reached: %s", l.Name(), f.Text)
	}
	return err
}

// manager returns the token of the manager there and the name that it answers to.
func (l *Link) manager() (token, host string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	u, err := url.Parse(l.beat.URL)
	if err != nil || u.Host == "" {
		return l.beat.Token, "localhost"
	}
	return l.beat.Token, u.Host
}

// renew reports whether the manager there has another token than the one that was sent, and out can be sent again.
func (l *Link) renew(sent string, r, out *http.Request) bool {
	if now, _ := l.manager(); now == sent || now == "" { // "": it was asked while no manager ran
		p, _ := l.look()
		if p == nil || !l.feel(r.Context(), p) {
			return false
		}
	}
	if now, _ := l.manager(); now == sent || now == "" {
		return false
	}
	if r.Body == nil || r.Body == http.NoBody {
		return true
	}
	if r.GetBody == nil {
		return false
	}
	body, err := r.GetBody()
	out.Body = body
	return err == nil
}

// Clean returns a reader of JSON from the host that names everything as it is called here.
func (l *Link) Clean(in io.Reader, colors bool, more ...Rule) io.Reader {
	full := func(s string) string { // a name with its project
		if strings.Contains(s, "/") && names().MatchString(s) {
			return l.prefixed(s)
		}
		return s
	}
	rules := append(more, Rule{Key: "project", Do: l.prefixed}, Rule{Key: "target", Do: l.prefixed},
		Rule{Key: "server", Do: full},
		Rule{Key: "started", Do: full}, Rule{Key: "choices", Do: full},
		Rule{Key: "url", Do: func(string) string { return "" }}, // of that machine: nothing listens there here
		Rule{Key: "named_url", Do: l.Here}, Rule{Key: "viewer_url", Do: l.viewer})
	return NewRewriter(in, colors, rules...)
}

// Project is the rule for the ids of projects.
func (l *Link) Project() Rule { return Rule{Key: "id", Depth: 1, Do: l.prefixed} }

// prefixed returns a name there as it is written here.
func (l *Link) prefixed(name string) string {
	if name == "" {
		return ""
	}
	return app.OnHost(l.Name(), name)
}

// Port returns the port of the manager there, with its colon.
func (l *Link) Port() string {
	_, host := l.manager()
	if at := strings.LastIndexByte(host, ':'); at >= 0 {
		return host[at:]
	}
	return ":80"
}

// Here returns an address of a server or page there as it is reached here: web.shop.localhost:7912 is
// web.shop.box.localhost:7912.
func (l *Link) Here(address string) string {
	from, to := l.Renamed()
	return strings.ReplaceAll(address, from, to)
}

// Renamed returns the end of the host names there, with the port, and what replaces it here.
func (l *Link) Renamed() (from, to string) {
	here := ""
	if own, err := url.Parse(l.hosts.o.Origin()); err == nil {
		here = own.Port()
	}
	return ".localhost" + l.Port(), "." + l.Name() + ".localhost:" + here
}

// Address returns the named URL, as it is reached here, of a server that is known there; "" if there is none.
func (l *Link) Address(name string) string {
	v, _ := l.known()
	for _, st := range app.Statuses(v.Projects) {
		if _, rest, _ := app.CutHost(st.Ref().String()); rest == name || st.Name == name {
			return st.NamedURL
		}
	}
	return ""
}

// Notes tells agents of the hosts that they may use.
func (h *Hosts) Notes() (list []string) {
	for _, v := range h.Views() {
		switch {
		case !v.ForAgents:
		case v.State == app.HostReachable:
			list = append(list, fmt.Sprintf("host %s is reachable: %d of %s up; list_projects with project=%s: lists them",
				v.Name, v.Up, words.Count(v.Servers, "server"), v.Name))
		default:
			list = append(list, "host "+v.Name+" is "+string(v.State))
		}
	}
	return list
}

// origin returns the address of the pages of the manager there, as it is reached here. The caller may hold the lock of
// the link, so it takes none.
func (l *Link) origin() string {
	own, err := url.Parse(l.hosts.o.Origin())
	if err != nil {
		return ""
	}
	return "http://devservers." + l.d.Name + ".localhost:" + own.Port()
}

// viewer returns the address of a run's page, which leads to the pages of the manager there.
func (l *Link) viewer(address string) string {
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(u.Path, "/p/") {
		return ""
	}
	return l.Door() + strings.TrimPrefix(u.EscapedPath(), "/p/")
}

// Door returns the begin of the addresses here that lead to the pages of the manager there.
func (l *Link) Door() string { return l.hosts.o.Origin() + "/p/" + app.OnHost(l.Name(), "") }
