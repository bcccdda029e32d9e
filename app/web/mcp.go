package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"devservers/app"
	"devservers/app/project"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// mcp passes a message to the endpoint for agents once it has arrived completely: a slow sender must not block the
// endpoint, and the answer may take long.
func (s *Site) mcp(w http.ResponseWriter, r *http.Request) error {
	if s.o.MCP == nil {
		return app.Failf(wire.CodeMethod, "", "this manager serves no MCP")
	}
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if large := (*http.MaxBytesError)(nil); err != nil && !errors.As(err, &large) {
			return wire.Gone(err)
		} else if err != nil {
			return err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	s.tools.ServeHTTP(w, r)
	return nil
}

// maskForAgents masks secrets in what agents read: at /mcp, and through the command line in their shells. People read
// what was printed.
func (s *Site) maskForAgents(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp" || strings.HasPrefix(r.URL.Path, "/mcp/") || guard.ActorOf(r).IsAgent() {
			w = &maskWriter{ResponseWriter: w, secrets: s.secrets}
		}
		next.ServeHTTP(w, r)
	})
}

// maskWriter masks what is written. All that writes here, writes a whole message or line at once.
type maskWriter struct {
	http.ResponseWriter
	secrets *project.Secrets
}

func (w *maskWriter) WriteHeader(status int) {
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(status)
}

func (w *maskWriter) Write(p []byte) (int, error) {
	if _, err := w.ResponseWriter.Write([]byte(w.secrets.Masker()(string(p)))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush is for streams.
func (w *maskWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap is for http.ResponseController.
func (w *maskWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
