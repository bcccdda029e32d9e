package run

import (
	"os"
	"syscall"
	"time"
)

// tree finds the live processes of one run.
type tree struct {
	id     string
	holder int        // its descendants belong; 0 when it is gone
	known  []Identity // seen earlier; used when the holder is gone
}

// members returns the members of the tree, from one pass through all processes. Neither the holder nor the caller is
// among them.
func (t tree) members() ([]Proc, error) {
	all, err := listProcs()
	if err != nil {
		return nil, err
	}
	ours := t.seed(all)
	spread(all, ours)
	var list []Proc
	for _, p := range all {
		if ours[p.PID] && p.live() && p.PID != t.holder && p.PID != os.Getpid() {
			list = append(list, p)
		}
	}
	return list, nil
}

// seed marks the members that are recognised directly: the holder, those seen before, and all that carry the run's
// id.
func (t tree) seed(all []Proc) map[int]bool {
	ours := map[int]bool{t.holder: t.holder != 0}
	starts := map[int]uint64{}
	for _, i := range t.known {
		starts[i.PID] = i.Start
	}
	for _, p := range all {
		if start, ok := starts[p.PID]; (ok && start == p.Start) || (p.live() && marked(p.PID, t.id)) {
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
		if p, err := readProc(pid); err == nil {
			all = append(all, p)
		}
	}
	return all, nil
}

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

// sweep ends a tree: it sends the signal to each member once, and KILL to all that are left at the deadline. Its
// owner calls round until that finds no members.
type sweep struct {
	tree
	signal   syscall.Signal
	began    time.Time
	deadline time.Time
	signaled map[Identity]bool
	left     int // members found in the first round
	killed   map[Identity]bool
}

func newSweep(t tree, sig syscall.Signal, timeout time.Duration) *sweep {
	now := time.Now()
	return &sweep{tree: t, signal: sig, began: now, deadline: now.Add(timeout), signaled: map[Identity]bool{}, killed: map[Identity]bool{}, left: -1}
}

// round finds the members and signals them. It returns how many there were.
func (s *sweep) round() int {
	found, err := s.members()
	if err != nil {
		return 1 // unknown: look again
	}
	if s.left < 0 {
		s.left = len(found)
	}
	late := !time.Now().Before(s.deadline)
	for _, p := range found {
		s.tell(p, late)
	}
	return len(found)
}

func (s *sweep) tell(p Proc, late bool) {
	id := Identity{PID: p.PID, Start: p.Start, Boot: bootID()}
	switch {
	case late:
		if id.Signal(syscall.SIGKILL) == nil {
			s.killed[id] = true
		}
	case !s.signaled[id]:
		s.signaled[id] = true
		_ = id.Signal(s.signal)
		_ = id.Signal(syscall.SIGCONT) // a stopped process would never handle the signal
	}
}

// EndMarked ends all processes with Marker=id in their environment, and all their descendants: TERM, then KILL after
// the timeout. It returns when it finds none any more. It is for commands that have no holder.
func EndMarked(id string, timeout time.Duration) {
	s := newSweep(tree{id: id}, syscall.SIGTERM, timeout)
	for s.round() > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}
