package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/record/history"
	"devservers/app/run"
)

// foundPause is the time between two looks whether others still find this manager.
const foundPause = 4 * time.Second

// stayFound publishes this manager again if somebody removed its files. If another manager has taken its place, it
// ends, and leaves the servers to that one.
func (m *Manager) stayFound(ctx context.Context) {
	for app.Beat(ctx, foundPause) {
		err := m.instance.Check()
		var other *home.AlreadyRunning
		switch {
		case errors.As(err, &other):
			m.Log.Error("another manager has taken the state directory; leaving the servers to it", "manager", other.Error())
			m.shutdown(true)
			return
		case err != nil:
			m.Log.Warn("others may not find this manager", "error", err)
		}
	}
}

// stamp is what a file's state shows of a change.
type stamp struct {
	saved time.Time
	size  int64
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// onSave calls changed after each change of a file, until ctx ends. It waits until the file has stayed as it is for one
// look, since editors write in steps. A missing file is no change.
func onSave(ctx context.Context, file string, changed func()) {
	known := stampOf(file)
	for last := known; app.Beat(ctx, foundPause); {
		now := stampOf(file)
		if now != known && now == last && now != (stamp{}) {
			known = now
			changed()
		}
		last = now
	}
}

// keeper returns what keeps the runs on disk in order.
func (m *Manager) keeper(ctx context.Context) func() {
	k := &history.Keeper{Runs: m.sup.Kept, Living: m.living,
		Most: func() int64 { return m.global.Settings().TranscriptsTotal }}
	return func() { k.Run(ctx) }
}

func (m *Manager) living() (list []*run.Run) {
	for _, s := range m.sup.ServerRuns() {
		if s.Run != nil && !s.Run.Gone() {
			list = append(list, s.Run)
		}
	}
	return list
}

// idleLook is how often it is looked whether something runs.
const idleLook = 16 * time.Second

// endIdle ends the manager once nothing has run for the time that config.yml sets. The next command starts it again.
func (m *Manager) endIdle(ctx context.Context) {
	var idle time.Time // since when nothing has run
	for {
		limit := m.global.Settings().ManagerIdleTimeout
		pause := idleLook
		if limit > 0 {
			pause = min(idleLook, limit/4)
		}
		if !app.Beat(ctx, pause) {
			return
		}
		switch {
		case len(m.living()) > 0 || m.sup.View().Up > 0:
			idle = time.Time{}
		case idle.IsZero():
			idle = time.Now()
		case limit > 0 && time.Since(idle) >= limit:
			m.Log.Info("nothing has run for a while", "manager_idle_timeout", limit)
			m.shutdown(false)
			return
		}
	}
}
