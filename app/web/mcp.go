package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"devservers/app"
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
