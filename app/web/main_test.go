package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/tests/apptest"
)

func TestMain(m *testing.M) {
	apptest.Main(tests{m})
}

// tests ends what all tests share before goroutines are counted.
type tests struct{ *testing.M }

var atEnd []func()

func (m tests) Run() int {
	code := m.M.Run()
	for _, end := range atEnd {
		end()
	}
	return code
}

const testToken = "sesame-7f3b1c9d2e4a5f60718293a4b5c6d7e8"

// manager is a server on a free port, with all that it logs.
type manager struct {
	*Site
	t    testing.TB
	log  *safeBuffer
	home *apptest.World
}

// safeBuffer may be written and read at once.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func serve(t testing.TB, change ...func(*Options)) *manager {
	t.Helper()
	return serveWith(t, func(*Site) {}, change...)
}

// serveWith changes the server before it serves.
func serveWith(t testing.TB, before func(*Site), change ...func(*Options)) *manager {
	t.Helper()
	log := &safeBuffer{}
	history, err := history.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	granted, err := access.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Token: testToken, History: history, Access: granted, MCP: http.HandlerFunc(echoClient),
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&o)
	}
	listeners, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	home := newHome(t)
	o.read(home.Sup)
	m := &manager{New(home.Sup, o), t, log, home}
	served := make(chan error, 1)
	m.site.Listens(listeners[0].Addr().(*net.TCPAddr).Port)
	before(m.Site)
	go func() { served <- m.Serve(listeners...) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := m.Close(ctx); err != nil {
			t.Errorf("cannot close: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serving ended with %v", err)
		}
		_ = history.Close()
	})
	return m
}

// read fills in what reads the output of the supervisor's servers.
func (o *Options) read(sup *supervisor.Supervisor) {
	o.Logs = logs.New(sup)
	o.Edits = edits.New(sup, "", o.Log)
	o.Logs.ShowErrors(o.Edits.Ranges)
	o.Wait = logs.NewWaiter(sup, o.Logs, o.Edits.Rebuilt)
	o.Why = why.New(sup, o.Edits)
}

// echoClient stands for the endpoint of agents: it says who has been let in.
func echoClient(w http.ResponseWriter, r *http.Request) {
	c := app.ClientOf(r.Context())
	_ = wire.WriteJSON(w, http.StatusOK, map[string]string{"name": c.Name, "kind": c.Kind})
}

// patience is how long what has to come may take.
const patience = time.Minute

// reply is an answer that was read to its end.
type reply struct {
	*http.Response
	body string
}

func (r reply) problem(t *testing.T) wire.Problem {
	t.Helper()
	var p wire.Problem
	if err := json.Unmarshal([]byte(r.body), &p); err != nil ||
		r.Header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("no problem: %d %s %q", r.StatusCode, r.Header.Get("Content-Type"), r.body)
	}
	return p
}

// do sends one request over a connection of its own. edit changes it before; without one it carries the token.
func (m *manager) do(method, path, body string, edit ...func(*http.Request)) reply {
	m.t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, m.origin("127.0.0.1")+path, in)
	if err != nil {
		m.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, f := range edit {
		f(r)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	answer, err := transport.RoundTrip(r)
	if err != nil {
		m.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		m.t.Fatalf("%s %s: %v", method, path, err)
	}
	return reply{answer, string(got)}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func anonymous(r *http.Request) { r.Header.Del("Authorization") }

func host(name string) func(*http.Request) {
	return func(r *http.Request) { r.Host = name }
}

// origin returns the manager's address under one of its names.
func (m *manager) origin(name string) string { return m.site.Origin(name) }

// onUI sends the request to the host that has sessions.
func (m *manager) onUI(r *http.Request) {
	r.Host = strings.TrimPrefix(m.origin(guard.UIHost), "http://")
}

// signIn goes the whole way of a browser and gives its cookie.
func (m *manager) signIn() *http.Cookie {
	m.t.Helper()
	got := m.redeem()
	if got.StatusCode != http.StatusNoContent || len(got.Cookies()) != 1 {
		m.t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	return got.Cookies()[0]
}

// redeem trades a new code, as the page's script does.
func (m *manager) redeem() reply {
	m.t.Helper()
	var login LoginAnswer
	if err := json.Unmarshal([]byte(m.do("POST", "/api/login", "").body), &login); err != nil {
		m.t.Fatal(err)
	}
	_, code, ok := strings.Cut(login.URL, "#")
	if !ok || !strings.HasPrefix(login.URL, m.origin(guard.UIHost)+"/login#") {
		m.t.Fatalf("address %q", login.URL)
	}
	return m.do("POST", "/login", `{"code":"`+code+`"}`, anonymous, m.onUI)
}

func cookie(c *http.Cookie) func(*http.Request) {
	return func(r *http.Request) {
		anonymous(r)
		r.AddCookie(c)
	}
}

// newHome has one project: shop, whose servers are this test binary.
func newHome(t testing.TB) *apptest.World {
	w := apptest.New(t)
	w.Project("shop", shopFile)
	return w
}

// shopFile declares a server for each way to be. FC is this test binary as a child.
const shopFile = `servers:
  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto}
  chat: {command: FC echo}
  bad: {command: FC crash 7 the database is missing, ready: {log: ^never printed$}}
  flood: {command: FC flood 50000000}
tasks:
  lines: {command: FC lines 3000}
  paint: {command: FC bytes 1b5b33316d7265641b5b306d203c623e0a736563726574206f6b0a1b5d303b7469746c65074552524f523a20626f6f6d0a}
`

// Port returns the port that clients use.
func (s *Site) Port() int { return s.site.Port() }
