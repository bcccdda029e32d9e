package web

import (
	"cmp"
	"crypto/tls"
	"errors"
	"net/http"
	"sync"

	"devservers/app"
	"devservers/app/web/guard"
	"devservers/app/web/proxy"
	"devservers/app/web/wire"
)

// secure answers named URLs over TLS, on a port of its own. Its zero value answers nothing.
type secure struct {
	mu     sync.Mutex
	server *http.Server // nil: it doesn't listen
	all    sync.WaitGroup
}

// close ends all connections.
func (c *secure) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server != nil {
		_ = c.server.Close()
		c.server = nil
	}
	c.all.Wait()
}

// openSecure makes named URLs answer over TLS if that is enabled, and notes in the state of HTTPS whether they do.
func (s *Site) openSecure() {
	if s.o.HTTPS == nil || !s.o.HTTPS.Enabled() {
		return
	}
	port, err := s.listenSecure()
	if err != nil {
		s.o.Log.Warn("named URLs have no HTTPS", "error", err)
	}
	s.o.HTTPS.Listens(port, err)
}

func (s *Site) listenSecure() (int, error) {
	s.secure.mu.Lock()
	defer s.secure.mu.Unlock()
	if s.secure.server != nil || s.base.Err() != nil {
		return s.o.HTTPS.Status().Port, nil
	}
	port := cmp.Or(s.o.Secure(), s.site.Port()+1)
	listeners, err := Listen(port)
	if err != nil {
		return 0, err
	}
	site := guard.NewSite(port)
	server := s.answering(s.byHost(site, http.HandlerFunc(s.withoutTLS)))
	for _, l := range listeners {
		s.secure.all.Go(func() { _ = server.Serve(tls.NewListener(l, s.o.HTTPS.Config())) })
	}
	s.secure.server = server
	return port, nil
}

// withoutTLS sends requests for the manager's own pages where they are: on its own port.
func (s *Site) withoutTLS(w http.ResponseWriter, r *http.Request) {
	if err := guard.CheckPeer(w, r); err != nil {
		s.problems.Refuse(w, r, err)
		return
	}
	s.site.ToUI(w, r)
}

func (s *Site) httpsStatus(w http.ResponseWriter, _ *http.Request) error {
	if s.o.HTTPS == nil {
		return app.Failf(app.CodeNotFound, "", "this manager has no HTTPS")
	}
	return wire.WriteJSON(w, http.StatusOK, HTTPSStatus(s.o.HTTPS.Status()))
}

// HTTPSStatus is the answer to GET and POST /api/https.
type HTTPSStatus proxy.HTTPSStatus

// HTTPSRequest is the body of POST /api/https. What is missing stays.
type HTTPSRequest struct {
	Enabled *bool `json:"enabled,omitempty"`
	Trusted *bool `json:"trusted,omitempty"` // whether the trust stores of this machine have the root
}

func (s *Site) changeHTTPS(w http.ResponseWriter, r *http.Request) error {
	var body HTTPSRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if guard.CredentialOf(r) != guard.Bearer || s.o.HTTPS == nil {
		return app.Failf(app.CodeForbidden, "run `devservers https`", "only the command line can change HTTPS")
	}
	if body.Enabled != nil {
		if err := s.switchHTTPS(*body.Enabled); err != nil {
			return err
		}
	}
	if body.Trusted != nil {
		if err := s.o.HTTPS.Trust(*body.Trusted); err != nil {
			return err
		}
	}
	s.sup.Announce() // statuses have other URLs
	return s.httpsStatus(w, r)
}

// switchHTTPS turns HTTPS on or off. It stays off if its port is taken.
func (s *Site) switchHTTPS(on bool) error {
	if !on {
		s.secure.close()
		s.o.HTTPS.Listens(0, nil)
		return s.o.HTTPS.Disable()
	}
	if err := s.o.HTTPS.Enable(); err != nil {
		return err
	}
	s.openSecure()
	if problem := s.o.HTTPS.Status().Problem; problem != "" {
		return errors.Join(app.Failf(app.CodePortInUse, "set settings.https_port in config.yml, or free the port", "%s",
			problem), s.o.HTTPS.Disable())
	}
	return nil
}
