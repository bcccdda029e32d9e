package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/hosts"
	"devservers/app/project"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/pages"
	"devservers/app/web/proxy"
	"devservers/app/web/streams"
	"devservers/app/web/wire"
	"devservers/views"
)

// Options are what a Server needs apart from the supervisor.
type Options struct {
	Logs         *logs.Logs                // reads what servers have printed
	Wait         *logs.Waiter              // waits for servers
	Edits        *edits.Edits              // errors and verdicts
	Why          *why.Why                  // causes
	Permits      *access.Permits           // changes of agents; nil: one of its own
	Token        string                    // the bearer token, at least 256 bits in any printable form
	Port         int                       // the one that browsers use; 0: the port of the first listener given to Serve
	Log          *slog.Logger              // nil: nothing is logged
	Sessions     string                    // file in which sessions survive the manager; "": they end with it
	History      *history.Store            // who did what; nil: nothing is recorded
	Environments *environment.Environments // worktrees
	Hosts        *hosts.Hosts              // other places where servers run; nil: there are none
	MCP          http.Handler              // answers agents at /mcp and /mcp/p/:id; nil: there is no such endpoint
	Editor       func() string             // the editor of the settings; nil: none is set
	Trusts       func(addr string) bool    // whether a proxy at an address is trusted; nil: none is
	HTTPS        *proxy.HTTPS              // of named URLs; nil: there is none
	Secure       func() int                // the port for HTTPS that the settings name; 0: the one after Port
	Settings     *settings.File            // the person's; nil: the pages set none
	Secrets      *project.Secrets          // what agents do not read; nil: those that the projects declare
	Access       *access.Grants            // grants and tokens for /mcp; nil: there are none, and no client can ask
	Shutdown     func(keepServers bool)
	// Shutdown is called after a request for the manager's end has been answered. It must not block.

	write time.Duration // the deadline of one write; 0: writeTimeout
}

// The limits of one connection and one request.
const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 60 * time.Second
	writeTimeout  = 10 * time.Second // of one write: a client that takes longer is dropped
	maxHeader     = 32 << 10
)

// Site answers HTTP. It owns its listeners, connections and streams.
type Site struct {
	sup       *supervisor.Supervisor
	o         Options
	http      *http.Server
	base      context.Context // of every request; its end ends the streams
	cancel    context.CancelFunc
	site      *guard.Site
	sessions  *guard.Sessions
	problems  *problems
	secrets   *project.Secrets
	guard     *guard.Guard
	router    *router
	oauth     *guard.OAuth
	terminals *streams.Sockets
	streams   wire.Streams
	named     *proxy.Proxy
	secure    secure
	ui        *pages.UI
	listed    wire.Shared // of GET /api/projects
	passage   proxy.Passage
	tools     *proxy.Tools
}

// New returns a server. Serve starts it.
func New(sup *supervisor.Supervisor, o Options) *Site {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Trusts == nil {
		o.Trusts = func(string) bool { return false }
	}
	if o.Secure == nil {
		o.Secure = func() int { return 0 }
	}
	if o.Editor == nil {
		o.Editor = func() string { return "" }
	}
	o.write = cmp.Or(o.write, writeTimeout)
	if o.Permits == nil {
		o.Permits = access.NewPermits(sup, o.Why)
	}
	if o.Environments == nil && sup != nil {
		o.Environments = environment.New(sup, environment.Options{Log: o.Log})
	}
	s := &Site{sup: sup, o: o, site: guard.NewSite(o.Port), sessions: guard.NewSessions(time.Now, o.Sessions)}
	s.base, s.cancel = context.WithCancel(views.WithLacks(context.Background(),
		func() []app.Lack { return sup.Machine.Lacks() }))
	if s.secrets = o.Secrets; s.secrets == nil && sup != nil { // a server that only lists its routes has none
		s.secrets = project.NewSecrets(sup.Files)
	}
	wrong := &guard.WrongTokens{}
	s.oauth = &guard.OAuth{Access: o.Access, Site: s.site, Wrong: wrong, History: o.History,
		Projects: func() []string { return app.ProjectIDs(sup.Projects()) }}
	s.terminals = streams.NewSockets(s.base, sup, o.History, o.write)
	s.streams = wire.NewStreams(s.base, sup.Changes)
	projects := s.projects()
	s.ui = pages.New(pages.Options{
		Sup: sup, Logs: o.Logs, Edits: o.Edits, Why: o.Why, History: o.History, Access: o.Access, Site: s.site,
		Permits: o.Permits, Hosts: o.Hosts.Views, Far: o.Hosts.Lines, Worktrees: o.Environments,
		Editor: wire.NewEditor(o.Editor, os.Getenv), Streams: s.streams, Stopping: s.base, Consent: s.oauth.Pending,
		Trust: projects.doTrust, Forget: projects.doForget, Settings: o.Settings,
	})
	s.problems = &problems{log: o.Log, site: s.site, ui: s.ui, lacks: func(err error) { s.sup.Machine.Note(err) }}
	s.passage = proxy.Passage{Hosts: o.Hosts, Site: s.site, Fail: s.problems.Fail}
	s.tools = &proxy.Tools{Hosts: o.Hosts, Next: o.MCP, Hides: func(r *http.Request) bool {
		return app.ClientOf(r.Context()).Project != "" || r.PathValue("id") != ""
	}}
	s.router = newRouter(s.table(), s.problems.Fail)
	s.guard = guard.New(guard.Options{
		Site: s.site, Token: o.Token, Sessions: s.sessions, Access: o.Access, Wrong: wrong,
		IsFree: s.router.isFree, Answers: s.problems, Write: o.write,
	})
	s.named = s.hosts()
	s.http = s.answering(s.Handler())
	return s
}

// answering returns an HTTP server whose requests end with s.
func (s *Site) answering(h http.Handler) *http.Server {
	return &http.Server{
		Handler:                      h,
		ReadHeaderTimeout:            headerTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeader,
		DisableGeneralOptionsHandler: true, // OPTIONS * goes through the guards like everything else
		ErrorLog:                     slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
		BaseContext:                  func(net.Listener) context.Context { return s.base },
		ConnContext:                  guard.WithPeer,
	}
}

// Handler returns everything that the server answers, guards included.
func (s *Site) Handler() http.Handler {
	return guard.Forwarded(s.site, s.o.Trusts, s.byHost(s.site, s.guard.Wrap(s.maskForAgents(s.passage.Wrap(s.router)))))
}

// Serve answers on all listeners until Close, and then returns nil.
func (s *Site) Serve(listeners ...net.Listener) error {
	if len(listeners) == 0 {
		return errors.New("cannot serve: no listener")
	}
	if tcp, ok := listeners[0].Addr().(*net.TCPAddr); ok {
		s.site.Listens(tcp.Port)
	}
	s.openSecure()
	failed := make(chan error, len(listeners))
	var all sync.WaitGroup
	for _, l := range listeners {
		all.Go(func() { failed <- s.http.Serve(wire.Direct(l)) })
	}
	err := <-failed
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	} else {
		_ = s.http.Close() // one address is lost: let the caller decide, with none half open
	}
	all.Wait()
	return err
}

// Close ends the streams, waits for the other requests until ctx ends, and closes the listeners.
func (s *Site) Close(ctx context.Context) error {
	s.cancel()
	defer s.ui.Actions.Wait()
	defer s.terminals.Wait()
	defer s.named.Close()
	s.secure.close()
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(err, s.http.Close())
	}
	return nil
}
