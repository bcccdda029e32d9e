package evidence

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/machine"
	"devservers/app/project/sources"
	"devservers/app/record/history"
	"devservers/app/run/protocol"
)

// Sight is what the processes of a server show at one moment: facts, whatever the server prints.
type Sight struct {
	Closed   int       // the server's port, if nothing of it listens there; 0 = something does, or it has none
	ClosedAt time.Time // since when, as far as seen
	PID      int       // the process that serves and was started after the edit; 0 = none
	Since    time.Time // when it was
	Young    bool      // a process was started after the edit: something begins
	Stopped  int       // the PID of a process in state T; 0 = none
	Waits    time.Time // since when connections wait and nothing accepts any; zero = none wait
	Busy     bool
	Others   bool // there are processes that don't listen on its port
	Sources  bool // one of its programs loads source files of the language of an edited file
	Maybe    bool // it, or another server that was started together with it
	Watches  bool // it has an edited file watched, as far as the system tells
	Unread   bool // it opened none of the edited files when it started, as far as the system tells
	Traced   bool // the system tells which files it opened then
	Hidden   bool // what listens on its port is no process below it: one in a container or on another machine
}

// Looker looks at the processes of one server while somebody waits for a verdict.
type Looker struct {
	mu       sync.Mutex
	look     *process.Look
	run      string
	at       time.Time
	edit     time.Time
	cpu      time.Duration
	runs     bool // one was running or could have been
	last     Sight
	closedAt time.Time
	waits    time.Time
	old      map[int]uint64            // the processes before the edit, by PID with their start
	vacant   bool                      // there were more of them before: one has ended, and none took its place
	latest   map[int]uint64            // the processes at the last look
	bound    map[bool]machine.Listener // its socket before the edit (true), and at the last look
	rebound  time.Time                 // since when it is another one than before the edit
	hidden   bool
}

const (
	lookEvery = 100 * time.Millisecond
	busyShare = 0.2 // of one core
)

// Note remembers which processes a server has when it is edited or ready.
func (w *Looker) Note(sr history.Subject) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sr.Run == nil || !sr.State.Up() {
		return
	}
	rec := sr.Run.Record()
	procs, err := w.tree(rec)
	if w.latest == nil && err == nil {
		w.keep(procs)
		if list, _ := machine.Listening(rec.Port); rec.Port != 0 && len(list) > 0 {
			w.bound[false], w.hidden = list[0], !list[0].OwnedBy(slices.Collect(maps.Keys(w.latest)))
		}
	}
	w.vacant = len(w.latest) < len(w.old) || w.vacant && len(w.latest) == len(w.old)
	w.old, w.bound[true], w.rebound = w.latest, w.bound[false], time.Time{}
}

// keep remembers the processes of this look.
func (w *Looker) keep(procs []process.Proc) {
	w.latest = map[int]uint64{}
	for _, p := range procs {
		w.latest[p.PID] = p.Start
	}
}

func (w *Looker) tree(rec protocol.Record) ([]process.Proc, error) {
	if w.look == nil || w.run != rec.ID {
		w.look, w.run, w.at, w.closedAt, w.waits, w.old, w.latest = process.NewLook(), rec.ID, time.Time{}, time.Time{},
			time.Time{}, nil, nil
		w.bound, w.hidden = map[bool]machine.Listener{}, false
	}
	trees, err := w.look.Trees([]int{rec.Holder.PID})
	return trees[rec.Holder.PID], err
}

// See looks at the processes of a server, unless that was done just now. opened are the files that they opened when
// they started, false: if no other server did; nil = unknown.
func (w *Looker) See(sr history.Subject, edit app.Edit, opened map[string]bool) Sight {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if sr.Run == nil || !sr.State.Up() {
		return Sight{}
	}
	rec := sr.Run.Record()
	if rec.ID == w.run && now.Sub(w.at) < lookEvery && w.edit.Equal(edit.At) && w.at.After(edit.At) {
		return w.last
	}
	procs, err := w.tree(rec)
	if err != nil {
		return Sight{}
	}
	t := w.load(procs, now)
	w.ages(&t, procs, rec, edit)
	if rec.Port != 0 && (sr.State == app.Ready || sr.State == app.Failing) {
		w.listens(&t, rec, procs, now, edit.At)
	}
	t.Sources, t.Maybe, t.Watches = loadsAny(procs, opened, rec.Dir, sr.Root, edit.Files)
	t.Traced, t.Hidden = opened != nil, w.hidden
	t.Unread = opened != nil && !slices.ContainsFunc(edit.Paths(sr.Root), func(file string) bool {
		_, is := opened[file]
		return is
	})
	w.keep(procs)
	w.at, w.last, w.edit = now, t, edit.At
	return t
}

// load compares the CPU time that the processes have used with that of the last look.
func (w *Looker) load(procs []process.Proc, now time.Time) (t Sight) {
	cpu, running := time.Duration(0), false
	for _, p := range procs {
		cpu += p.CPU
		running = running || p.State == 'R' || p.State == 'D'
		if p.State == 'T' {
			t.Stopped = p.PID
		}
	}
	if passed := now.Sub(w.at); !w.at.IsZero() && passed < 5*time.Second {
		t.Busy = float64(cpu-w.cpu) > busyShare*float64(passed) || running && w.runs
	}
	w.cpu, w.runs = cpu, running
	return t
}

// ages compares the starts of the processes with the edit. Of a server without a port, a process that has taken the
// place of another one is taken for what serves.
func (w *Looker) ages(t *Sight, procs []process.Proc, rec protocol.Record, edit app.Edit) {
	gone := w.vacant
	for pid, start := range w.old {
		gone = gone || !slices.ContainsFunc(procs, func(p process.Proc) bool { return p.PID == pid && p.Start == start })
	}
	for _, p := range procs {
		at := startOf(p, rec)
		if !at.After(edit.At) || !sources.RunsCode(process.Executable(p.PID), edit.Files) {
			continue
		}
		if t.Young = true; gone && rec.Port == 0 && (t.PID == 0 || at.Before(t.Since)) {
			t.PID, t.Since = p.PID, at
		}
	}
}

// listens looks whether something listens on the server's port, whether that was started after the edit, and whether it
// accepts connections.
func (w *Looker) listens(t *Sight, rec protocol.Record, procs []process.Proc, now, edit time.Time) {
	list, err := machine.Listening(rec.Port)
	if err != nil {
		return
	}
	if len(list) == 0 {
		w.closedAt = cmp.Or(w.closedAt, now)
		t.Closed, t.ClosedAt = rec.Port, w.closedAt
		return
	}
	w.closedAt = time.Time{}
	if w.bound[false] = list[0]; w.bound[true] != (machine.Listener{}) && !list[0].Same(w.bound[true]) &&
		w.rebound.IsZero() {
		w.rebound = now
	}
	for _, p := range procs {
		at := startOf(p, rec)
		owns := slices.ContainsFunc(list, func(l machine.Listener) bool { return l.OwnedBy([]int{p.PID}) })
		t.Others = t.Others || !owns
		if owns && at.Before(w.rebound) {
			at = w.rebound // a program that has replaced itself keeps its start
		}
		if owns && at.After(edit) && (t.PID == 0 || at.After(t.Since)) {
			t.PID, t.Since = p.PID, at
		}
	}
	if !slices.ContainsFunc(list, func(l machine.Listener) bool { return l.Waiting > 0 }) {
		w.waits = time.Time{}
	} else if w.waits.IsZero() {
		w.waits = now
	}
	t.Waits = w.waits
}

// startOf returns when a process was started.
func startOf(p process.Proc, rec protocol.Record) time.Time {
	unit := 10 * time.Millisecond
	if runtime.GOOS != "linux" {
		unit = time.Millisecond
	}
	return rec.Started.Add(time.Duration(int64(p.Start)-int64(rec.Leader.Start)) * unit)
}
