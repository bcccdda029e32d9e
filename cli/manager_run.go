package cli

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"devservers/app/base/home"
	"devservers/app/run"
)

// Run serves until the end is requested, and closes everything in reverse order.
func (m *Manager) Run(ctx context.Context) error {
	served := make(chan error, 1)
	go func() { served <- m.web.Serve(m.listeners...) }()
	defer signal.Stop(m.signals)
	defer m.profile()()
	watching, stop := context.WithCancel(ctx)
	var watched sync.WaitGroup
	watched.Go(func() { m.agents.Run(watching) })
	watched.Go(func() { m.stayFound(watching) })
	watched.Go(m.keeper(watching))
	watched.Go(func() { m.endIdle(watching) })
	watched.Go(func() { onSave(watching, m.Dirs.GlobalFile(), func() { m.readSettings() }) })
	watched.Go(func() { giveBack(watching) })
	watched.Go(func() { run.KeepSpare(watching) })
	keep, err := m.await(served)
	stop()
	watched.Wait()
	return errors.Join(err, m.end(keep))
}

// await returns when the manager must end, and whether its servers keep running.
func (m *Manager) await(served <-chan error) (keep bool, err error) {
	for {
		select {
		case err := <-served:
			return true, fmt.Errorf("cannot serve any longer: %w", err)
		case keep := <-m.shutdowns:
			m.Log.Info("shutdown requested", "keep_servers", keep)
			return keep, nil
		case s := <-m.signals:
			if s == syscall.SIGHUP && !m.Terminal {
				if m.readSettings() {
					m.Log.Info("configuration reloaded")
				}
				continue
			}
			m.Log.Info("shutting down", "signal", s)
			return m.Keep, nil
		}
	}
}

// readSettings reads config.yml, and reports whether it can be used.
func (m *Manager) readSettings() bool {
	if err := m.global.Reload(); err != nil {
		m.Log.Warn("cannot reload the configuration", "error", err)
		return false
	}
	m.sup.Files.Sync()
	return true
}

// endLimit bounds the shutdown: it is longer than any server may take to stop.
const endLimit = 5 * time.Minute

// closeLimit bounds what is left to close once the servers have stopped, or keep running.
const closeLimit = 5 * time.Second

// end stops the servers while pages and followers can still watch, answers waiting agents, stops serving, and releases
// the lock. A second signal waits for nothing.
func (m *Manager) end(keep bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-m.signals:
			m.Log.Warn("shutting down at once")
			cancel()
		case <-over:
		}
	}()
	m.hosts.Close()
	err := m.sup.Close(ctx, keep)
	m.browser.Close()
	m.notifier.Close(ctx)
	closing, stop := context.WithTimeout(context.Background(), closeLimit)
	defer stop()
	m.agents.End(closing)
	_ = m.instance.Publish(home.Status{}) // from here on nobody can reach it
	return errors.Join(err, m.web.Close(closing), m.history.Close(), m.instance.Close())
}
