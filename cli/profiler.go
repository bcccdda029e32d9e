package cli

import (
	"context"
	"crypto/rand"
	"io"
	"net"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"time"

	"devservers/app/web/guard"
)

// profiler serves profiles of this process on a loopback port of its own, below a path that nobody can guess, to
// programs of this user alone.
type profiler struct {
	server *http.Server
	url    string // for go tool pprof; the name of a profile follows
}

func newProfiler() (*profiler, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	site, secret := guard.NewSite(l.Addr().(*net.TCPAddr).Port), "/"+rand.Text()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/{name}", snapshot)
	mux.HandleFunc("GET /debug/pprof/profile", during(pprof.StartCPUProfile, pprof.StopCPUProfile))
	mux.HandleFunc("GET /debug/pprof/trace", during(trace.Start, trace.Stop))
	p := &profiler{
		server: &http.Server{Handler: ofUser(site, http.StripPrefix(secret, mux)), ConnContext: guard.WithPeer,
			ReadHeaderTimeout: time.Minute},
		url: site.Origin("127.0.0.1") + secret + "/debug/pprof/",
	}
	go func() { _ = p.server.Serve(l) }()
	return p, nil
}

// snapshot serves a profile of what is so now: heap, goroutine, and the others of runtime/pprof. ?debug=2 is text.
func snapshot(w http.ResponseWriter, r *http.Request) {
	profile := pprof.Lookup(r.PathValue("name"))
	if profile == nil {
		http.NotFound(w, r)
		return
	}
	debug, _ := strconv.Atoi(r.FormValue("debug"))
	_ = profile.WriteTo(w, debug)
}

// during serves what is recorded in the next ?seconds, 30 if there are none.
func during(start func(io.Writer) error, stop func()) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		seconds, err := strconv.Atoi(r.FormValue("seconds"))
		if err != nil {
			seconds = 30
		}
		if err := start(w); err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		defer stop()
		select {
		case <-r.Context().Done():
		case <-time.After(time.Duration(seconds) * time.Second):
		}
	}
}

// ofUser refuses requests of other users, and the ones that a page in a browser can make.
func ofUser(site *guard.Site, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := guard.CheckPeer(w, r); err != nil || !site.Owns(r.Host) || r.Header.Get("Origin") != "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (p *profiler) close() { _ = p.server.Close() }

// profile serves profiles if that is wanted, and returns a function that ends it.
func (m *Manager) profile() (end func()) {
	if !m.Pprof {
		return func() {}
	}
	p, err := newProfiler()
	if err != nil {
		m.Log.Warn("profiles can't be served", "error", err)
		return func() {}
	}
	m.Log.Info("profiles are served", "heap", p.url+"heap", "cpu", p.url+"profile")
	return p.close
}
