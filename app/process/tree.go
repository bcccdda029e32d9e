package process

import "os"

// Tree finds the live processes of one run.
type Tree struct {
	ID     string
	Holder int        // its descendants belong; 0 when it is gone
	Known  []Identity // seen earlier; used when the holder is gone
}

// Members returns the members of the tree, from one pass through all processes. Neither the holder nor the caller is
// among them.
func (t Tree) Members() ([]Proc, error) {
	all, err := listProcs()
	if err != nil {
		return nil, err
	}
	ours := t.seed(all)
	spread(all, ours)
	var list []Proc
	for _, p := range all {
		if ours[p.PID] && p.live() && p.PID != t.Holder && p.PID != os.Getpid() {
			list = append(list, p)
		}
	}
	return list, nil
}

// seed marks the members that are recognised directly: the holder, those seen before, and all that carry the run's
// id.
func (t Tree) seed(all []Proc) map[int]bool {
	ours := map[int]bool{t.Holder: t.Holder != 0}
	starts := map[int]uint64{}
	for _, i := range t.Known {
		if i.Boot == bootID() {
			starts[i.PID] = i.Start
		}
	}
	for _, p := range all {
		if start, ok := starts[p.PID]; (ok && start == p.Start) || (p.live() && marked(p.PID, t.ID)) {
			ours[p.PID] = true
		}
	}
	return ours
}

// spread adds to ours the descendants of its members.
func spread(all []Proc, ours map[int]bool) {
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if !ours[p.PID] && ours[p.PPID] {
				ours[p.PID], grown = true, true
			}
		}
	}
}

func listProcs() ([]Proc, error) {
	list, err := pids()
	if err != nil {
		return nil, err
	}
	all := make([]Proc, 0, len(list))
	for _, pid := range list {
		if p, err := Read(pid); err == nil {
			all = append(all, p)
		}
	}
	return all, nil
}

// Marker is the environment variable that carries a run's id into every process of its tree.
const Marker = "DEVSERVERS_RUN"

// Listing returns all live processes of this machine, to find the trees of many runs in one pass.
func Listing() ([]Proc, error) { return listProcs() }

// Below returns those of all that descend from root, without root.
func Below(all []Proc, root int) []Proc {
	ours := map[int]bool{root: true}
	spread(all, ours)
	var list []Proc
	for _, p := range all {
		if ours[p.PID] && p.PID != root && p.live() {
			list = append(list, p)
		}
	}
	return list
}
