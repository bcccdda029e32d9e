package evidence

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
)

// reporting is a server whose page names a channel, and what it sends there.
type reporting struct {
	page     string
	messages []string // over the socket at /ws
	issues   string   // the answer of the tool
}

func (s *reporting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, s.page)
	case "/main.js":
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, "eval('client/index.js?protocol=ws%%3A&hostname=0.0.0.0&port=0&pathname=%%2Fws&hot=true')")
	case "/_next/mcp":
		body, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(body), "get_compilation_issues") {
			http.Error(w, "no such tool", http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, s.issues)
	case "/ws":
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		for _, m := range s.messages {
			_ = c.Write(r.Context(), websocket.MessageText, []byte(m))
		}
		_, _, _ = c.Read(context.Background())
		_ = c.CloseNow()
	default:
		http.NotFound(w, r)
	}
}

const (
	scripted = `<script src=main.js></script>`
	ofNext   = `<script src="/_next/static/chunks/a.js"></script>`
)

func issues(list string) string {
	return "event: message\ndata: {\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"issues\\\":" +
		strings.ReplaceAll(list, `"`, `\"`) + "}\"}]},\"jsonrpc\":\"2.0\",\"id\":1}\n\n"
}

func TestChannelsReportErrors(t *testing.T) {
	t.Parallel()
	const own, other = `{"message":"bad","moduleName":"./src/x.js"}`, `{"message":"worse","moduleName":"./src/y.js"}`
	for name, c := range map[string]struct {
		reporting
		known   []string // of the last good state; nil: there is none
		channel string
		reports int
		said    string
	}{
		"ok":                     {reporting{page: scripted, messages: []string{`{"type":"hash"}`, `{"type":"ok"}`}}, nil, "/ws", 0, ""},
		"errors":                 {reporting{page: scripted, messages: []string{`{"type":"errors","data":[` + own + `]}`}}, nil, "/ws", 1, "src/x.js: bad"},
		"texts":                  {reporting{page: scripted, messages: []string{`{"type":"errors","data":["src/x.js bad"]}`}}, nil, "/ws", 1, "src/x.js bad"},
		"errors behind warnings": {reporting{page: scripted, messages: []string{`{"type":"warnings","params":{"preventReloading":true}}`, `{"type":"errors","data":[` + own + `]}`}}, nil, "/ws", 1, "src/x.js: bad"},
		"warnings":               {reporting{page: scripted, messages: []string{`{"type":"warnings","data":[` + own + `]}`}}, nil, "/ws", 0, ""},
		"another file":           {reporting{page: scripted, messages: []string{`{"type":"errors","data":[` + other + `]}`}}, nil, "/ws", 1, "src/y.js: worse"},
		"still there":            {reporting{page: scripted, messages: []string{`{"type":"errors","data":[` + other + `]}`}}, []string{"src/y.js: worse"}, "/ws", 0, ""},
		"the edited file again":  {reporting{page: scripted, messages: []string{`{"type":"errors","data":[` + own + `]}`}}, []string{"src/x.js: bad"}, "/ws", 1, "src/x.js: bad"},
		"it hangs up":            {reporting{page: scripted, messages: []string{`{"type":"error","data":"Invalid Host"}`, "no JSON"}}, nil, "", 0, ""},
		"no channel":             {reporting{page: "<h1>hello</h1>"}, nil, "", 0, ""},
		"issues": {reporting{page: ofNext, issues: issues(`[{"severity":"error","filePath":"[project]/src/x.js","title":"gone"}]`)}, nil,
			"/_next/mcp", 1, "src/x.js: gone"},
		"issues of another page": {reporting{page: ofNext, issues: issues(`[{"severity":"error","filePath":"[project]/src/y.js","title":"gone"}]`)}, nil,
			"/_next/mcp", 0, ""},
		"new issues of another page": {reporting{page: ofNext, issues: issues(`[{"severity":"error","filePath":"[project]/src/y.js","title":"gone"}]`)},
			[]string{}, "/_next/mcp", 1, "src/y.js: gone"},
		"issues that are warnings": {reporting{page: ofNext, issues: issues(`[{"severity":"warning","filePath":"[project]/src/x.js","title":"old"}]`)}, nil,
			"/_next/mcp", 0, ""},
		"no such tool": {reporting{page: ofNext, issues: `{"jsonrpc":"2.0","error":{"code":1}}`}, nil, "", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(&c.reporting)
			t.Cleanup(s.Close)
			var known Answers
			if c.known != nil {
				known = known.With(&app.EditRequest{Path: "/", Status: 200, Channel: c.channel, Keys: c.known})
			}
			a := &Asking{URL: s.URL, Root: "/shop", Dir: "/shop", Edit: app.Edit{Files: []string{"src/x.js"}}, Page: "/",
				Known: known.Of, See: func() (s Sight) { return s }}
			got := a.Send(t.Context())
			if got.Channel != c.channel || got.Reports != c.reports || got.Said != c.said || got.Failed() != (c.reports > 0) {
				t.Errorf("channel %q, %d reports, said %q, failed %v", got.Channel, got.Reports, got.Said, got.Failed())
			}
		})
	}
}

func TestAnswersRememberModulesAndChannels(t *testing.T) {
	t.Parallel()
	var l Answers
	l = l.With(&app.EditRequest{Path: "/", Module: "/a.js", Status: 200, Channel: "/", Keys: []string{"x"}})
	if l.Of("/").Status != 200 || l.Of("/a.js").Status != 200 || l.Of(ofChannel).Channel != "/" ||
		!slices.Equal(l.Of(ofChannel).Keys, []string{"x"}) {
		t.Errorf("%+v", l)
	}
}
