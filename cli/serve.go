package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/config/settings"
	"devservers/app/history"
	"devservers/app/home"
	"devservers/app/notify"
	"devservers/app/supervisor"
	"devservers/app/web"
	"devservers/cli/client"
	"devservers/mcp"
)

type serveOptions struct {
	port       int
	portGiven  bool
	background bool // started by another command, which waits for the verdict
	keep       bool
	debug      bool
}

func serveCommand(p *program) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the manager in the foreground",
		Long: `Run the manager in the foreground. Other commands start it in the background when they need it.

TERM and Ctrl-C stop it and all servers; a second one stops it at once. HUP reloads the configuration.
The port is --port, else DEVSERVERS_PORT, else settings.port of your config.yml, else 7912; 0 picks a free one.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.portGiven = cmd.Flags().Changed("port")
			return o.run(cmd.Context(), p)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", 0, "port on 127.0.0.1 and [::1]; 0 for a free one")
	f.BoolVar(&o.keep, "keep-servers", false, "at the end, leave the servers running for the next manager")
	f.BoolVar(&o.debug, "debug", false, "more log output")
	f.BoolVar(&o.background, "background", false, "")
	_ = f.MarkHidden("background")
	return cmd
}

// run runs a manager to its end. In the background, a failure to start goes to the command that waits for it.
func (o serveOptions) run(ctx context.Context, p *program) error {
	ready := readyPipe(o)
	m, err := assemble(ctx, p, o)
	if err != nil {
		ready.Tell(verdictOf(err))
		return err
	}
	ready.Tell(client.Verdict{Status: m.status})
	greet(p, m)
	return m.run(ctx)
}

// verdictOf reports why there is no new manager. Another one that runs is as good as a new one.
func verdictOf(err error) client.Verdict {
	var other *home.AlreadyRunning
	if errors.As(err, &other) && other.Status.PID != 0 {
		return client.Verdict{Status: other.Status}
	}
	return client.Verdict{Error: client.AsError(err), Exit: exitCode(err)}
}

// manager is all parts of a manager, in the order in which they are closed.
type manager struct {
	o         serveOptions
	log       *slog.Logger
	dirs      home.Dirs
	instance  *home.Instance
	global    *settings.File
	history   *history.Store
	sup       *supervisor.Supervisor
	notifier  *notify.Notifier
	agents    *mcp.Endpoint
	web       *web.Server
	listeners []net.Listener
	status    home.Status
	shutdowns chan bool // requests over the API to shut down; true = keep the servers
}

// assemble takes the lock, the port, what is on disk and the living runs, and then publishes its address.
func assemble(ctx context.Context, p *program, o serveOptions) (*manager, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	m := &manager{o: o, dirs: dirs, log: logger(p, o), shutdowns: make(chan bool, 1)}
	if m.instance, err = home.Lock(dirs); err != nil {
		return nil, lockError(err)
	}
	if err := m.open(ctx, p); err != nil {
		return nil, errors.Join(err, m.instance.Close())
	}
	return m, nil
}

func lockError(err error) error {
	var other *home.AlreadyRunning
	if errors.As(err, &other) {
		return &exit{exitRunning, err}
	}
	return err
}

// wantedPort is the port of the flag or the environment, if one of them names one.
func (o serveOptions) wantedPort(getenv func(string) string) (port int, given bool, err error) {
	if o.portGiven {
		return o.port, true, nil
	}
	return client.ParsePort(getenv(client.PortVariable))
}

func (m *manager) open(ctx context.Context, p *program) (err error) {
	port, given, err := m.o.wantedPort(p.Getenv)
	if err != nil {
		return err
	}
	if m.global, err = settings.Open(m.dirs.GlobalFile()); err != nil {
		return err
	}
	if !given {
		port = m.global.Settings().Port
	}
	if m.listeners, err = web.Listen(port); err != nil {
		return portError(err, p.view())
	}
	if err := m.build(ctx); err != nil {
		return errors.Join(err, m.closeListeners())
	}
	return nil
}

func (m *manager) closeListeners() (err error) {
	for _, l := range m.listeners {
		err = errors.Join(err, l.Close())
	}
	return err
}

// run serves until the end is requested, and closes everything in reverse order.
func (m *manager) run(ctx context.Context) error {
	served := make(chan error, 1)
	go func() { served <- m.web.Serve(m.listeners...) }()
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	watching, stop := context.WithCancel(ctx)
	var watched sync.WaitGroup
	watched.Go(func() { m.agents.Run(watching) })
	keep, err := m.await(signals, served)
	stop()
	watched.Wait()
	return errors.Join(err, m.end(signals, keep))
}

// await returns when the manager must end, and whether its servers keep running.
func (m *manager) await(signals <-chan os.Signal, served <-chan error) (keep bool, err error) {
	for {
		select {
		case err := <-served:
			return true, fmt.Errorf("cannot serve any longer: %w", err)
		case keep := <-m.shutdowns:
			m.log.Info("shutdown requested", "keep_servers", keep)
			return keep, nil
		case s := <-signals:
			if s == syscall.SIGHUP && !m.onTerminal() {
				m.reload()
				continue
			}
			m.log.Info("shutting down", "signal", s)
			return m.o.keep, nil
		}
	}
}

// reload reads config.yml again; changes of devservers.yml files are noticed anyway.
func (m *manager) reload() {
	if err := m.global.Reload(); err != nil {
		m.log.Warn("cannot reload the configuration", "error", err)
		return
	}
	m.log.Info("configuration reloaded")
}

// endLimit bounds the shutdown: it is longer than any server may take to stop.
const endLimit = 5 * time.Minute

// closeLimit bounds what is left to close once the servers have stopped, or keep running.
const closeLimit = 5 * time.Second

// end stops the servers while pages and followers can still watch, answers waiting agents, stops serving, and releases
// the lock. A second signal waits for nothing.
func (m *manager) end(signals <-chan os.Signal, keep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-signals:
			m.log.Warn("shutting down at once")
			cancel()
		case <-over:
		}
	}()
	err := m.sup.Close(ctx, keep)
	m.notifier.Close(ctx)
	closing, stop := context.WithTimeout(context.Background(), closeLimit)
	defer stop()
	m.agents.End(closing)
	return errors.Join(err, m.web.Close(closing), m.history.Close(), m.instance.Close())
}
