package process

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"slices"
)

// Tree finds the live processes of one run.
type Tree struct {
	ID     string
	Holder int        // its descendants belong; 0 when it is gone
	Known  []Identity // seen earlier; used when the holder is gone
	// State is the state directory of the manager. Processes that hold a lock in it, the manager itself and the
	// holders of runs, are in no tree but their own, even if a command of this run started the manager. "" = unknown
	State string
}

// errUnsure means that processes ended or began while they were read, so that it is not certain who belongs to whom.
var errUnsure = errors.New("the processes change too quickly")

// Members returns the members of the tree, from one pass through all processes. Neither the holder nor the caller is
// among them.
func (t Tree) Members() ([]Proc, error) {
	for range 5 {
		list, sure, err := t.look()
		if sure || len(list) > 0 || err != nil {
			return list, err // uncertain ones follow in the next look
		}
	}
	return nil, errUnsure
}

// below returns the live descendants of the holder at little cost. It may miss some while others begin or end, and
// finds none where the system doesn't list the children of a process.
func (t Tree) below() (list []Proc) {
	if t.Holder == 0 {
		return nil
	}
	holder, err := Read(t.Holder)
	if err != nil {
		return nil
	}
	for parents := []Proc{holder}; len(parents) > 0; parents = parents[1:] {
		found := childrenOf(parents[0])
		found = slices.DeleteFunc(found, func(p Proc) bool { return t.apart(p.PID) })
		parents, list = append(parents, found...), append(list, found...)
	}
	return slices.DeleteFunc(list, func(p Proc) bool { return !p.live() })
}

// childrenOf returns the children of a process that still lives when they have been read: its number was its own then.
func childrenOf(parent Proc) (list []Proc) {
	pids, _ := children(parent.PID)
	for _, pid := range pids {
		if p, err := Read(pid); err == nil && p.PPID == parent.PID {
			list = append(list, p)
		}
	}
	if now, err := Read(parent.PID); err != nil || now.Start != parent.Start {
		return nil
	}
	return list
}

// FirstChild returns the oldest child of a process; false if it has none, or the system doesn't list them.
func FirstChild(of Identity) (Identity, bool) {
	parent, err := Read(of.PID)
	if err != nil || parent.Identity() != of {
		return Identity{}, false
	}
	list := childrenOf(parent)
	if len(list) == 0 {
		return Identity{}, false
	}
	return slices.MinFunc(list, func(a, b Proc) int { return cmp.Compare(a.Start, b.Start) }).Identity(), true
}

func (t Tree) look() (list []Proc, sure bool, err error) {
	all, err := listProcs()
	if err != nil {
		return nil, false, err
	}
	ours := t.seed(all)
	direct := maps.Clone(ours)
	apart := map[int]bool{os.Getpid(): true}
	spread(all, ours, func(p Proc) bool {
		own, known := apart[p.PID]
		if !known {
			own = t.apart(p.PID)
			apart[p.PID] = own
		}
		return !own
	})
	sure = true
	start := map[int]uint64{}
	for _, p := range all {
		start[p.PID] = p.Start
	}
	for _, p := range all {
		if !ours[p.PID] || !p.live() || p.PID == t.Holder || p.PID == os.Getpid() {
			continue
		}
		// The parent must still be who it was: its number may have been recycled while the processes were read.
		if parent, err := Read(p.PPID); !direct[p.PID] && (err != nil || parent.Start != start[p.PPID]) {
			sure = false
			continue
		}
		list = append(list, p)
	}
	return list, sure, nil
}

// seed marks the members that are recognized directly: the holder, members seen before, and all that carry the run's
// id. Processes that began before the holder can't carry it.
func (t Tree) seed(all []Proc) map[int]bool {
	ours := map[int]bool{t.Holder: t.Holder != 0}
	var began uint64
	for _, p := range all {
		if p.PID == t.Holder {
			began = p.Start
		}
	}
	starts := map[int]uint64{}
	for _, i := range t.Known {
		if i.Boot == bootID() {
			starts[i.PID] = i.Start
		}
	}
	for _, p := range all {
		if start, ok := starts[p.PID]; (ok && start == p.Start) || (p.live() && p.Start >= began && marked(p.PID, t.ID)) {
			ours[p.PID] = !t.apart(p.PID)
		}
	}
	return ours
}

// apart reports whether a process is a manager or a holder of this state directory. The look at its arguments is only
// to be quick.
func (t Tree) apart(pid int) bool {
	if t.State == "" || pid == t.Holder {
		return false
	}
	argv := arguments(pid)
	return (slices.Contains(argv, "serve") || slices.Contains(argv, "hold")) && locksBelow(pid, t.State)
}

// spread adds to ours the descendants of its members that may belong.
func spread(all []Proc, ours map[int]bool, may func(Proc) bool) {
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if !ours[p.PID] && ours[p.PPID] && may(p) {
				ours[p.PID], grown = true, true
			}
		}
	}
}

func listProcs() ([]Proc, error) {
	list, err := entries()
	if err != nil {
		return nil, err
	}
	all := make([]Proc, 0, len(list))
	for _, e := range list {
		if p, err := e.read(); err == nil {
			all = append(all, p)
		}
	}
	return all, nil
}

// Marker is the environment variable that carries a run's id into every process of its tree.
const Marker = "DEVSERVERS_RUN"

// marked reports whether the process was started in the run id.
func marked(pid int, id string) bool {
	ids, _ := idsOf(pid)
	return slices.Contains(ids, id)
}

// Marked returns the ids of the runs that live processes were started in.
func Marked() (map[string]bool, error) {
	list, err := entries()
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, e := range list {
		ids, err := idsOf(e.pid)
		if OutOfFiles(err) {
			return nil, err
		}
		for _, id := range ids {
			all[id] = true
		}
	}
	return all, nil
}

// Listing returns all live processes of this machine, to find the trees of many runs in one pass.
func Listing() ([]Proc, error) { return listProcs() }

// Descendants returns the PIDs of the processes below root, without root. It costs little where the system lists the
// children of a process, but may miss some while others begin or end.
func Descendants(root int) []int {
	pids, ok := descend(root)
	if ok {
		return pids
	}
	all, _ := Listing()
	for _, p := range Below(all, root) {
		pids = append(pids, p.PID)
	}
	return pids
}

// descend follows the lists of children from root on, which is left out. ok is false if the system has none.
func descend(root int) (pids []int, ok bool) {
	below, ok := []int{root}, true
	for i := 0; i < len(below) && ok; i++ {
		var next []int
		next, ok = children(below[i])
		below = append(below, next...)
	}
	return below[1:], ok
}

// Below returns the processes in all that descend from root, without root.
func Below(all []Proc, root int) []Proc {
	ours := map[int]bool{root: true}
	spread(all, ours, func(Proc) bool { return true })
	var list []Proc
	for _, p := range all {
		if ours[p.PID] && p.PID != root && p.live() {
			list = append(list, p)
		}
	}
	return list
}
