package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// pagesLabel begins the name of the pages of the manager on a host: devservers.box.localhost.
const pagesLabel = "devservers"

// Owns returns the link of a host name that belongs to a host: devservers.box.localhost, its manager's pages, and
// web.shop.box.localhost, a server of it.
func (p Passage) Owns(name string) (*hosts.Link, bool) {
	rest, ok := strings.CutSuffix(name, ".localhost")
	labels := strings.Split(rest, ".")
	if n := len(labels); !ok || n != 3 && (n != 2 || labels[0] != pagesLabel) {
		return nil, false
	}
	link, err := p.Hosts.Link(labels[len(labels)-1])
	return link, err == nil
}

// Serve answers a request for a host name that Owns.
func (p Passage) Serve(w http.ResponseWriter, r *http.Request, name string, link *hosts.Link) {
	if strings.HasPrefix(name, pagesLabel+".") && strings.Count(name, ".") == 2 {
		p.proxy(link, p.toPages(link), p.fromPages(link)).ServeHTTP(w, r) //nolint:bodyclose // it closes the body
		return
	}
	p.proxy(link, func(r *httputil.ProxyRequest) { // the Host header stays: links and cookies belong to the name
		r.Out.Host = r.In.Host
		r.Out.Header.Set(hosts.Header, link.Name())
		r.Out.Trailer = r.In.Trailer
	}, nil).ServeHTTP(w, r)
}

// proxy returns a proxy that passes on requests as they are, WebSockets and event streams too.
func (p Passage) proxy(link *hosts.Link, rewrite func(*httputil.ProxyRequest),
	modify func(*http.Response) error) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", "manager"
			r.Out.Header.Del(hosts.Header) // no matter who sent it
			rewrite(r)
		},
		Transport:      passes{link},
		FlushInterval:  -1,
		ErrorLog:       log.New(io.Discard, "", 0),
		ModifyResponse: modify,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil {
				panic(http.ErrAbortHandler) // an empty answer would be taken for success
			}
			p.Fail(w, r, noAnswer(link, err))
		},
	}
}

// passes sends requests with their own credentials.
type passes struct{ link *hosts.Link }

// RoundTrip sends a request.
func (t passes) RoundTrip(r *http.Request) (*http.Response, error) { return t.link.Pass(r) }

// toPages addresses a request to the pages of the manager there, which know only their own name.
func (p Passage) toPages(link *hosts.Link) func(*httputil.ProxyRequest) {
	return func(r *httputil.ProxyRequest) {
		there := guard.UIHost + link.Port()
		r.Out.Host = there
		r.Out.Header.Del("Accept-Encoding") // links in it are changed
		for i, origin := range r.Out.Header["Origin"] {
			if origin == link.View().Origin {
				r.Out.Header["Origin"][i] = "http://" + there
			}
		}
	}
}

// fromPages changes links of the pages there to names that lead there from here.
func (p Passage) fromPages(link *hosts.Link) func(*http.Response) error {
	return func(res *http.Response) error {
		if to := res.Header.Get("Location"); to != "" {
			res.Header.Set("Location", link.Here(to))
		}
		kind := res.Header.Get("Content-Type")
		if res.StatusCode == http.StatusSwitchingProtocols || !strings.HasPrefix(kind, "text/html") &&
			!strings.HasPrefix(kind, "text/event-stream") {
			return nil
		}
		from, to := link.Renamed()
		res.Header.Del("Content-Length")
		res.ContentLength = -1
		res.Body = struct {
			io.Reader
			io.Closer
		}{&replacer{in: res.Body, from: []byte(from), to: []byte(to)}, res.Body}
		return nil
	}
}

// replacer replaces a text in a stream.
type replacer struct {
	in       io.Reader
	from, to []byte
	held     []byte // read, and perhaps the begin of from
	ready    []byte
	err      error
}

// Read returns what can't be a part of the text any more.
func (r *replacer) Read(p []byte) (int, error) {
	for len(r.ready) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		buf := make([]byte, 16<<10)
		n, err := r.in.Read(buf)
		r.held, r.err = bytes.ReplaceAll(append(r.held, buf[:n]...), r.from, r.to), err
		keep := 0
		if err == nil {
			keep = begun(r.held, r.from)
		}
		r.ready, r.held = r.held[:len(r.held)-keep], bytes.Clone(r.held[len(r.held)-keep:])
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// begun returns how many bytes at the end of data are the begin of text.
func begun(data, text []byte) int {
	for n := min(len(data), len(text)-1); n > 0; n-- {
		if bytes.HasSuffix(data, text[:n]) {
			return n
		}
	}
	return 0
}

// socket passes on the socket of a terminal, which is bytes for a terminal as that of any server here.
func (p Passage) socket(w http.ResponseWriter, r *http.Request, link *hosts.Link, path string, query url.Values) error {
	to, err := url.Parse("http://manager" + path + "?" + query.Encode())
	if err != nil {
		return err
	}
	passing := p.proxy(link, func(out *httputil.ProxyRequest) {
		out.Out.URL, out.Out.Host = to, "manager"
		for _, name := range []string{"Cookie", "Origin", "Authorization"} {
			out.Out.Header.Del(name)
		}
		actor := guard.ActorOf(r)
		out.Out.Header.Set(guard.ActorHeader, string(actor.Kind))
		out.Out.Header.Set(guard.ClientHeader, actor.Client)
	}, nil)
	passing.Transport = link
	passing.ServeHTTP(w, r)
	return nil
}

// open leads a browser that is signed in here to a page there, where it gets a session.
func (p Passage) open(w http.ResponseWriter, r *http.Request, link *hosts.Link, path string, query url.Values) error {
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodPost, "http://manager/api/login",
		strings.NewReader("{}"))
	if err != nil {
		return err
	}
	ask.Header.Set("Content-Type", "application/json")
	res, err := link.RoundTrip(ask)
	if err != nil {
		return noAnswer(link, err)
	}
	defer res.Body.Close()
	var login struct {
		URL string `json:"url"`
	}
	if res.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&login) != nil {
		return problem(link, res)
	}
	_, code, _ := strings.Cut(login.URL, "#")
	next := path
	if path == "/p/" {
		next = "/"
	}
	if len(query) > 0 {
		next += "?" + query.Encode()
	}
	to := link.View().Origin + "/login?" + url.Values{"next": {next}}.Encode() + "#" + url.PathEscape(code)
	return wire.Redirect(w, http.StatusSeeOther, to)
}

// actions are the buttons of rows, and what they are in the API.
var actions = map[string]string{"start": "servers", "stop": "servers", "restart": "servers", "pin": "servers",
	"unpin": "servers", "run": "tasks"}

// button does what a button of a row asks for, through the API there, and returns to the page, whose stream shows the
// result.
func (p Passage) button(w http.ResponseWriter, r *http.Request, link *hosts.Link, path string) error {
	parts := strings.Split(strings.TrimPrefix(path, "/p/"), "/")
	if len(parts) != 3 || actions[parts[2]] == "" {
		return app.Failf(app.CodeNotFound, "open the pages of "+link.Name(), "this is only possible on the pages of %s",
			link.Name())
	}
	to := "/api/projects/" + parts[0] + "/" + kindOf(link, parts) + "/" + parts[1] + "/" + parts[2]
	query := url.Values{}
	if parts[2] != "pin" && parts[2] != "unpin" {
		query.Set("wait", "none")
	}
	out, err := request(&http.Request{Method: http.MethodPost, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader("{}"))}, to, query)
	if err != nil {
		return err
	}
	out.Header.Set(guard.ActorHeader, string(app.ActorUI))
	out.Header.Del(guard.ClientHeader)
	res, err := link.RoundTrip(out.WithContext(r.Context()))
	if err != nil {
		return noAnswer(link, err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		return problem(link, res)
	}
	if r.Header.Get("HX-Request") == "true" {
		w.Header().Set("HX-Reswap", "none")
		return wire.NoContent(w, nil)
	}
	return wire.Redirect(w, http.StatusSeeOther, "/")
}

// kindOf returns whether the target of a button is one of the tasks.
func kindOf(link *hosts.Link, parts []string) string {
	for _, v := range link.View().Projects {
		for _, st := range v.Tasks {
			if v.ID == app.OnHost(link.Name(), parts[0]) && st.Name == parts[1] {
				return "tasks"
			}
		}
	}
	return actions[parts[2]]
}
