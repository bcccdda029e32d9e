package runs

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
)

// EndStrangers ends living runs of projects that are not known: nobody could see or stop them.
func (s Store) EndStrangers(known func(project string) bool) {
	for _, ref := range s.All() {
		if !known(ref.Project) && s.Lives(ref) {
			s.end(ref)
		}
	}
}

func (s Store) end(ref app.Ref) {
	dir, _, ok := s.Latest(ref)
	if !ok {
		return
	}
	r, err := run.Adopt(dir)
	if err != nil || r.Gone() {
		return
	}
	s.Log.Warn("ending a run of a project that is not registered", "server", ref.String(), "run", r.Record().ID)
	_ = r.Stop(run.StopRequest{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout, Cause: app.CauseAsked})
	select {
	case <-r.Done():
	case <-time.After(2 * config.DefaultStopTimeout):
		r.Release()
	}
}
