package evidence

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

func observe(t testing.TB, events ...string) *observed {
	t.Helper()
	u, err := url.Parse("http://localhost:3000/cart")
	if err != nil {
		t.Fatal(err)
	}
	o := newObserved(u)
	o.frame = "F"
	for _, e := range events {
		method, params, _ := strings.Cut(e, " ")
		o.event(method, json.RawMessage(params))
	}
	return o
}

const (
	document = `Network.requestWillBeSent {"requestId":"1","type":"Document","frameId":"F","request":{"url":"http://localhost:3000/cart","method":"GET"}}`
	answer   = `Network.responseReceived {"requestId":"1","response":{"status":200,"mimeType":"text/html"}}`
	finished = `Network.loadingFinished {"requestId":"1"}`
	fired    = `Page.loadEventFired {}`
	api      = `Network.requestWillBeSent {"requestId":"2","type":"Fetch","frameId":"F","request":{"url":"http://localhost:3000/api?n=1","method":"POST"}}`
	stream   = `Network.requestWillBeSent {"requestId":"3","type":"EventSource","frameId":"F","request":{"url":"http://localhost:3000/events","method":"GET"}}`
)

func TestEventsAreComplaints(t *testing.T) {
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"clean":            {nil, ""},
		"failed request":   {[]string{api, `Network.loadingFailed {"requestId":"2","errorText":"net::ERR_CONNECTION_REFUSED"}`}, "request ERR_CONNECTION_REFUSED POST /api?n=1 1"},
		"canceled request": {[]string{api, `Network.loadingFailed {"requestId":"2","errorText":"net::ERR_ABORTED","canceled":true}`}, ""},
		"status": {[]string{api, `Network.responseReceived {"requestId":"2","response":{"status":418}}`},
			"request 418 I'm a teapot POST /api?n=1 1"},
		"of another server": {[]string{`Network.requestWillBeSent {"requestId":"9","type":"Script","request":{"url":"http://cdn.example/a.js","method":"GET"}}`,
			`Network.loadingFailed {"requestId":"9","errorText":"net::ERR_NAME_NOT_RESOLVED"}`},
			"request ERR_NAME_NOT_RESOLVED GET http://cdn.example/a.js 1"},
		"revoked": {[]string{`Runtime.exceptionThrown {"exceptionDetails":{"exceptionId":4,"text":"Uncaught (in promise)"}}`,
			`Runtime.exceptionRevoked {"exceptionId":4}`}, ""},
		"twice": {[]string{`Runtime.consoleAPICalled {"type":"error","args":[{"type":"string","value":"no"}]}`,
			`Runtime.consoleAPICalled {"type":"error","args":[{"type":"string","value":"no"}]}`}, "console no  2"},
		"log":        {[]string{`Runtime.consoleAPICalled {"type":"log","args":[{"type":"string","value":"fine"}]}`}, ""},
		"of network": {[]string{`Log.entryAdded {"entry":{"source":"network","level":"error","text":"Failed to load"}}`}, ""},
		"of browser": {[]string{`Log.entryAdded {"entry":{"source":"security","level":"error","text":"Refused\nmore","url":"http://localhost:3000/a.js","lineNumber":4}}`}, "console Refused /a.js:5 1"},
		"nonsense": {[]string{`Runtime.exceptionThrown [1,2]`, `Runtime.consoleAPICalled {"type":7}`,
			`Network.responseReceived null`}, "exception   1"},
	} {
		var load app.PageLoad
		observe(t, append([]string{document, answer, finished, fired}, c.events...)...).into(&load, false)
		var got []string
		for _, p := range load.Complaints {
			got = append(got, fmt.Sprint(p.Kind, " ", p.Text, " ", p.Place, " ", p.Count))
		}
		if strings.Join(got, "; ") != c.want || !load.Loaded || load.Status != 200 || !load.HTML {
			t.Errorf("%s: %q, %+v", name, got, load)
		}
	}
}

func TestComplaintsAreBounded(t *testing.T) {
	o := observe(t, document, answer, finished, fired)
	for i := range 3 * mostComplaints {
		o.event("Runtime.consoleAPICalled", json.RawMessage(fmt.Sprintf(`{"type":"error","args":[{"type":"string","value":"%d %s"}]}`, i, strings.Repeat("x", 9*mostText))))
	}
	var load app.PageLoad
	o.into(&load, false)
	if len(load.Complaints) != mostComplaints || load.More != 2*mostComplaints ||
		len([]rune(load.Complaints[0].Text)) > mostText {
		t.Errorf("%d and %d more", len(load.Complaints), load.More)
	}
}

func TestPageIsQuietWhenNothingIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := observe(t, document, answer)
		if _, wait := o.next(time.Now().Add(time.Minute)); wait <= 0 {
			t.Error("quiet before it has loaded")
		}
		for _, e := range []string{finished, stream, fired, api} {
			method, params, _ := strings.Cut(e, " ")
			o.event(method, json.RawMessage(params))
		}
		time.Sleep(quietTime)
		if _, wait := o.next(time.Now()); wait <= 0 {
			t.Error("quiet while a request has no answer")
		}
		o.event("Network.loadingFinished", json.RawMessage(`{"requestId":"2"}`))
		if _, wait := o.next(time.Now()); wait <= 0 {
			t.Error("quiet at once")
		}
		time.Sleep(quietTime)
		if _, wait := o.next(time.Now()); wait > 0 {
			t.Error("not quiet, though only a stream is open")
		}
	})
}

func TestPageIsNotWaitedForForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := observe(t, document, answer, finished, fired, api)
		time.Sleep(settleTime)
		if _, wait := o.next(time.Now()); wait > 0 {
			t.Error("it waits for a request that has no end")
		}
	})
}

func TestEventsAskForAnswers(t *testing.T) {
	o := observe(t, document, `Page.javascriptDialogOpening {}`,
		`Fetch.requestPaused {"requestId":"a","frameId":"F","request":{"url":"http://localhost:3000/cart"}}`,
		`Fetch.requestPaused {"requestId":"b","frameId":"inner","request":{"url":"https://maps.example/"}}`,
		`Fetch.requestPaused {"requestId":"c","frameId":"F","request":{"url":"http://localhost:3001/login"}}`)
	todo, wait := o.next(time.Now())
	var got []string
	for _, c := range todo {
		got = append(got, fmt.Sprint(c.method, c.params["requestId"]))
	}
	want := "Page.handleJavaScriptDialog<nil> Fetch.continueRequesta Fetch.continueRequestb Fetch.failRequestc"
	if strings.Join(got, " ") != want || wait > 0 {
		t.Errorf("%q %v", got, wait)
	}
}

func TestConsoleFormats(t *testing.T) {
	text := func(s string) value {
		b, _ := json.Marshal(s)
		return value{Type: "string", Value: b}
	}
	for want, args := range map[string][]value{
		"":               nil,
		"100% of müsli%": {text("100% of müsli%")},
		"a is 3 and b": {text("%s is %d"), text("a"), {Type: "number", Value: json.RawMessage("3"), Description: "3"},
			text("and b")},
		"styled": {text("%cstyled"), text("color: red")},
		"Error: no NaN %s": {{Type: "object", Description: "Error: no"}, {Type: "number", Unserializable: "NaN"},
			text("%s")},
		"undefined {\"a\":1}": {{Type: "undefined"}, {Type: "object", Value: json.RawMessage(`{"a":1}`)}},
	} {
		if got := format(args); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPipeSurvivesAnyOrder: answers come late, twice and for nobody; then the browser is gone.
func TestPipeSurvivesAnyOrder(t *testing.T) {
	fromBrowser, answers := io.Pipe()
	commands, toBrowser := io.Pipe()
	p := newPipe(fromBrowser, toBrowser)
	events := make(chan string, 9)
	p.watch("s", func(method string, params json.RawMessage) { events <- method + string(params) })
	go func() {
		r := bufio.NewReader(commands)
		for {
			line, err := r.ReadBytes(0)
			if err != nil {
				return
			}
			var c struct {
				ID     int
				Method string
			}
			_ = json.Unmarshal(line[:len(line)-1], &c)
			switch c.Method {
			case "Good":
				fmt.Fprintf(answers, `{"id":99,"result":{}}%c{"method":"E","sessionId":"s","params":{"a":1}}%c{"method":"F","sessionId":"other"}%c{"id":%d,"result":{"value":7}}%c`, 0, 0, 0, c.ID, 0)
			case "Bad":
				fmt.Fprintf(answers, `{"id":%d,"error":{"message":"no such thing"}}%c`, c.ID, 0)
			case "End":
				answers.Close()
			}
		}
	}()
	var result struct{ Value int }
	if err := p.call(t.Context(), "s", "Good", nil, &result); err != nil || result.Value != 7 || <-events != `E{"a":1}` {
		t.Error(result, err)
	}
	if err := p.call(t.Context(), "", "Bad", nil, nil); err == nil || !strings.Contains(err.Error(), "no such thing") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.call(ctx, "", "Silent", nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := p.call(t.Context(), "", "End", nil, nil); !errors.Is(err, errEnded) {
		t.Error(err)
	}
	if len(p.waiting) != 0 {
		t.Errorf("%d calls are remembered", len(p.waiting))
	}
	commands.Close()
}

func TestNoBrowserIsSaid(t *testing.T) {
	for named, want := range map[string]string{"": "no browser was found", "/nowhere/chromium": "can't be run",
		"false": "did not come up"} {
		t.Setenv(BrowserVariable, named)
		t.Setenv("PATH", t.TempDir())
		if named == "false" {
			t.Setenv(BrowserVariable, "/bin/false")
		}
		b := NewBrowser(t.TempDir())
		load := b.Open(t.Context(), app.Ref{Project: "shop", Name: "web"}, "http://localhost:1", "/")
		b.Close()
		if !strings.Contains(load.Unknown, want) || load.Loaded || load.Picture != "" {
			t.Errorf("%q: %+v", named, load)
		}
		if left, _ := filepath.Glob(filepath.Join(b.state, "browser", "*")); len(left) > 0 {
			t.Errorf("%q is left", left)
		}
	}
}

func TestKeysLeaveOutWhatDiffersEachTime(t *testing.T) {
	a := app.PageComplaint{Kind: app.ComplaintRequest, Text: "404 Not Found", Place: "GET /src/app.js?t=1700000001"}
	b, other := a, a
	b.Place, other.Place = "GET /src/app.js?t=1700000222", "GET /src/cart.js"
	if a.Key() != b.Key() || a.Key() == other.Key() {
		t.Errorf("%q %q %q", a.Key(), b.Key(), other.Key())
	}
}

func FuzzEvents(f *testing.F) {
	for _, e := range []string{document, answer, finished, fired, api, stream} {
		f.Add(e)
	}
	f.Fuzz(func(t *testing.T, event string) {
		var load app.PageLoad
		o := observe(t, document, answer, event, event, fired)
		o.next(time.Now())
		o.into(&load, true)
		for _, c := range load.Complaints {
			if len([]rune(c.Text+c.Place)) > 3*mostText {
				t.Errorf("%+v", c)
			}
		}
	})
}
