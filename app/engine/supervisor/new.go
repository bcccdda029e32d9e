package supervisor

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
	"devservers/app/project"
	"devservers/app/record/history"
	"devservers/app/run"
)

// New adopts the living runs and reads the registered projects. ctx limits only the adoption.
func New(ctx context.Context, o Options) (*Supervisor, error) {
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Self == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		o.Self = self
	}
	s := &Supervisor{
		o: o, log: o.Log, global: o.Global, Began: time.Now(),
		ports:    machine.OpenBook(filepath.Join(o.Dirs.State, "ports.json")),
		Machine:  server.NewMachine(o.Dirs.State, process.FreeMemory),
		Pins:     server.OpenPins(filepath.Join(o.Dirs.State, server.PinsFile)),
		follow:   health.OpenAdopted(filepath.Join(o.Dirs.State, "adopted.json")),
		ice:      machine.OpenIce(filepath.Join(o.Dirs.State, "frozen.json"), o.Log),
		restarts: server.OpenRestarts(filepath.Join(o.Dirs.State, "restarts.json")), projects: map[string]*managedProject{},
		outcomes: server.OpenOutcomes(filepath.Join(o.Dirs.State, "outcomes.json")),
		adopted:  make(chan struct{}), becameReady: make(chan struct{}, 1),
	}
	s.Events, s.Meter = history.NewEvents(s.Began), health.NewMeter(metered{s})
	s.Activity = new(machine.Activity)
	s.budget = machine.New(housed{s}, func() settings.Budget { return s.global.Settings().Budget })
	s.Desk = history.Desk{Use: s.Activity, Find: s.ServerRun,
		Kept: history.Runs{Root: o.Dirs.RunsDir(), URL: o.URL, Log: o.Log, Ended: new(history.Ended)}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.Files = project.New(project.Options{Dirs: o.Dirs, Global: o.Global, Env: o.Env, Login: o.Login, Self: o.Self,
		Log: o.Log, Stat: o.Stat, Port: s.ports.ForPeers, PortOf: s.ports.Of, Beside: s.ports.Beside, Changed: s.declare,
		Settled: s.settled, Running: s.names})
	run.WakeStrays(s.Kept.Root)
	s.Files.Open(s.Kept.Strays(o.Global.Knows))
	s.adopting.Wait()
	close(s.adopted)
	s.update(func() { s.open = true }) // from here on changes of projects are events
	s.wg.Go(func() { s.outcomes.Keep(s.ctx, s.Changes(s.ctx), s.eachFacts) })
	s.wg.Go(func() { s.Meter.Run(s.ctx) })
	s.wg.Go(func() { s.budget.Relieve(s.ctx) })
	s.wg.Go(func() { s.watchListeners() })
	return s, ctx.Err()
}

// eachFacts calls f for each server with its facts.
func (s *Supervisor) eachFacts(f func(app.Ref, *server.Facts)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		f(m.Ref, &m.Status)
	}
}

// Close ends the manager's part. It first ends all servers, unless keep is true, which leaves them to the next manager.
// It returns when everything that it has to end is gone, or with ctx's error.
func (s *Supervisor) Close(ctx context.Context, keep bool) error {
	s.update(func() { s.closing = true })
	var err error
	if !keep {
		err = s.stopAll(ctx)
	}
	s.cancel()
	s.Files.Close()
	s.wg.Wait()
	return err
}

func (s *Supervisor) stopAll(ctx context.Context) error {
	s.update(func() {
		for m := range s.all() {
			if m.Status.State.Up() || m.Want.Up {
				m.Ask(false, app.Actor{Kind: app.ActorCLI}, app.CauseShutdown)
			}
		}
	})
	err := s.mu.Await(ctx, func() bool {
		for m := range s.all() { // including the ones that only began now, such as hooks
			if m.Busy() {
				return false
			}
		}
		return true
	})
	if err != nil {
		return errors.New("some servers have not ended yet")
	}
	return nil
}
