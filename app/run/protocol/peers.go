package protocol

import (
	"slices"
	"sync"
	"time"
)

// sendTime bounds how long a manager may leave a message unread. A manager that is stopped or hangs loses its
// connection, and adopts the run again when it wakes.
const sendTime = 30 * time.Second

// peers are the connected managers: one, or for a moment two while one takes over.
type peers struct {
	mu   sync.Mutex
	list []*peer
	last *Record
	over bool // last is the final one
}

// maxPeers bounds the connections. The oldest one ends for a new one.
const maxPeers = 16

type peer struct {
	w      *Wire
	fd     int
	wake   chan struct{} // room for one
	mu     sync.Mutex
	note   bool
	ask    bool
	pulse  bool
	met    bool // hello has been sent
	record *Record
	op     string // of the record
	closed bool
	idle   chan struct{} // closed when its sender has ended
}

func (p *peers) add(w *Wire, fd int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := &peer{w: w, fd: fd, wake: make(chan struct{}, 1), idle: make(chan struct{}), record: p.last, op: "hello"}
	if p.over {
		n.op = "final"
	}
	if len(p.list) >= maxPeers {
		p.list[0].w.Close()
		p.list[0].set(func() { p.list[0].closed = true })
		p.list = slices.Delete(p.list, 0, 1)
	}
	p.list = append(p.list, n)
	go n.run()
	n.poke()
}

func (p *peers) remove(w *Wire) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, n := range p.list {
		if n.w == w {
			p.list = append(p.list[:i], p.list[i+1:]...)
			n.set(func() { n.closed = true })
			return
		}
	}
}

// note announces that more was printed. It never waits: what doesn't go at once is left to the peer's sender.
func (p *peers) note() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.list {
		if !n.noteNow() {
			n.set(func() { n.note = true })
		}
	}
}

// ask asks whether a process carries the run's id. It returns false if there is nobody to ask.
func (p *peers) ask() (any bool) {
	p.each(func(n *peer) { n.ask, any = true, true })
	return any
}

// record sends the current record. It never waits; a later record replaces one that is not sent yet.
func (p *peers) record(r Record) {
	p.mu.Lock()
	p.last = &r
	p.mu.Unlock()
	p.each(func(n *peer) { n.record = &r })
}

// final sends the last record.
func (p *peers) final(r Record) {
	p.mu.Lock()
	p.last, p.over = &r, true
	p.mu.Unlock()
	p.each(func(n *peer) { n.record, n.op = &r, "final" })
}

func (p *peers) each(set func(*peer)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.list {
		n.set(func() { set(n) })
	}
}

// close sends what is pending and ends all connections.
func (p *peers) close() {
	p.mu.Lock()
	list := p.list
	p.mu.Unlock()
	for _, n := range list {
		n.set(func() { n.closed = true })
		<-n.idle
	}
}

func (n *peer) set(change func()) {
	n.mu.Lock()
	change()
	n.mu.Unlock()
	n.poke()
}

// noteNow sends a note, if that is possible at once. The sender's own turn would come later, and costs more.
func (n *peer) noteNow() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.met && n.w.TryNote()
}

func (n *peer) poke() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// run sends what is pending until the connection ends.
func (n *peer) run() {
	defer close(n.idle)
	defer n.w.Close()
	for range n.wake {
		n.mu.Lock()
		record, op, note, ask, pulse, closed := n.record, n.op, n.note, n.ask, n.pulse, n.closed
		n.record, n.note, n.ask, n.pulse = nil, false, false, false
		if record != nil && op == "hello" {
			n.op = "record"
		}
		n.mu.Unlock()
		if n.send(record, op, note, ask, pulse) != nil || closed {
			return
		}
		if record != nil {
			n.mu.Lock()
			n.met = true
			n.mu.Unlock()
		}
	}
}

func (n *peer) send(record *Record, op string, note, ask, pulse bool) error {
	_ = n.w.SetWriteDeadline(time.Now().Add(sendTime))
	defer func() { _ = n.w.SetWriteDeadline(time.Time{}) }() // its timer would wake a holder at rest
	if record != nil {
		fd := n.fd
		n.fd = -1 // only once
		if err := n.w.Send(Message{Op: op, Version: Version, Record: record}, fd); err != nil {
			return err
		}
	}
	if note {
		if err := n.w.Note(); err != nil {
			return err
		}
	}
	if pulse {
		if err := n.w.Send(Message{Op: "pulse"}, -1); err != nil {
			return err
		}
	}
	if ask {
		return n.w.Send(Message{Op: "carried"}, -1)
	}
	return nil
}
