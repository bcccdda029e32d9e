package budget

import (
	"cmp"
	"maps"
	"slices"
	"syscall"

	"devservers/app/base/atomicfile"
	"devservers/app/base/process"
)

// Ice makes the processes of runs stand still. It remembers in a file which, so that the next manager knows that a run
// sleeps. Its methods are safe for concurrent use; one caller at a time handles a run.
type Ice struct {
	store *atomicfile.Store[map[string]string] // the control group of each frozen run, by its id; "" = it has none
	roots func() string                        // the control group of this process, as a directory; "" = none is usable
}

// OpenIce reads the file.
func OpenIce(file string) *Ice {
	return &Ice{store: atomicfile.OpenStore[map[string]string](file, atomicfile.WriteFast), roots: ownGroup}
}

// Has reports whether a run stands still.
func (i *Ice) Has(run string) bool {
	_, frozen := i.store.Get()[run]
	return frozen
}

// Freeze makes the processes of a run stand still. The file says so before that is true: a manager that dies between
// leaves a run that the next one continues when it is used.
func (i *Ice) Freeze(run string, tree process.Tree) error {
	group := i.group(run, tree)
	if err := i.note(run, group); err != nil {
		return err
	}
	if group != "" && freezeGroup(group) == nil {
		return nil
	}
	return eachRound(tree, 'T', syscall.SIGSTOP)
}

// Thaw continues the processes of a run.
func (i *Ice) Thaw(run string, tree process.Tree) error {
	if group := i.store.Get()[run]; group != "" {
		thawGroup(group)
	}
	_ = eachRound(tree, 0, syscall.SIGCONT)
	return i.Forget(run)
}

// Forget drops what is known of a run that is over, or no longer frozen.
func (i *Ice) Forget(run string) error {
	group, frozen := i.store.Get()[run]
	if !frozen {
		return nil
	}
	if group != "" {
		removeGroup(group)
	}
	return i.store.Change(func(all *map[string]string) error {
		*all = maps.Clone(*all)
		delete(*all, run)
		return nil
	})
}

func (i *Ice) note(run, group string) error {
	return i.store.Change(func(all *map[string]string) error {
		if *all = maps.Clone(*all); *all == nil {
			*all = map[string]string{}
		}
		(*all)[run] = group
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
