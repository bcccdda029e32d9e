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
	"devservers/app/base/home"
	"devservers/app/change"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/hosts"
	"devservers/app/project"
	"devservers/app/reading/edits"
	"devservers/app/reading/evidence"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/access"
	"devservers/app/record/history"
	"devservers/app/web"
	"devservers/app/web/proxy"
	"devservers/cli/client"
	"devservers/mcp"
	"devservers/mcp/session"
)

// build makes the parts. Clients that connect already wait in the listeners' queues until run.
func (m *Manager) build(ctx context.Context) (err error) {
	port := m.listeners[0].Addr().(*net.TCPAddr).Port
	m.status = newStatus(port, m.Version)
	if last := m.listeners[len(m.listeners)-1].Addr(); last.Network() == "unix" {
		m.status.Socket = last.String()
	}
	if m.history, err = history.Open(m.Dirs.State); err != nil {
		return err
	}
	secure := proxy.OpenHTTPS(m.Dirs.State)
	m.sup, err = supervisor.New(ctx, supervisor.Options{
		Dirs: m.Dirs, Global: m.global, URL: m.status.URL, Version: m.status.Version, Env: client.CleanEnv(os.Environ()),
		Login: project.LoginEnvironment, Log: m.Log,
		Secure: secure.Shown,
	})
	if err != nil {
		return errors.Join(err, m.abandon())
	}
	lines := logs.New(m.sup)
	made := edits.New(m.sup, filepath.Join(m.Dirs.State, "edits.json"), m.Log)
	lines.ShowErrors(made.Ranges)
	m.browser = evidence.NewBrowser(m.Dirs.State)
	made.OpenWith(m.browser.Open)
	waiter := logs.NewWaiter(m.sup, lines, made.Rebuilt)
	causes := why.New(m.sup, made)
	envs := environment.New(m.sup, environment.Options{State: m.Dirs.State, Home: m.Dirs.Home, Log: m.Log})
	asked, secrets := change.NewPermits(m.sup, causes), project.NewSecrets(m.sup.Files)
	m.agents, err = mcp.New(m.sup, mcp.Options{
		Logs: lines, Wait: waiter, Edits: made, Why: causes, Permits: asked, Secrets: secrets, Environments: envs,
		Hosts: session.Hosts{
			Notes: func() []string { return m.hosts.Notes() },
			Search: func(ctx context.Context, q logs.Query, page *app.SearchPage) {
				proxy.Search(ctx, m.hosts, app.Actor{Kind: app.ActorMCP}, q, page)
			},
		},
		Version: m.status.Version, State: m.Dirs.State, Settings: m.global.Settings, History: m.history, Log: m.Log,
	})
	if err != nil {
		return errors.Join(err, m.abandon())
	}
	granted, err := access.Open(m.Dirs.State)
	if err != nil {
		return errors.Join(err, m.abandon())
	}
	if problem := granted.Problem(); problem != "" {
		m.Log.Warn(problem)
	}
	m.hosts = hosts.Open(hosts.Options{
		State: m.Dirs.State, Token: m.status.Token, Log: m.Log, Env: client.CleanEnv(os.Environ()),
		Origin:  func() string { return fmt.Sprintf("http://devservers.localhost:%d", port) },
		Changed: func() { m.sup.Announce() },
		Told:    m.told,
	})
	m.web = web.New(m.sup, web.Options{
		Hosts: m.hosts,
		Logs:  lines, Wait: waiter, Edits: made, Why: causes, Permits: asked, Secrets: secrets, Environments: envs,
		Token: m.status.Token, Port: port, Log: m.Log, History: m.history, Shutdown: m.shutdown,
		Sessions: filepath.Join(m.Dirs.State, "sessions.json"), MCP: m.agents, Access: granted,
		HTTPS: secure, Secure: func() int { return m.global.Settings().HTTPSPort },
		Editor: func() string { return m.global.Settings().Editor }, Settings: m.global,
		Trusts: func(addr string) bool { return m.global.Settings().TrustsProxy(addr) },
	})
	m.notifier = history.Notify(m.sup, history.Options{Settings: m.global, Events: m.sup.Events, Programs: m.sup.Files,
		Home: m.Dirs.Home, Log: m.Log})
	return m.instance.Publish(m.status)
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
		StartedAt: time.Now().UTC().Truncate(time.Millisecond), Version: version, Token: newToken(),
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

// newToken is a secret of at least 128 bits.
func newToken() string { return rand.Text() + rand.Text() }
