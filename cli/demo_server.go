package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"devservers/app/words"

	"github.com/spf13/cobra"
)

//go:embed demo/index.html
var demoPage []byte

func demoServerCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:       "demo-server web|api|worker|hello",
		Short:     "Run one of the demo project's servers",
		Hidden:    true,
		Args:      exactly(1, "web, api, worker or hello"),
		ValidArgs: []string{"web", "api", "worker", "hello"},
		RunE:      func(cmd *cobra.Command, args []string) error { return demoServer(cmd.Context(), p, args[0]) },
	}
}

func demoServer(ctx context.Context, p *program, name string) error {
	switch name {
	case "web":
		return serveDemo(ctx, p, name, demoPages())
	case "api":
		return serveDemo(ctx, p, name, demoAPI(p.now()))
	case "worker":
		return demoWorker(ctx, p)
	case "hello":
		return demoTask(ctx, p)
	}
	return usagef("unknown demo server %q", name)
}

// serveDemo listens on $PORT and logs each request, in color as dev servers do.
func serveDemo(ctx context.Context, p *program, name string, handler http.Handler) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", p.Getenv("PORT")))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	p.Printf("\x1b[1;36m%s\x1b[0m listens on \x1b[36mhttp://%s/\x1b[0m\n", name, listener.Addr())
	server := &http.Server{Handler: logged(p, handler), ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); err != nil && ctx.Err() == nil {
		return err
	}
	p.Printf("%s says goodbye\n", name)
	return nil
}

func logged(p *program, handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		handler.ServeHTTP(w, r)
		p.Printf("\x1b[2m%s\x1b[0m \x1b[32m%s\x1b[0m %q \x1b[2m%s\x1b[0m\n",
			begin.Format(timeLayout), r.Method, r.URL.Path, time.Since(begin).Round(time.Microsecond))
	})
}

func demoPages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(demoPage)
	})
	return mux
}

func demoAPI(started time.Time) http.Handler {
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string]bool{"ok": true}) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, map[string]any{"hello": "from the demo api", "up": words.Age(time.Since(started)), "try": []string{"/healthz", "/fruit"}})
	})
	mux.HandleFunc("GET /fruit", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, []map[string]any{{"id": 1, "name": "apple"}, {"id": 2, "name": "pear"}, {"id": 3, "name": "plum"}})
	})
	return mux
}
