package cli

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"devservers/app/base/home"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/hosts"
	"devservers/app/reading/evidence"
	"devservers/app/record/history"
	"devservers/app/web"
	"devservers/mcp"
)

// Options are what a manager is started with.
type Options struct {
	Dirs      home.Dirs
	Port      int  // 0 picks a free one
	PortGiven bool // else config.yml decides
	Version   string
	Keep      bool // a signal leaves the servers running
	Pprof     bool // profiles are served
	Terminal  bool // HUP means that the terminal is gone, not that config.yml has changed
	Log       *slog.Logger
}

// Manager is all parts of a manager, in the order in which they are closed.
type Manager struct {
	Options
	instance  *home.Instance
	global    *settings.File
	history   *history.Store
	sup       *supervisor.Supervisor
	notifier  *history.Notifier
	agents    *mcp.Endpoint
	web       *web.Site
	hosts     *hosts.Hosts
	browser   *evidence.Browser
	listeners []net.Listener
	status    home.Status
	signals   chan os.Signal
	shutdowns chan bool // requests over the API to shut down; true = keep the servers
}

// New takes the lock, the port, what is on disk and the living runs, and then publishes its address.
func New(ctx context.Context, o Options) (*Manager, error) {
	m := &Manager{Options: o, shutdowns: make(chan bool, 1), signals: make(chan os.Signal, 4)}
	var err error
	if m.instance, err = home.Lock(o.Dirs); err != nil {
		return nil, err
	}
	signal.Notify(m.signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // before anybody knows its PID
	if err := m.open(ctx); err != nil {
		signal.Stop(m.signals)
		return nil, errors.Join(err, m.instance.Close())
	}
	return m, nil
}

// Status is what the manager has published about itself.
func (m *Manager) Status() home.Status { return m.status }

func (m *Manager) open(ctx context.Context) (err error) {
	if m.global, err = settings.Open(m.Dirs.GlobalFile()); err != nil {
		return err
	}
	port := m.Port
	if !m.PortGiven {
		port = m.global.Settings().Port
	}
	if m.listeners, err = web.Inherited(); err == nil && len(m.listeners) == 0 {
		m.listeners, err = web.Listen(port)
	}
	if err != nil {
		return portError(err, m.Dirs)
	}
	socket, err := m.instance.ListenSocket()
	if err != nil {
		m.Log.Warn("there is no Unix socket; the port answers", "error", err)
	} else {
		m.listeners = append(m.listeners, socket)
	}
	if err := m.build(ctx); err != nil {
		return errors.Join(err, m.closeListeners())
	}
	return nil
}

func (m *Manager) closeListeners() (err error) {
	for _, l := range m.listeners {
		err = errors.Join(err, l.Close())
	}
	return err
}
