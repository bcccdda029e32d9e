package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/home"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/hosts"
	"devservers/app/project"
	"devservers/app/reading/edits"
	"devservers/app/reading/evidence"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web"
	"devservers/app/web/proxy"
	"devservers/cli/client"
	"devservers/mcp"
	"devservers/mcp/session"
)

// build makes the parts. Clients that connect already wait in the listeners' queues until run.
func (m *Manager) build(ctx context.Context) (err error) {
	m.status = newStatus(m.port(), m.Version)
	if last := m.listeners[len(m.listeners)-1].Addr(); last.Network() == "unix" {
		m.status.Socket = last.String()
	}
	if m.history, err = history.Open(m.Dirs.State); err != nil {
		return err
	}
	if err := m.assemble(ctx); err != nil {
		return errors.Join(err, m.abandon())
	}
	m.notifier = history.Notify(m.sup, history.Options{Settings: m.global, Events: m.sup.Events, Programs: m.sup.Files,
		Home: m.Dirs.Home, Log: m.Log})
	return m.instance.Publish(m.status)
}

func (m *Manager) port() int { return m.listeners[0].Addr().(*net.TCPAddr).Port }

// assemble makes the engine, what reads its output and edits, and the doors.
func (m *Manager) assemble(ctx context.Context) (err error) {
	secure := proxy.OpenHTTPS(m.Dirs.State)
	m.sup, err = supervisor.New(ctx, supervisor.Options{
		Dirs: m.Dirs, Global: m.global, URL: m.status.URL, Version: m.status.Version, Env: client.CleanEnv(os.Environ()),
		Login: project.LoginEnvironment, Log: m.Log,
		Secure: secure.Shown,
	})
	if err != nil {
		return err
	}
	r := m.readers()
	m.agents, err = mcp.New(m.sup, mcp.Options{
		Logs: r.lines, Wait: r.waiter, Edits: r.edits, Why: r.causes, Permits: r.asked, Secrets: r.secrets,
		Environments: r.envs, Hosts: m.forAgents(),
		Version: m.status.Version, State: m.Dirs.State, Settings: m.global.Settings, History: m.history, Log: m.Log,
	})
	if err != nil {
		return err
	}
	granted, err := access.Open(m.Dirs.State)
	if err != nil {
		return err
	}
	if problem := granted.Problem(); problem != "" {
		m.Log.Warn(problem)
	}
	m.hosts = m.openHosts()
	m.web = web.New(m.sup, web.Options{
		Hosts: m.hosts,
		Logs:  r.lines, Wait: r.waiter, Edits: r.edits, Why: r.causes, Permits: r.asked, Secrets: r.secrets,
		Environments: r.envs,
		Token:        m.status.Token, Port: m.port(), Log: m.Log, History: m.history, Shutdown: m.shutdown,
		Sessions: filepath.Join(m.Dirs.State, "sessions.json"), MCP: m.agents, Access: granted,
		HTTPS: secure, Secure: func() int { return m.global.Settings().HTTPSPort },
		Editor: func() string { return m.global.Settings().Editor }, Settings: m.global,
		Trusts: func(addr string) bool { return m.global.Settings().TrustsProxy(addr) },
	})
	return nil
}

// readers are the parts between the engine and the doors.
type readers struct {
	lines   *logs.Logs
	waiter  *logs.Waiter
	edits   *edits.Edits
	causes  *why.Why
	asked   *access.Permits
	secrets *project.Secrets
	envs    *environment.Environments
}

func (m *Manager) readers() (r readers) {
	r.lines = logs.New(m.sup)
	r.edits = edits.New(m.sup, filepath.Join(m.Dirs.State, "edits.json"), m.Log)
	r.lines.ShowErrors(r.edits.Ranges)
	m.browser = evidence.NewBrowser(m.Dirs.State)
	r.edits.OpenWith(m.browser.Open)
	r.waiter = logs.NewWaiter(m.sup, r.lines, r.edits.Rebuilt)
	r.causes = why.New(m.sup, r.edits)
	r.envs = environment.New(m.sup, environment.Options{State: m.Dirs.State, Home: m.Dirs.Home, Log: m.Log})
	r.asked, r.secrets = access.NewPermits(m.sup, r.causes), project.NewSecrets(m.sup.Files)
	return r
}

func (m *Manager) openHosts() *hosts.Hosts {
	return hosts.Open(hosts.Options{
		State: m.Dirs.State, Token: m.status.Token, Log: m.Log, Env: client.CleanEnv(os.Environ()),
		Origin:  func() string { return fmt.Sprintf("http://devservers.localhost:%d", m.port()) },
		Changed: func() { m.sup.Announce() },
		Told:    m.told,
	})
}

// forAgents are the hosts as agents see them. m.hosts is opened later.
func (m *Manager) forAgents() session.Hosts {
	return session.Hosts{
		Notes: func() []string { return m.hosts.Notes() },
		Search: func(ctx context.Context, q logs.Query, page *app.SearchPage) {
			proxy.Search(ctx, m.hosts, app.Actor{Kind: app.ActorMCP}, q, page)
		},
	}
}

// told records that a host was lost or is back.
func (m *Manager) told(t hosts.Tiding) {
	e := history.Entry{Time: time.Now(), Actor: app.Actor{Kind: app.ActorLink}, Action: history.HostBack, Result: "ok",
		Target: app.OnHost(t.Host, ""), Detail: t.Text}
	if t.Lost {
		e.Action = history.HostAway
	}
	_ = m.history.Add(e)
}

// abandon closes the parts of a manager that can't start. Servers that it has adopted keep running.
func (m *Manager) abandon() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	if m.sup != nil {
		err = m.sup.Close(ctx, true)
	}
	return errors.Join(err, m.history.Close())
}

// shutdown requests the end; the first request decides about the servers.
func (m *Manager) shutdown(keep bool) {
	select {
	case m.shutdowns <- keep:
	default:
	}
}

func newStatus(port int, version string) home.Status {
	return home.Status{
		Running: true, PID: os.Getpid(), URL: fmt.Sprintf("http://localhost:%d", port),
		StartedAt: time.Now().UTC().Truncate(time.Millisecond), Version: version, Token: rand.Text() + rand.Text(),
	}
}

// portError names who uses the port.
func portError(err error, dirs home.Dirs) error {
	var taken *web.PortInUse
	if !errors.As(err, &taken) {
		return err
	}
	if hidden := hiddenManager(taken.Port, dirs.State); hidden != nil {
		return hidden
	}
	failure := app.Failf(app.CodePortInUse, "devservers serve --port 0 picks a free port; settings.port in config.yml "+
		"sets another",
		"port %d is in use", taken.Port)
	if failure.Owner = machine.OwnerOf(taken.Port); failure.Owner != nil {
		failure.Detail = fmt.Sprintf("port %d is held by %s", taken.Port, failure.Owner.Describe())
	}
	return failure
}
