package supervisor

import (
	"runtime/debug"
	"sync"
	"time"

	"devservers/app/probe"
	"devservers/app/run"
)

// keepSupervising is the goroutine of one server. A fault of ours in it costs a moment, not the manager: the run lives
// in its holder, and is taken up again.
func (m *managed) keepSupervising() {
	var adopted sync.Once
	for m.supervised(func() { adopted.Do(m.s.adopting.Done) }) && probe.Sleep(m.s.ctx, time.Second) {
	}
}

// supervised is supervise; it tells whether that panicked.
func (m *managed) supervised(adopted func()) (panicked bool) {
	defer adopted()
	defer func() {
		if cause := recover(); cause != nil {
			panicked = true
			m.s.log.Error("a fault of devservers: please report it", "server", m.ref.String(), "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	m.supervise(adopted)
	return false
}

// supervise sees to one server for as long as it is declared: it takes up the run that lives, starts the runs that are wanted, and
// sees each to its end. It alone changes m.status and m.run.
func (m *managed) supervise(adopted func()) {
	r := m.adopt()
	m.know()
	adopted()
	for gen := 0; ; {
		if r == nil {
			w, ok := m.nextWant(gen)
			if !ok {
				m.drop()
				return
			}
			if w.gen > gen {
				gen, m.tries = w.gen, 0
			}
			if r = m.act(w); r == nil {
				continue
			}
		}
		gen = m.oversee(r, gen)
		if m.s.ctx.Err() != nil {
			return
		}
		r = nil
	}
}

// nextWant waits for a request that is newer than gen, or until an automatic start is due; not ok: there will be none.
func (m *managed) nextWant(gen int) (w want, ok bool) {
	for {
		m.s.mu.Lock()
		w, wanted, gone, retry := m.want, m.wanted, m.gone, m.status.Retry
		m.s.mu.Unlock()
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
		case <-m.s.ctx.Done():
			return w, false
		}
	}
}

// drop takes a server off its project's list when its file no longer declares it.
func (m *managed) drop() {
	m.s.update(func() {
		if m.gone && m.p.servers[m.ref.Name] == m {
			delete(m.p.servers, m.ref.Name)
			m.s.Meter.Forget(m.ref)
		}
	})
}

// act does what is wanted of a server that does not run: nil when there is nothing to oversee.
func (m *managed) act(w want) *run.Run {
	if !w.up {
		m.calledOff(w)
		return nil
	}
	m.begin(w)
	if !m.ensureNeeds(w) {
		return nil
	}
	return m.launch(w)
}
