package process

import (
	"errors"
	"syscall"
	"time"
)

// Sweep ends a tree: it sends the signal to each member once, and KILL to all that are left at the deadline. Its
// owner calls Round until that finds no members. One goroutine uses it.
type Sweep struct {
	Began    time.Time
	Deadline time.Time
	Left     int  // members found in the first round; -1 before it
	Alone    bool // the holder has no descendants, and nothing else carries the run's id
	tree     Tree
	signal   syscall.Signal
	signaled map[Identity]bool
	killed   map[Identity]bool
	denied   []Denied
	send     func(Identity, syscall.Signal) error
}

// NewSweep returns a Sweep of t that begins now: the signal, then KILL after the timeout.
func NewSweep(t Tree, sig syscall.Signal, timeout time.Duration) *Sweep {
	now := time.Now()
	return &Sweep{tree: t, signal: sig, Began: now, Deadline: now.Add(timeout), signaled: map[Identity]bool{},
		killed: map[Identity]bool{}, Left: -1, send: Identity.Signal}
}

// Killed returns how many processes had to be killed.
func (s *Sweep) Killed() int { return len(s.killed) }

// Denied is a member that may not be signaled, because it belongs to another user.
type Denied struct {
	PID int `json:"pid"`
	UID int `json:"uid"` // -1: unknown
}

// Denied returns the members found in the last round that belong to other users.
func (s *Sweep) Denied() []Denied { return s.denied }

// Round finds the members and signals them. It returns how many there were. Past the deadline processes of other users
// don't count: nothing that a sweep can do would end them. As long as the holder has descendants, it looks only at
// these; nothing is left only when no process of the machine belongs to the tree.
func (s *Sweep) Round() int {
	found := s.tree.below()
	n := s.reach(found)
	if n == 0 && !s.Alone {
		var err error
		if found, err = s.tree.Members(); err != nil {
			return 1 // unknown: look again
		}
		n = s.reach(found)
	}
	if s.Left < 0 {
		s.Left = len(found)
	}
	return n
}

// reach signals members, and returns how many of them count.
func (s *Sweep) reach(found []Proc) int {
	late := !time.Now().Before(s.Deadline)
	s.denied = nil
	for _, p := range found {
		if errors.Is(s.tell(p.Identity(), late), syscall.EPERM) {
			s.denied = append(s.denied, Denied{p.PID, ownerOf(p.PID)})
		}
	}
	if late {
		return len(found) - len(s.denied)
	}
	return len(found)
}

func (s *Sweep) tell(id Identity, late bool) error {
	switch {
	case late:
		err := s.send(id, syscall.SIGKILL)
		if err == nil {
			s.killed[id] = true
		}
		return err
	case !s.signaled[id]:
		s.signaled[id] = true
		_ = s.send(id, s.signal)
		_ = s.send(id, syscall.SIGCONT) // a stopped process would never handle the signal
	}
	return nil
}

// EndMarked ends all processes with Marker=id in their environment, and all their descendants: TERM, then KILL after
// the timeout. It returns when it finds none any more. It is for commands that have no holder.
func EndMarked(id string, timeout time.Duration) {
	s := NewSweep(Tree{ID: id}, syscall.SIGTERM, timeout)
	for s.Round() > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}
