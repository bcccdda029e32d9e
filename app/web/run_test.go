package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/streams"
)

const (
	servers = "/api/projects/shop/servers/"
	tasks   = "/api/projects/shop/tasks/"
)

// get reads an answer into v.
func (m *manager) get(path string, v any) {
	m.t.Helper()
	got := m.do("GET", path, "")
	if got.StatusCode != 200 {
		m.t.Fatalf("%s: %d %s", path, got.StatusCode, got.body)
	}
	if err := json.Unmarshal([]byte(got.body), v); err != nil {
		m.t.Fatalf("%s: %v", path, err)
	}
}

// ask sends a write that has to succeed.
func (m *manager) ask(path, body string) app.Result {
	m.t.Helper()
	got := m.do("POST", path, body)
	var result app.Result
	if err := json.Unmarshal([]byte(got.body), &result); err != nil || got.StatusCode != 200 {
		m.t.Fatalf("%s: %d %s", path, got.StatusCode, got.body)
	}
	return result
}

// waitFor waits until the run of a server or task is over, or whatever until says.
func (m *manager) waitFor(path, until string) logs.WaitResult {
	m.t.Helper()
	var got logs.WaitResult
	m.get(path+"/wait?timeout=25s&until="+until, &got)
	if !got.Met {
		m.t.Fatalf("%s %s: %+v", path, until, got)
	}
	return got
}

func TestStartWaitAndStop(t *testing.T) {
	t.Parallel()
	m := serve(t)
	first := m.ask(servers+"web/start", `{"env":{"LANG":"C"}}`)
	if first.State != app.Ready || first.URL == "" || first.Run == "" || !first.Changed {
		t.Fatalf("%+v", first)
	}
	if again := m.ask(servers+"web/start", ""); again.Changed || again.Run != first.Run {
		t.Errorf("starting is not idempotent: %+v", again)
	}
	var status app.Status
	if m.get(servers+"web", &status); status.State != app.Ready {
		t.Errorf("%+v", status)
	}
	if met := m.waitFor(servers+"web", "ready"); met.Status.Run != first.Run {
		t.Errorf("%+v", met)
	}
	if met := m.waitFor(servers+"web", "log&pattern=listening.on"); met.Line == nil || met.Line.Seq != 1 {
		t.Errorf("%+v", met)
	}
	var late logs.WaitResult
	if m.get(servers+"web/wait?until=exit&timeout=10ms", &late); late.Met || late.Message == "" {
		t.Errorf("%+v", late)
	}
	if second := m.ask(servers+"web/restart", "{}"); second.Run == first.Run || second.State != app.Ready {
		t.Errorf("%+v", second)
	}
	if ended := m.ask(servers+"web/stop", "{}"); ended.State.Up() {
		t.Errorf("%+v", ended)
	}
	m.waitFor(servers+"web", "stopped")
	var runs []app.RunInfo
	if m.get(servers+"web/runs", &runs); len(runs) != 2 || runs[1].ID != first.Run || runs[0].EndedAt == nil {
		t.Errorf("%+v", runs)
	}
}

func TestFailedStartExplainsItself(t *testing.T) {
	t.Parallel()
	m := serve(t)
	got := m.do("POST", servers+"bad/start", "{}")
	p := got.problem(t)
	if got.StatusCode != 422 || p.Code != app.CodeExited || p.Exit == nil || p.Exit.Code == nil || *p.Exit.Code != 7 ||
		p.Run == "" ||
		!strings.Contains(strings.Join(p.Output, "\n"), "the database is missing") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, path := range []string{servers + "wbe", "/api/projects/shpo", servers + "wbe/logs", tasks + "x/runs"} {
		if got := m.do("GET", path, ""); got.StatusCode != 404 || got.problem(t).Code != app.CodeNotFound {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
}

// run runs a task to its end and gives its run.
func (m *manager) run(task string) string {
	m.t.Helper()
	r := m.ask(tasks+task+"/run", "{}")
	m.waitFor(tasks+task, "exit")
	return r.Run
}

func TestLogsArePagedBothWays(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("lines")
	page := func(query string) app.LogPage {
		var p app.LogPage
		m.get(tasks+"lines/logs?"+query, &p)
		return p
	}
	for query, want := range map[string]struct {
		n           int
		first, last string
		cursor      string
		more        bool
	}{
		"":                                  {100, "line 2901", "line 3000", ":3000", false},
		"tail=2":                            {2, "line 2999", "line 3000", ":3000", false},
		"tail=0":                            {0, "", "", ":3000", false},
		"before=11&tail=3":                  {3, "line 8", "line 10", ":10", false},
		"after=0&limit=5":                   {5, "line 1", "line 5", ":5", true},
		"after=" + run + ":2990":            {10, "line 2991", "line 3000", ":3000", false},
		"after=3000":                        {0, "", "", ":3000", false},
		"grep=line+29[0-9]5$&regex=1":       {10, "line 2905", "line 2995", ":3000", false},
		"grep=LINE+77&ignore_case=1&tail=3": {3, "line 777", "line 779", ":3000", false},
		"grep=line+77":                      {11, "line 77", "line 779", ":3000", false},
		"grep=line+1500&context=2":          {5, "line 1498", "line 1502", ":3000", false},
		"grep=line+1500&context=2&after=0":  {5, "line 1498", "line 1502", ":3000", false},
		"since=1h&limit=3":                  {3, "line 1", "line 3", ":3", true},
		"since=2099-01-01T00:00:00Z":        {0, "", "", ":3000", false},
		"level=error":                       {0, "", "", ":3000", false},
		"run=" + run + "&tail=1":            {1, "line 3000", "line 3000", ":3000", false},
	} {
		p := page(query)
		if len(p.Lines) != want.n || p.Cursor != run+want.cursor || p.More != want.more || p.Run != run {
			t.Errorf("%q: %d lines, cursor %s, more %v", query, len(p.Lines), p.Cursor, p.More)
			continue
		}
		if n := len(p.Lines); n > 0 && (p.Lines[0].Text != want.first || p.Lines[n-1].Text != want.last) {
			t.Errorf("%q: %q to %q", query, p.Lines[0].Text, p.Lines[n-1].Text)
		}
	}
	if p := page("grep=line+1500&context=1"); !p.Lines[1].Match || p.Lines[0].Match {
		t.Errorf("%+v", p.Lines)
	}
	if p := page("tail=1"); p.Left == "" {
		t.Error("nothing says that there are older lines")
	}
}

func TestReaderOfALostRunSeesAGap(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.run("paint")
	var p app.LogPage
	m.get(tasks+"paint/logs?after=0000000000:7", &p)
	if len(p.Lines) != 3 || len(p.Gaps) != 1 || p.Gaps[0] != (app.Gap{From: 8}) {
		t.Errorf("%+v", p)
	}
	if got := m.do("GET", tasks+"paint/logs?run=0000000000", ""); got.StatusCode != 404 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestInvalidLogQueriesAreRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.run("paint")
	for _, query := range []string{"after=x", "after=../x:1", "run=../..", "grep=(&regex=1", "level=loud", "tail=-1",
		"since=later", "format=xml",
		"follow=1&before=3", "follow=yes", "run=a&after=b:1", "token=x", "tail_bytes=x"} {
		if got := m.do("GET", tasks+"paint/logs?"+query, ""); got.StatusCode != 400 ||
			got.problem(t).Code != app.CodeInvalid {
			t.Errorf("%s: %d %s", query, got.StatusCode, got.body)
		}
	}
}

func TestLogFormats(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("paint")
	for query, want := range map[string]string{
		"format=text":                     "red <b>\nsecret ok\nERROR: boom\n",
		"format=text&color=1":             "\x1b[31mred\x1b[0m <b>\x1b[0m\nsecret ok\nERROR: boom\n",
		"format=raw":                      "\x1b[31mred\x1b[0m <b>\r\nsecret ok\r\n\x1b]0;title\aERROR: boom\r\n",
		"format=raw&follow=1":             "\x1b[31mred\x1b[0m <b>\r\nsecret ok\r\n\x1b]0;title\aERROR: boom\r\n",
		"format=raw&tail_bytes=30":        "\x1b]0;title\aERROR: boom\r\n",
		"format=text&follow=1&run=" + run: "red <b>\nsecret ok\nERROR: boom\n",
		"format=text&level=error":         "ERROR: boom\n",
	} {
		if got := m.do("GET", tasks+"paint/logs?"+query, ""); got.body != want {
			t.Errorf("%s: %q, want %q", query, got.body, want)
		}
	}
}

// stream opens a stream and gives its lines.
func (m *manager) stream(path string) (in *bufio.Reader, stop func()) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	r, _ := http.NewRequestWithContext(ctx, "GET", m.origin("127.0.0.1")+path, nil)
	r.Header.Set("Authorization", "Bearer "+testToken)
	transport := &http.Transport{}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		m.t.Fatal(err)
	}
	if answer.StatusCode != 200 {
		m.t.Fatalf("%s: %d", path, answer.StatusCode)
	}
	return bufio.NewReader(answer.Body), func() {
		cancel()
		_ = answer.Body.Close()
		transport.CloseIdleConnections()
	}
}

// streamed is a line of a stream: a LogLine or a LogMark.
type streamed struct {
	app.LogLine
	Cursor string   `json:"cursor"`
	Gap    *app.Gap `json:"gap"`
	End    string   `json:"end"`
}

func next(t *testing.T, in *bufio.Reader) streamed {
	t.Helper()
	line, err := in.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the stream ended: %v %q", err, line)
	}
	var s streamed
	if err := json.Unmarshal(line, &s); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return s
}

func TestFollowerContinuesAfterRestarts(t *testing.T) {
	t.Parallel()
	m := serve(t)
	in, stop := m.stream(servers + "web/logs?follow=1") // before the first run
	defer stop()
	var runs []string
	for i, how := range []string{"start", "restart", "restart"} {
		run := m.ask(servers+"web/"+how, "").Run
		if mark := next(t, in); mark.Run != run || mark.Seq != 0 || mark.Cursor == "" {
			t.Fatalf("round %d: %+v, want a mark of %s", i, mark, run)
		}
		if line := next(t, in); line.Run != run || line.Seq != 1 || !strings.HasPrefix(line.Text, "listening on") {
			t.Fatalf("round %d: %+v", i, line)
		}
		runs = append(runs, run)
	}
	late, stopLate := m.stream(servers + "web/logs?follow=1&after=" + runs[0] + ":0") // goes through all of them
	defer stopLate()
	for _, run := range runs {
		if mark, line := next(t, late), next(t, late); mark.Run != run || line.Run != run || line.Seq != 1 {
			t.Fatalf("%+v %+v, want %s", mark, line, run)
		}
	}
}

func TestFollowerOfOneRunEndsWithIt(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.ask(tasks+"lines/run", "").Run
	in, stop := m.stream(tasks + "lines/logs?follow=1&after=0&run=" + run)
	defer stop()
	if mark := next(t, in); mark.Run != run {
		t.Fatalf("%+v", mark)
	}
	for seq := int64(1); seq <= 3000; seq++ {
		if line := next(t, in); line.Seq != seq {
			t.Fatalf("%+v, want line %d", line, seq)
		}
	}
	if mark := next(t, in); mark.End != "over" {
		t.Errorf("%+v", mark)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		t.Errorf("the stream continues: %v", err)
	}
}

func TestPartialLineIsDeliveredOnce(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.ask(servers+"chat/start", "")
	in, stop := m.stream(servers + "chat/logs?follow=1&after=0")
	defer stop()
	_ = next(t, in)
	type_ := func(text string) {
		t.Helper()
		body, _ := json.Marshal(streams.InputRequest{Text: text})
		if got := m.do("POST", servers+"chat/input", string(body)); got.StatusCode != 204 {
			t.Fatalf("%d %s", got.StatusCode, got.body)
		}
	}
	type_("hel") // the terminal echoes it
	if line := next(t, in); line.Text != "hel" || !line.Partial || line.Seq != 1 {
		t.Fatalf("%+v", line)
	}
	type_("lo\n")
	if line := next(t, in); line.Text != "lo" || line.Partial || line.Seq != 1 {
		t.Fatalf("%+v", line)
	}
	if line := next(t, in); line.Text != "got hello" || line.Seq != 2 {
		t.Fatalf("%+v", line)
	}
	if got := m.do("POST", servers+"chat/resize", `{"cols":100,"rows":30}`); got.StatusCode != 204 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", servers+"chat/resize", `{"cols":0,"rows":30}`); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", servers+"chat/signal", `{"signal":"KILL"}`); got.StatusCode != 204 && got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", servers+"chat/signal", `{}`); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestFollowerThatStopsReadingIsDropped(t *testing.T) {
	t.Parallel()
	closed := make(chan net.Addr, 100)
	m := serveWith(t, func(s *Site) {
		s.http.ConnState = func(c net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				closed <- c.RemoteAddr()
			}
		}
	}, func(o *Options) { o.write = 200 * time.Millisecond })
	m.ask(servers+"flood/start?wait=started", "")
	c, err := net.Dial("tcp4", strings.TrimPrefix(m.origin("127.0.0.1"), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET "+servers+"flood/logs?follow=1&after=0 HTTP/1.1\r\nHost: localhost:"+
		fmt.Sprint(m.Port())+
		"\r\nAuthorization: Bearer "+testToken+"\r\n\r\n")
	m.waitFor(servers+"flood", "exit") // all 50 MB were printed although nobody read them here
	for (<-closed).String() != c.LocalAddr().String() {
	}
	n, err := io.Copy(io.Discard, c) // what was in flight
	if n == 0 || n > 60<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	var runs []app.RunInfo
	if m.get(servers+"flood/runs", &runs); runs[0].Lines != 500_000 {
		t.Errorf("%d lines are kept", runs[0].Lines)
	}
}

func BenchmarkStatuses(b *testing.B) {
	s := New(newHome(b).Sup, Options{Token: testToken, Port: 7912})
	handler := s.Handler()
	r := httptest.NewRequest("GET", "http://x/api/projects/shop/servers", nil)
	r.Host, r.URL.Host, r.URL.Scheme = "localhost:7912", "", ""
	r.Header.Set("Authorization", "Bearer "+testToken)
	for b.Loop() {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r.Clone(b.Context()))
		if w.Code != 200 {
			b.Fatal(w.Body)
		}
	}
}

func TestStreamsEndWithShutdown(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.ask(servers+"web/start", "")
	in, stop := m.stream(servers + "web/logs?follow=1")
	defer stop()
	_, _ = next(t, in), next(t, in)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- m.Close(ctx) }()
	if mark := next(t, in); mark.End != "manager" {
		t.Errorf("%+v", mark)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

func TestSearchAllRuns(t *testing.T) {
	t.Parallel()
	m := serve(t)
	runs := []string{m.run("paint"), m.run("paint")}
	m.run("lines")
	var page app.SearchPage
	m.get("/api/search?q=SECRET&ignore_case=1", &page)
	if len(page.Hits) != 2 || page.Hits[0].Run != runs[1] || page.Hits[1].Run != runs[0] ||
		page.Hits[0].Server != "shop/paint" ||
		page.Hits[0].Text != "secret ok" || page.Hits[0].Seq != 2 {
		t.Errorf("%+v", page)
	}
	m.get("/api/search?q=%5Eline+1&regex=1&limit=10&project=shop&server=lines", &page)
	if len(page.Hits) != 10 || !page.More || page.Left == "" || page.Hits[0].Text != "line 1999" {
		t.Errorf("%+v", page)
	}
	for _, query := range []string{"", "?q=", "?q=(&regex=1", "?q=x&limit=x"} {
		if got := m.do("GET", "/api/search"+query, ""); got.StatusCode != 400 {
			t.Errorf("%s: %d %s", query, got.StatusCode, got.body)
		}
	}
	if got := m.do("GET", "/api/search?q=x&project=nowhere", ""); got.StatusCode != 404 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestProjects(t *testing.T) {
	t.Parallel()
	m := serve(t)
	var all []app.ProjectView
	if m.get("/api/projects", &all); len(all) != 1 || all[0].ID != "shop" || len(all[0].Servers) != 4 ||
		len(all[0].Tasks) != 2 {
		t.Fatalf("%+v", all)
	}
	var review app.Review
	if m.get("/api/projects/shop/review", &review); review.State != "trusted" || review.Text == "" {
		t.Errorf("%+v", review)
	}
	for body, want := range map[string]int{
		`{"sha256":"00"}`: 409, `{}`: 400, `{"sha256":"` + review.SHA256 + `"}`: 200,
	} {
		if got := m.do("POST", "/api/projects/shop/trust", body); got.StatusCode != want {
			t.Errorf("%s: %d %s", body, got.StatusCode, got.body)
		}
	}
	if got := m.do("POST", "/api/projects/shop/trust", `{"sha256":"`+review.SHA256+`"}`,
		header(guard.ActorHeader, "mcp")); got.StatusCode != 403 {
		t.Errorf("an agent: %d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", "/api/projects", `{"path":"`+all[0].Path+`"}`); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	for body, want := range map[string]int{`{"path":"shop"}`: 400, `{}`: 400, `{"path":"/etc"}`: 404} {
		if got := m.do("POST", "/api/projects", body); got.StatusCode < 400 || got.StatusCode >= 500 {
			t.Errorf("%s: %d, about %d: %s", body, got.StatusCode, want, got.body)
		}
	}
	byPath := strings.ReplaceAll(all[0].Path, "/", "%2F")
	var one app.ProjectView
	if m.get("/api/projects/"+byPath, &one); one.ID != "shop" {
		t.Errorf("by its directory: %+v", one)
	}
	if got := m.do("DELETE", "/api/projects/shop", ""); got.StatusCode != 204 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/api/projects", ""); got.body != "[]\n" {
		t.Errorf("%s", got.body)
	}
}

func TestPagesShowStatesAndEscapeOutput(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	run := m.run("paint")
	page := m.do("GET", "/p/shop/paint/runs/"+run, "", cookie(c), m.onUI)
	for _, want := range []string{`<span class="f1">red</span>`, "&lt;b&gt;", "ERROR: boom", "exited with code 0",
		"format=raw&amp;run=" + run} {
		if !strings.Contains(page.body, want) {
			t.Errorf("%q is not on the page:\n%s", want, page.body)
		}
	}
	for _, bad := range []string{"<b>", "\x1b", "\a", "title\a", "style=", "http-equiv"} {
		if strings.Contains(page.body, bad) {
			t.Errorf("%q is on the page", bad)
		}
	}
	home := m.do("GET", "/p/shop", "", cookie(c), m.onUI)
	for _, want := range []string{"/p/shop?server=paint", "#s-stopped", ">stopped<"} {
		if !strings.Contains(home.body, want) {
			t.Errorf("%q is not on the page:\n%s", want, home.body)
		}
	}
	if drawer := m.do("GET", "/p/shop?server=paint", "", cookie(c), m.onUI); !strings.Contains(drawer.body,
		"/p/shop/paint/runs/"+run) {
		t.Errorf("the drawer has no link to run %s:\n%s", run, drawer.body)
	}
	m.ask(servers+"web/start", "")
	if home := m.do("GET", "/", "", cookie(c), m.onUI); !strings.Contains(home.body, `http-equiv="refresh" content="3"`) ||
		!strings.Contains(home.body, `href="http://web.shop.localhost:`) {
		t.Errorf("%s", home.body)
	}
	if got := m.do("GET", "/p/shop/paint/runs/none", "", cookie(c), m.onUI); got.StatusCode != 404 {
		t.Errorf("%d", got.StatusCode)
	}
}

func TestEveryChangeIsRecorded(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	run := m.ask(servers+"web/start?wait=started", `{"env":{"SECRET":"hush"}}`).Run
	m.do("POST", servers+"bad/start", "{}", header(guard.ActorHeader, "mcp"), header(guard.ClientHeader, "claude"))
	m.do("POST", servers+"web/stop", "", cookie(c), m.onUI)
	m.do("GET", servers+"web", "")
	m.do("POST", servers+"web/signal", `{"signal":"HUP"}`)
	m.do("POST", "/api/projects", `{"path":"/nowhere"}`)
	m.do("DELETE", "/api/projects/shop", "")
	got := m.do("GET", "/api/history", "").body
	var events []history.Entry
	if err := json.Unmarshal([]byte(got), &events); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range events {
		said = append(said, strings.Join([]string{string(e.Actor.Kind), e.Actor.Client, string(e.Action), e.Target}, " "))
	}
	want := []string{"api  forget shop", "api  register ", "api  signal shop/web", "ui  stop shop/web",
		"mcp claude start shop/bad", "api  start shop/web"}
	if !slices.Equal(said, want) {
		t.Fatalf("%q", said)
	}
	if events[5].Run != run || events[5].Result != "ok" || events[4].Result != "exited" || events[4].Run == "" ||
		events[1].Result == "ok" {
		t.Errorf("%s", got)
	}
	if strings.Contains(got, "hush") {
		t.Errorf("an environment is in the history: %s", got)
	}
}

func TestChangesArriveAsEvents(t *testing.T) {
	t.Parallel()
	m := serve(t)
	in, stop := m.stream("/api/status/stream")
	defer stop()
	_ = readEvent(t, in)
	m.ask(servers+"web/start", "")
	for {
		var all []app.Status
		if err := json.Unmarshal([]byte(readEvent(t, in)["data"]), &all); err != nil {
			t.Fatal(err)
		}
		if all[0].State == app.Ready {
			return
		}
	}
}
