package cli

import (
	"context"
	_ "embed" // the project's files
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"devservers/app/base/words"
)

// demoFile is the devservers.yml of the demo project.
//
//go:embed demo/devservers.yml
var demoFile []byte

//go:embed demo/index.html
var demoPage []byte

// demoNames are the servers and the task that Run knows.
var demoNames = []string{"web", "api", "worker", "hello"}

type demoServer struct {
	Out  io.Writer
	Port string
}

// Run runs the server of one of Names until ctx ends. The task hello ends on its own.
func (s demoServer) Run(ctx context.Context, name string) error {
	switch name {
	case "web":
		return s.serve(ctx, name, pages())
	case "api":
		return s.serve(ctx, name, api(time.Now()))
	case "worker":
		return s.worker(ctx)
	}
	return s.hello(ctx)
}

// timeLayout is the time of day to the millisecond.
const timeLayout = "15:04:05.000"

// serve listens on the port and logs each request, in color as dev servers do.
func (s demoServer) serve(ctx context.Context, name string, handler http.Handler) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", s.Port))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	fmt.Fprintf(s.Out, "\x1b[1;36m%s\x1b[0m listens on \x1b[36mhttp://%s/\x1b[0m\n", name, listener.Addr())
	server := &http.Server{Handler: s.logged(handler), ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); err != nil && ctx.Err() == nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s says goodbye\n", name)
	return nil
}

func (s demoServer) logged(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		handler.ServeHTTP(w, r)
		fmt.Fprintf(s.Out, "\x1b[2m%s\x1b[0m \x1b[32m%s\x1b[0m %q \x1b[2m%s\x1b[0m\n",
			begin.Format(timeLayout), r.Method, r.URL.Path, time.Since(begin).Round(time.Microsecond))
	})
}

func pages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(demoPage)
	})
	return mux
}

func api(started time.Time) http.Handler {
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string]bool{"ok": true}) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"hello": "from the demo api", "up": words.Age(time.Since(started)),
			"try": []string{"/healthz", "/fruit"}})
	})
	mux.HandleFunc("GET /fruit", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, []map[string]any{{"id": 1, "name": "apple"}, {"id": 2, "name": "pear"}, {"id": 3, "name": "plum"}})
	})
	return mux
}
