package edits

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/ports"
	"devservers/app/engine/supervisor"
	"devservers/app/run"
)

// sight is what the processes of a server show at one moment.
type sight struct {
	closed   int       // the server's port, if nothing listens there; 0 = something does, or it has none
	closedAt time.Time // since when, as far as seen
	renewed  bool      // the process that listens was started after the edit
	since    time.Time // when
	busy     bool
}

// looker looks at the processes of one server while somebody waits for a verdict.
type looker struct {
	mu       sync.Mutex
	look     *process.Look
	run      string
	at       time.Time
	cpu      time.Duration
	runs     bool // one was running or could have been
	last     sight
	closedAt time.Time
}

const (
	lookEvery = 150 * time.Millisecond
	busyShare = 0.2 // of one core
)

// see looks at the processes of a server, unless that was done just now.
func (w *looker) see(sr supervisor.ServerRun, edit time.Time) sight {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if sr.Run == nil || !sr.State.Up() {
		return sight{}
	}
	rec := sr.Run.Record()
	if rec.ID == w.run && now.Sub(w.at) < lookEvery && w.at.After(edit) {
		return w.last
	}
	if w.look == nil || w.run != rec.ID {
		w.look, w.run, w.at, w.closedAt = process.NewLook(), rec.ID, time.Time{}, time.Time{}
	}
	trees, err := w.look.Trees([]int{rec.Holder.PID})
	if err != nil {
		return sight{}
	}
	t := w.load(trees[rec.Holder.PID], now)
	if rec.Port != 0 && (sr.State == app.Ready || sr.State == app.Failing) {
		w.listens(&t, rec, trees[rec.Holder.PID], now, edit)
	}
	w.at, w.last = now, t
	return t
}

// load compares the CPU time that the processes have used with that of the last look.
func (w *looker) load(procs []process.Proc, now time.Time) (t sight) {
	var cpu time.Duration
	running := false
	for _, p := range procs {
		cpu += p.CPU
		running = running || p.State == 'R' || p.State == 'D'
	}
	if passed := now.Sub(w.at); !w.at.IsZero() && passed < 5*time.Second {
		t.busy = float64(cpu-w.cpu) > busyShare*float64(passed) || running && w.runs
	}
	w.cpu, w.runs = cpu, running
	return t
}

// listens looks whether something listens on the server's port, and whether that was started after the edit.
func (w *looker) listens(t *sight, rec run.Record, procs []process.Proc, now, edit time.Time) {
	list, err := ports.Listening(rec.Port)
	if err != nil {
		return
	}
	if len(list) == 0 {
		if w.closedAt.IsZero() {
			w.closedAt = now
		}
		t.closed, t.closedAt = rec.Port, w.closedAt
		return
	}
	w.closedAt = time.Time{}
	var oldest time.Time
	for _, p := range procs {
		if slices.ContainsFunc(list, func(l ports.Listener) bool { return l.OwnedBy([]int{p.PID}) }) {
			if at := startOf(p, rec); oldest.IsZero() || at.Before(oldest) {
				oldest = at
			}
		}
	}
	t.renewed, t.since = oldest.After(edit), oldest
}

// startOf returns when a process was started.
func startOf(p process.Proc, rec run.Record) time.Time {
	unit := 10 * time.Millisecond
	if runtime.GOOS != "linux" {
		unit = time.Millisecond
	}
	return rec.Started.Add(time.Duration(int64(p.Start)-int64(rec.Leader.Start)) * unit)
}
