package evidence

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// event notes an event of the DevTools protocol. Most are of no interest.
func (o *observed) event(method string, params json.RawMessage) {
	o.mu.Lock()
	known := o.note(method, params)
	if known {
		o.changed = time.Now()
	}
	o.mu.Unlock()
	if known {
		select {
		case o.news <- struct{}{}:
		default:
		}
	}
}

// note notes an event, and reports whether it knows that kind; mu is held.
func (o *observed) note(method string, params json.RawMessage) bool {
	switch method {
	case "Page.loadEventFired":
		o.loadedAt = time.Now()
	case "Page.javascriptDialogOpening":
		o.todo = append(o.todo, command{"Page.handleJavaScriptDialog", map[string]any{"accept": true}})
	case "Fetch.requestPaused":
		o.paused(decode[paused](params))
	case "Network.requestWillBeSent":
		o.sent(decode[sent](params))
	case "Network.responseReceived":
		o.answered(decode[answered](params))
	case "Network.loadingFinished":
		delete(o.open, decode[answered](params).RequestID)
	case "Network.loadingFailed":
		o.failed(decode[failed](params))
	case "Runtime.exceptionThrown":
		o.thrown(decode[thrown](params))
	case "Runtime.exceptionRevoked":
		o.revoke(decode[struct{ ExceptionID int }](params).ExceptionID)
	case "Runtime.consoleAPICalled":
		o.printed(decode[printed](params))
	case "Log.entryAdded":
		o.logged(decode[logged](params))
	default:
		return false
	}
	return true
}

type paused struct {
	RequestID string
	FrameID   string
	Request   struct{ URL string }
}

// paused lets the page be one of the server only. What is inside of frames may come from anywhere.
func (o *observed) paused(p paused) {
	u, err := url.Parse(p.Request.URL)
	if p.FrameID == o.frame && (err != nil || !o.ours(u)) {
		o.left = words.Clean(p.Request.URL, mostText)
		o.todo = append(o.todo, command{"Fetch.failRequest",
			map[string]any{"requestId": p.RequestID, "errorReason": "BlockedByClient"}})
		return
	}
	o.todo = append(o.todo, command{"Fetch.continueRequest", map[string]any{"requestId": p.RequestID}})
}

type sent struct {
	RequestID, LoaderID, FrameID, Type string
	Request                            struct{ URL, Method string }
}

// sent notes a request. Streams are open for as long as the page is.
func (o *observed) sent(s sent) {
	u, err := url.Parse(s.Request.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || len(o.requests) >= mostRequests {
		return
	}
	page := s.Type == "Document" && s.FrameID == o.frame
	o.requests[s.RequestID] = outgoing{s.Request.Method, s.Request.URL, page}
	if s.Type != "EventSource" && s.Type != "WebSocket" && s.Type != "Ping" && s.Type != "Prefetch" {
		o.open[s.RequestID] = true
	}
	if page { // it may lead to another one, whose load is awaited then
		o.loadedAt, o.document = time.Time{}, app.PageComplaint{}
	}
}

type answered struct {
	RequestID, LoaderID string
	Response            struct {
		Status   int
		MimeType string
	}
}

func (o *observed) answered(a answered) {
	r, ok := o.requests[a.RequestID]
	if !ok {
		return
	}
	text := fmt.Sprintf("%d %s", a.Response.Status, http.StatusText(a.Response.Status))
	if r.page {
		o.status, o.html = a.Response.Status, strings.HasSuffix(a.Response.MimeType, "html")
	}
	if a.Response.Status >= 400 {
		o.bad(r, text, a.Response.Status)
	}
}

type failed struct {
	RequestID, ErrorText string
	Canceled             bool
	BlockedReason        string
}

// failed notes a request without an answer. One that the page itself gave up, or we, says nothing.
func (o *observed) failed(f failed) {
	r, ok := o.requests[f.RequestID]
	delete(o.open, f.RequestID)
	if ok && !f.Canceled && f.ErrorText != "net::ERR_ABORTED" && f.BlockedReason != "inspector" {
		o.bad(r, words.Clean(strings.TrimPrefix(f.ErrorText, "net::"), mostText), 0)
	}
}

// bad notes a request with a bad answer (status), or with none (0).
func (o *observed) bad(r outgoing, text string, status int) {
	c := app.PageComplaint{Kind: app.ComplaintRequest, Text: text, Place: o.place(r.method, r.url), Count: 1}
	switch {
	case r.page && (status == 0 || status >= 500):
		c.Kind = app.ComplaintPage
		o.document = c
	case r.page:
		o.document = c
	default:
		o.complain(complaint{PageComplaint: c})
	}
}

// place names a request: by its path, if it is one of the server's own.
func (o *observed) place(method, address string) string {
	u, err := url.Parse(address)
	if err == nil && o.ours(u) {
		address = u.RequestURI()
	}
	return words.Clean(strings.TrimSpace(method+" "+address), mostText)
}

type codePlace struct {
	URL                      string
	LineNumber, ColumnNumber int
}

type trace struct{ CallFrames []codePlace }

// in returns where the code is: the innermost frame that has a URL. Lines are counted from 0.
func (o *observed) in(at codePlace, t *trace) string {
	if t != nil {
		for _, f := range t.CallFrames {
			if f.URL != "" {
				at = f
				break
			}
		}
	}
	if at.URL == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", o.place("", at.URL), at.LineNumber+1)
}

type thrown struct {
	ExceptionDetails struct {
		ExceptionID int
		Text        string
		codePlace
		StackTrace *trace
		Exception  *value
	}
}

func (o *observed) thrown(t thrown) {
	d := t.ExceptionDetails
	text := d.Text
	if d.Exception != nil {
		text += " " + d.Exception.text()
	}
	o.complain(complaint{app.PageComplaint{Kind: app.ComplaintException, Text: oneLine(text),
		Place: o.in(d.codePlace, d.StackTrace)}, d.ExceptionID})
}

type printed struct {
	Type       string
	Args       []value
	StackTrace *trace
}

func (o *observed) printed(p printed) {
	if p.Type != "error" && p.Type != "assert" {
		return
	}
	o.complain(complaint{PageComplaint: app.PageComplaint{Kind: app.ComplaintConsole, Text: oneLine(format(p.Args)),
		Place: o.in(codePlace{}, p.StackTrace)}})
}

type logged struct {
	Entry struct {
		Source, Level, Text, URL string
		LineNumber               int
	}
}

// logged notes what the browser itself complains of, except for requests, which are known.
func (o *observed) logged(l logged) {
	e := l.Entry
	if e.Level != "error" || e.Source == "network" {
		return
	}
	o.complain(complaint{PageComplaint: app.PageComplaint{Kind: app.ComplaintConsole, Text: oneLine(e.Text),
		Place: o.in(codePlace{URL: e.URL, LineNumber: e.LineNumber}, nil)}})
}
