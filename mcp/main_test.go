package mcp_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web"
	"devservers/mcp"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { apptest.Main(m) }

const (
	token    = "sesame-7f3b1c9d2e4a5f60718293a4b5c6d7e8"
	patience = time.Minute
)

var person = app.Actor{Kind: "cli"}

// world is a manager that serves HTTP on a free port.
type world struct {
	*apptest.World
	access   *access.Grants
	logs     *logs.Logs
	wait     *logs.Waiter
	edits    *edits.Edits
	history  *history.Store
	endpoint *mcp.Endpoint
	permits  *access.Permits
	web      *web.Site
	served   chan error
	port     int
	settings settings.Settings
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: apptest.New(t), settings: settings.Default(), port: fc.FreePort(t)}
	w.join()
	t.Cleanup(func() { w.close(false) })
	return w
}

// open starts a manager on what is on disk, at the same port as the one before.
func (w *world) open() {
	w.T.Helper()
	w.Open()
	w.join()
}

// join makes what serves agents with the supervisor.
func (w *world) join() {
	w.T.Helper()
	var err error
	w.history, err = history.Open(w.Dirs.State)
	w.must(err)
	quiet := slog.New(slog.DiscardHandler)
	w.logs = logs.New(w.Sup)
	w.edits = edits.New(w.Sup, "", quiet)
	w.wait = logs.NewWaiter(w.Sup, w.logs, w.edits.Rebuilt)
	causes := why.New(w.Sup, w.edits)
	w.permits = access.NewPermits(w.Sup, causes)
	w.endpoint, err = mcp.New(w.Sup, mcp.Options{
		Permits: w.permits, Logs: w.logs, Wait: w.wait, Edits: w.edits, Why: causes,
		Version: "test", State: w.Dirs.State, History: w.history, Log: quiet,
		Settings: func() settings.Settings { return w.settings },
	})
	w.must(err)
	w.serve(w.endpoint)
}

// serve puts handler behind the manager's guards.
func (w *world) serve(handler http.Handler) {
	w.T.Helper()
	listeners, err := web.Listen(w.port)
	for limit := time.Now().Add(patience); err != nil && time.Now().Before(limit); listeners, err = web.Listen(w.port) {
		time.Sleep(time.Millisecond) // a process that is just being forked has the sockets of the manager before
	}
	w.must(err)
	granted, err := access.Open(w.Dirs.State)
	w.must(err)
	w.web = web.New(w.Sup, web.Options{Logs: w.logs, Wait: w.wait, Edits: w.edits, Why: why.New(w.Sup, w.edits),
		Token: token, Port: w.port, History: w.history, Access: granted, MCP: handler})
	w.access = granted
	w.served = make(chan error, 1)
	go func() { w.served <- w.web.Serve(listeners...) }()
}

// close ends the manager; keep leaves its servers to the next manager.
func (w *world) close(keep bool) {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w.endpoint.End(ctx)
	w.Close(keep)
	w.check(w.web.Close(ctx))
	w.check(<-w.served)
	w.check(w.history.Close())
}

func (w *world) must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) check(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Error(err)
	}
}

func (w *world) url() string {
	return fmt.Sprintf("http://localhost:%d", w.port)
}

// declare writes a project that is not registered.
func (w *world) declare(name, servers string) (dir string) {
	w.T.Helper()
	w.Write(name, servers)
	return w.Path(name)
}

// project declares, registers and trusts a project.
func (w *world) project(name, servers string) (dir string) {
	w.T.Helper()
	w.Project(name, servers)
	return w.Path(name)
}

// reply is an answer that was read to its end.
type reply struct {
	*http.Response
	body string
}

// do sends one request over a connection of its own, with the manager's token.
func (w *world) do(method, path, body string, edit ...func(*http.Request)) reply {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, w.url()+path, strings.NewReader(body))
	w.must(err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, f := range edit {
		f(r)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	answer, err := transport.RoundTrip(r)
	w.must(err)
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	w.must(err)
	return reply{answer, string(got)}
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func anonymous(r *http.Request) { r.Header.Del("Authorization") }

func (w *world) written(file, text string) {
	w.T.Helper()
	w.must(os.WriteFile(file, []byte(text), 0o600))
}
