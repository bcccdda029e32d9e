package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// longestProblem bounds the error of a host.
const longestProblem = 1 << 20

// api passes on a request of the API.
func (p Passage) api(w http.ResponseWriter, r *http.Request, link *hosts.Link, path string, query url.Values) error {
	out, err := request(r, path, query)
	if err != nil {
		return err
	}
	res, err := link.RoundTrip(out)
	if err != nil {
		return noAnswer(link, err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusBadRequest {
		return problem(link, res)
	}
	return answer(w, r, link, res, path)
}

// request makes the request to the manager there. Its body is read before: it may be sent twice.
func request(r *http.Request, path string, query url.Values) (*http.Request, error) {
	var body io.Reader
	if r.Body != nil && r.Method != http.MethodGet {
		data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, wire.MaxBody))
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(withoutEnv(data))
	}
	out, err := http.NewRequestWithContext(r.Context(), r.Method, "http://manager"+path+"?"+query.Encode(), body)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"Accept", "Content-Type", "Last-Event-ID"} {
		if value := r.Header.Get(name); value != "" {
			out.Header.Set(name, value)
		}
	}
	actor := guard.ActorOf(r)
	out.Header.Set(guard.ActorHeader, string(actor.Kind))
	out.Header.Set(guard.ClientHeader, actor.Client)
	return out, nil
}

// withoutEnv takes the environment of this machine's shell out of a start: its paths are not there.
func withoutEnv(data []byte) []byte {
	var body map[string]json.RawMessage
	if json.Unmarshal(data, &body) != nil || body["env"] == nil {
		return data
	}
	delete(body, "env")
	short, err := json.Marshal(body)
	if err != nil {
		return data
	}
	return short
}

// problem returns the error of the manager there. What it says to do is to be done there.
func problem(link *hosts.Link, res *http.Response) error {
	e := &app.Error{}
	data := link.Clean(io.LimitReader(res.Body, longestProblem), false)
	if json.NewDecoder(data).Decode(e) != nil || e.Detail == "" {
		return app.Failf(app.CodeInternal, "devservers host check "+link.Name(), "the manager on %s answered %d",
			link.Name(), res.StatusCode)
	}
	e.Host = link.Name()
	if e.Code == app.CodeUnauthorized { // it is ours there that is wrong, not the caller's here
		e.Code = app.CodeHostAway
	}
	return e
}

// kinds are the media types that an answer of the API may have, and whether it is JSON.
var kinds = map[string]bool{"application/json": true, "application/x-ndjson": true, "text/event-stream": true,
	"text/plain": false, "application/yaml": false, "image/png": false, "application/octet-stream": false}

// answer passes on an answer, of which no header counts but its type.
func answer(w http.ResponseWriter, r *http.Request, link *hosts.Link, res *http.Response, path string) error {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	isJSON, known := kinds[kind]
	if !known && res.StatusCode != http.StatusNoContent {
		return app.Failf(app.CodeInternal, "devservers host upgrade "+link.Name(), "the manager on %s answered with %.60q",
			link.Name(), kind)
	}
	var body io.Reader = res.Body
	if isJSON {
		var more []hosts.Rule
		if isProjects(path) {
			more = append(more, link.Project())
		}
		body = link.Clean(body, r.URL.Query().Has("color"), more...)
	}
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(res.StatusCode)
	return relay(w, body)
}

// isProjects reports whether the answers of a path are projects or environments, which have an id.
func isProjects(path string) bool {
	rest, ok := strings.CutPrefix(path, "/api/projects")
	id, action, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	return ok && (id == "" || action == "" || action == "trust" || strings.HasPrefix(action, "environment"))
}

// relay copies an answer as it comes. An answer that breaks off is cut here, too: it must not look whole.
func relay(w http.ResponseWriter, body io.Reader) error {
	now := http.NewResponseController(w)
	if err := now.Flush(); err != nil {
		return wire.Gone(err)
	}
	buf := make([]byte, 16<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return wire.Gone(err)
			}
			if err := now.Flush(); err != nil {
				return wire.Gone(err)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}
