package supervisor

import (
	"runtime/debug"
	"sync"
	"time"

	"devservers/app/run"
)

// keepSupervising is the goroutine of one server. A fault of ours in it costs a moment, not the manager: the run lives
// in its holder, and is taken up again.
func (s *Supervisor) keepSupervising(p *project, m *managed) {
	var adopted sync.Once
	for s.supervised(p, m, func() { adopted.Do(s.adopting.Done) }) && sleep(s.ctx, time.Second) {
	}
}

// supervised is supervise; it tells whether that panicked.
func (s *Supervisor) supervised(p *project, m *managed, adopted func()) (panicked bool) {
	defer adopted()
	defer func() {
		if cause := recover(); cause != nil {
			panicked = true
			s.log.Error("a fault of devservers: please report it", "server", m.ref.String(), "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	s.supervise(p, m, adopted)
	return false
}

// supervise sees to one server for as long as it is declared: it takes up the run that lives, starts the runs that are wanted, and
// sees each to its end. It alone changes m.status and m.run.
func (s *Supervisor) supervise(p *project, m *managed, adopted func()) {
	r := s.adopt(p, m)
	s.know(m)
	adopted()
	for gen := 0; ; {
		if r == nil {
			w, ok := s.nextWant(m, gen)
			if !ok {
				s.drop(p, m)
				return
			}
			if w.gen > gen {
				gen, m.tries = w.gen, 0
			}
			if r = s.act(p, m, w); r == nil {
				continue
			}
		}
		gen = s.oversee(p, m, r, gen)
		if s.ctx.Err() != nil {
			return
		}
		r = nil
	}
}

// nextWant waits for a request that is newer than gen, or until an automatic start is due; not ok: there will be none.
func (s *Supervisor) nextWant(m *managed, gen int) (w want, ok bool) {
	for {
		s.mu.Lock()
		w, wanted, gone, retry := m.want, m.wanted, m.gone, m.status.Retry
		s.mu.Unlock()
		if w.gen > gen {
			return w, true
		}
		if gone {
			return w, false
		}
		select {
		case <-wanted:
		case <-due(retry):
			w.actor = byItself
			return w, true
		case <-s.ctx.Done():
			return w, false
		}
	}
}

// drop takes a server off its project's list when its file no longer declares it.
func (s *Supervisor) drop(p *project, m *managed) {
	s.update(func() {
		if m.gone && p.servers[m.ref.Name] == m {
			delete(p.servers, m.ref.Name)
		}
	})
}

// act does what is wanted of a server that does not run: nil when there is nothing to oversee.
func (s *Supervisor) act(p *project, m *managed, w want) *run.Run {
	if !w.up {
		s.calledOff(m, w)
		return nil
	}
	s.begin(m, w)
	if !s.ensureNeeds(p, m, w) {
		return nil
	}
	return s.launch(p, m, w)
}
