package machine

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"syscall"

	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// Ice makes the processes of runs stand still. It remembers in a file which, so that the next manager knows that a run
// sleeps. Its methods are safe for concurrent use; one caller at a time handles a run.
type Ice struct {
	store *home.Store[map[string]string] // the control group of each frozen run, by its id; "" = it has none
	roots func() string                  // the control group of this process, as a directory; "" = none is usable
	log   *slog.Logger
}

// OpenIce reads the file.
func OpenIce(file string, log *slog.Logger) *Ice {
	return &Ice{store: home.OpenStore[map[string]string](file, home.WriteFast), roots: ownGroup, log: log}
}

// Has reports whether a run stands still.
func (i *Ice) Has(run string) bool {
	_, frozen := i.store.Get()[run]
	return frozen
}

// Freeze makes the processes of a run stand still, and reports whether they do. The file says so before that is true: a
// manager that dies between leaves a run that the next one continues when it is used.
func (i *Ice) Freeze(rec protocol.Record) bool {
	err := i.freeze(rec.ID, treeOf(rec))
	if err != nil {
		i.log.Warn("cannot freeze an idle server: it is stopped", "run", rec.ID, "error", err)
		i.Thaw(rec)
	}
	return err == nil
}

func treeOf(rec protocol.Record) process.Tree {
	return process.Tree{ID: rec.ID, Holder: rec.Holder.PID, State: rec.State}
}

func (i *Ice) freeze(run string, tree process.Tree) error {
	group := i.group(run, tree)
	if err := i.note(run, group); err != nil {
		return err
	}
	if group != "" && write(group, groupFreeze, "1") == nil {
		return nil
	}
	return eachRound(tree, 'T', syscall.SIGSTOP)
}

// Thaw continues the processes of a run, if they stand still.
func (i *Ice) Thaw(rec protocol.Record) {
	group, frozen := i.store.Get()[rec.ID]
	if !frozen {
		return
	}
	if group != "" {
		thawGroup(group)
	}
	_ = eachRound(treeOf(rec), 0, syscall.SIGCONT)
	i.Forget(rec.ID)
}

// Forget drops what is known of a run that is over, or no longer frozen.
func (i *Ice) Forget(run string) {
	group, frozen := i.store.Get()[run]
	if !frozen {
		return
	}
	if group != "" {
		removeGroup(group)
	}
	err := i.store.Change(func(all *map[string]string) error {
		*all = maps.Clone(*all)
		delete(*all, run)
		return nil
	})
	if err != nil {
		i.log.Warn("cannot note that a run continues", "run", run, "error", err)
	}
}

func (i *Ice) note(run, group string) error {
	return i.store.Change(func(all *map[string]string) error {
		*all = home.With(*all, run, group)
		return nil
	})
}

// rounds is how often a tree is looked at until all of it stands still: a process may have forked before it stopped.
const rounds = 5

// eachRound signals all processes of a tree: parents stop before their children and continue after them, so that no
// shell is told that its job was stopped. Those in the state done need no signal.
func eachRound(tree process.Tree, done byte, sig syscall.Signal) error {
	for range rounds {
		members, err := tree.Members()
		if err != nil {
			return err
		}
		left := slices.DeleteFunc(members, func(p process.Proc) bool { return p.State == done })
		slices.SortFunc(left, func(a, b process.Proc) int { return cmp.Compare(a.Start, b.Start) })
		if sig == syscall.SIGCONT {
			slices.Reverse(left)
		}
		for _, p := range left {
			_ = p.Identity().Signal(sig) // it may have ended, or belong to another user
		}
		if len(left) == 0 || sig == syscall.SIGCONT {
			return nil
		}
	}
	return nil
}
