package proxy

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/machine"
)

// Options are what a Proxy needs.
type Options struct {
	Hosted
	Start   func(ctx context.Context, ref app.Ref) error // starts a sleeping server and waits until it is ready
	Changes func(ctx context.Context) iter.Seq[struct{}] // iterates now and after each change, until ctx ends
	Used    func(app.Ref)                                // marks a server as used
	Passed  func(ref app.Ref, page string, status int)   // notes how a server answered a request for a page
	Lines   func(app.Status) []string                    // what a server printed last
	Page    func(w http.ResponseWriter, r *http.Request, page Page)
	Cookie  func(name string) bool // whether a cookie is the manager's own
	UI      func(app.Ref) string   // the address of a server's own page
	Console *Console               // the consoles of pages
}

// Proxy answers requests for the host names of servers.
type Proxy struct {
	o       Options
	names   names
	turns   turns
	reverse *httputil.ReverseProxy
}

// Limits of connections to servers.
const (
	idleConnections = 64 // kept open to each server
	idleConnection  = 30 * time.Second
	expectContinue  = time.Second // for a server's answer to Expect: 100-continue, before the body is sent anyway
)

// New returns a proxy.
func New(o Options) *Proxy {
	p := &Proxy{o: o, names: names{source: o.Hosted}}
	p.reverse = &httputil.ReverseProxy{
		Rewrite:      p.rewrite,
		BufferPool:   &buffers{},
		ErrorHandler: p.failed,
		ModifyResponse: func(res *http.Response) error {
			// Browsers would never come back to the named URL without TLS: ports don't matter to HSTS.
			if res.Request.TLS != nil {
				res.Header.Del("Strict-Transport-Security")
			}
			to := targetOf(res.Request.Context())
			if isPage(res) && p.o.Passed != nil {
				p.o.Passed(to.st.Ref(), res.Request.URL.RequestURI(), res.StatusCode)
			}
			if to.st.BrowserLogs {
				p.o.Console.Inject(res, to.st.Ref())
			}
			passOnPromptly(to.client, res)
			return nil
		},
		ErrorLog: log.New(io.Discard, "", 0),
		Transport: &http.Transport{
			DialContext: machine.Dial, MaxIdleConnsPerHost: idleConnections, IdleConnTimeout: idleConnection,
			DisableCompression:    true,
			ExpectContinueTimeout: expectContinue,
		},
	}
	return p
}

// Close closes the connections to servers that no request uses.
func (p *Proxy) Close() { p.reverse.Transport.(*http.Transport).CloseIdleConnections() }

// Owns reports whether a host name, in lower case and without its port, belongs to servers: all names below localhost
// of at least three parts.
func Owns(host string) bool {
	rest, ok := strings.CutSuffix(host, ".localhost")
	return ok && strings.Count(rest, ".") == 1 && !strings.HasSuffix(rest, ".devservers")
}

// hop names the servers that a request has passed through, so that a loop is found.
const hop = "Devservers-Hop"

type targetKey struct{}

// passing is a request on its way to a server.
type passing struct {
	st     app.Status
	client http.ResponseWriter
}

func targetOf(ctx context.Context) *passing {
	to, _ := ctx.Value(targetKey{}).(*passing)
	return to
}

// Serve answers a request for a host name, which Owns.
func (p *Proxy) Serve(w http.ResponseWriter, r *http.Request, host string) {
	at, ok := p.names.find(host)
	switch {
	case !ok:
		p.o.Page(w, r, Page{Code: http.StatusNotFound, Title: host + " is not a server",
			Text: "No registered project has a server with this name."})
		return
	case len(at.others) > 0:
		p.o.Page(w, r, ambiguous(host, at))
		return
	case visited(r, at.Ref()):
		p.o.Page(w, r, Page{Code: http.StatusLoopDetected, Title: "this request goes round in circles",
			Text: at.Ref().String() + " passed it on to a server that passed it back."})
		return
	}
	if r.URL.Path == startPath && !serves(at.Status) {
		p.startHere(w, r, at.Status)
		return
	}
	if at.BrowserLogs && strings.HasPrefix(r.URL.Path, Reserved) {
		p.o.Console.Serve(w, r, at.Ref())
		return
	}
	if st, ready := p.ready(w, r, at.Status); ready {
		p.pass(w, r, st)
	}
}

// pass passes a request on to a server that serves.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request, st app.Status) {
	if !socket(r) {
		p.o.Used(st.Ref())
		defer p.turns.take(r.Context(), st.Ref())()
	}
	if !socket(r) && r.ContentLength != 0 {
		r.Body = &patientBody{r.Body, http.NewResponseController(w)}
	}
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/1 servers may answer while they read; HTTP/2 can anyway
	p.reverse.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), targetKey{}, &passing{st, w})))
}

// socket reports whether a request stays open for a page that may be hidden: its use isn't a person's.
func socket(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// visited reports whether a request has been at a server before.
func visited(r *http.Request, ref app.Ref) bool {
	for _, value := range r.Header.Values(hop) {
		for name := range strings.SplitSeq(value, ",") {
			if strings.TrimSpace(name) == ref.String() {
				return true
			}
		}
	}
	return false
}

// rewrite addresses a request to its server. The Host header stays, so that links and cookies belong to the name.
func (p *Proxy) rewrite(r *httputil.ProxyRequest) {
	st := targetOf(r.In.Context()).st
	r.Out.Trailer = r.In.Trailer // a copy would miss what follows the body
	r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", target(st), r.In.Host
	r.SetXForwarded()
	usual := "80"
	if r.In.TLS != nil {
		usual = "443"
	}
	if client, _, err := net.SplitHostPort(r.In.RemoteAddr); err == nil {
		r.Out.Header.Set("X-Real-IP", client)
	} else {
		r.Out.Header.Del("X-Real-IP")
	}
	r.Out.Header.Set("X-Forwarded-Port", cmp.Or((&url.URL{Host: r.In.Host}).Port(), usual))
	r.Out.Header.Add(hop, st.Ref().String())
	p.dropCookies(r.Out)
	if st.BrowserLogs {
		AskConsole(r.Out)
	}
}

// dropCookies takes the manager's own cookies out of a request. Browsers don't send them here; a script might.
func (p *Proxy) dropCookies(r *http.Request) {
	cookies := r.Cookies()
	own := func(c *http.Cookie) bool { return p.o.Cookie(c.Name) }
	if !slices.ContainsFunc(cookies, own) {
		return
	}
	r.Header.Del("Cookie")
	for _, c := range cookies {
		if !own(c) {
			r.AddCookie(c)
		}
	}
}

// failed answers a request whose server didn't.
func (p *Proxy) failed(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) || r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the client has left, or sent its body no further: an empty answer would be a success
	}
	st := targetOf(r.Context()).st
	p.o.Page(w, r, Page{Status: st, Code: http.StatusBadGateway, Title: st.Ref().String() + " did not answer",
		Text: "The server ended the connection, or accepted none.", UI: p.o.UI(st.Ref()), Lines: p.o.Lines(st)})
}

// isPage reports whether an answer is one to a request for a page.
func isPage(res *http.Response) bool {
	return res.Request.Method == http.MethodGet && !strings.Contains(res.Header.Get("Content-Type"), "script")
}
