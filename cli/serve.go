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

func (p *program) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Be the manager, in the foreground",
		Long: `Be the manager, in the foreground. Other commands start it in the background when they need it.

TERM and Ctrl-C stop it and all servers, a second one at once; HUP reads the configuration again.
The port is --port, else DEVSERVERS_PORT, else settings.port of the global config.yml, else 7912; 0 picks a free one.`,
		Args: p.atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.portGiven = cmd.Flags().Changed("port")
			return p.serve(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.port, "port", 0, "listen on this port of 127.0.0.1 and [::1]; 0 = a free one")
	f.BoolVar(&o.keep, "keep-servers", false, "at the end leave the servers running for the next manager")
	f.BoolVar(&o.debug, "debug", false, "log more")
	f.BoolVar(&o.background, "background", false, "")
	_ = f.MarkHidden("background")
	return cmd
}

// serve runs a manager to its end. When it is in the background, what keeps it from starting goes to who waits.
func (p *program) serve(ctx context.Context, o serveOptions) error {
	ready := readyPipe(o)
	m, err := p.assemble(ctx, o)
	if err != nil {
		ready.Tell(verdictOf(err))
		return err
	}
	ready.Tell(client.Verdict{Status: m.status})
	p.greet(m, o)
	return m.run(ctx)
}

// verdictOf tells who waits why there is no new manager. That another one runs is as good as a new one.
func verdictOf(err error) client.Verdict {
	var other *home.AlreadyRunning
	if errors.As(err, &other) && other.Status.PID != 0 {
		return client.Verdict{Status: other.Status}
	}
	return client.Verdict{Error: client.AsError(err), Exit: exitCode(err)}
}

// manager is all that makes a manager, in the order in which it is taken apart.
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
	asked     chan bool // shutdown was asked for over the API; true = keep the servers
}

// assemble takes the lock, the port, what is on disk and the runs that live, and then tells where it is.
func (p *program) assemble(ctx context.Context, o serveOptions) (*manager, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	m := &manager{o: o, dirs: dirs, log: p.logger(o), asked: make(chan bool, 1)}
	if m.instance, err = home.Lock(dirs); err != nil {
		return nil, lockError(err)
	}
	if err := m.open(ctx, p.wantedPort(o)); err != nil {
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

// wantedPort is the port from the flag or the environment; -1 = neither names one.
func (p *program) wantedPort(o serveOptions) int {
	if o.portGiven {
		return o.port
	}
	var port int
	if n, err := fmt.Sscanf(p.Getenv(portVariable), "%d", &port); err == nil && n == 1 {
		return port
	}
	return -1
}

// portVariable names the port of a manager that other commands start.
const portVariable = "DEVSERVERS_PORT"

func (m *manager) open(ctx context.Context, port int) (err error) {
	if m.global, err = settings.Open(m.dirs.GlobalFile()); err != nil {
		return err
	}
	if port < 0 {
		port = m.global.Settings().Port
	}
	if m.listeners, err = web.Listen(port); err != nil {
		return portError(err)
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

// run answers until it is told to end, and takes everything apart in reverse.
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

// await returns when the manager is to end, and whether its servers are to go on.
func (m *manager) await(signals <-chan os.Signal, served <-chan error) (keep bool, err error) {
	for {
		select {
		case err := <-served:
			return true, fmt.Errorf("cannot serve any more: %w", err)
		case keep := <-m.asked:
			m.log.Info("asked to end", "keep_servers", keep)
			return keep, nil
		case s := <-signals:
			if s == syscall.SIGHUP && !m.onTerminal() {
				m.reload()
				continue
			}
			m.log.Info("ending", "signal", s)
			return m.o.keep, nil
		}
	}
}

// reload reads the global configuration again; devservers.yml files are noticed without being asked.
func (m *manager) reload() {
	if err := m.global.Reload(); err != nil {
		m.log.Warn("cannot reload the configuration", "error", err)
		return
	}
	m.log.Info("configuration reloaded")
}

// endLimit bounds the end: longer than any server may take to stop.
const endLimit = 5 * time.Minute

// end stops the servers while pages and followers can still watch it, answers the agents that wait, then ends the
// answering, then lets others in. A
// second signal does not wait for anything.
func (m *manager) end(signals <-chan os.Signal, keep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-signals:
			m.log.Warn("ending at once")
			cancel()
		case <-over:
		}
	}()
	err := m.sup.Close(ctx, keep)
	m.notifier.Close(ctx)
	closing, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	m.agents.End(closing)
	return errors.Join(err, m.web.Close(closing), m.history.Close(), m.instance.Close())
}
