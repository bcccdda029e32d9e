package supervisor

import (
	"runtime/debug"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/engine/server"
	"devservers/app/run"
)

// keepSupervising is the goroutine of one server. A panic in it costs a moment, not the manager: the run lives on in
// its holder and is adopted again.
func (m *managed) keepSupervising() {
	var adopted sync.Once
	for m.supervised(func() { adopted.Do(m.s.adopting.Done) }) && app.Pause(m.s.ctx, time.Second) {
	}
}

// supervised calls supervise and reports whether it panicked.
func (m *managed) supervised(adopted func()) (panicked bool) {
	defer adopted()
	defer func() {
		if cause := recover(); cause != nil {
			panicked = true
			m.s.log.Error("a fault of devservers: please report it", "server", m.Ref.String(), "panic", cause, "stack",
				string(debug.Stack()))
		}
	}()
	m.supervise(adopted)
	return false
}

// supervise handles one server for as long as it is declared: it adopts a living run, starts the runs that are wanted,
// and oversees each to its end. Only this goroutine changes m.Status and m.Run, but for server.Seen, which what watches
// ports and memory writes.
func (m *managed) supervise(adopted func()) {
	r := m.adopt()
	m.know()
	adopted()
	m.complete()
	for gen := 0; ; {
		if r == nil {
			w, ok := m.nextWant(gen)
			if !ok {
				m.drop()
				return
			}
			if w.Gen > gen {
				gen, m.Row.Tries = w.Gen, 0
				m.note(w)
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

// nextWant waits for a request newer than gen, or until an automatic start is due. ok is false if there will be none.
func (m *managed) nextWant(gen int) (w server.Want, ok bool) {
	for {
		m.s.mu.Lock()
		w, wanted, gone, retry := m.Want, m.Wanted(), m.Gone, m.Status.Retry
		m.s.mu.Unlock()
		if w.Gen > gen {
			return w, true
		}
		if gone {
			return w, false
		}
		select {
		case <-wanted:
		case <-m.lookOutside():
		case <-server.BackOff(retry):
			w.Actor = server.ByItself
			return w, true
		case <-m.s.ctx.Done():
			return w, false
		}
	}
}

// drop removes a server from its project's list when its file no longer declares it.
func (m *managed) drop() {
	m.s.update(func() {
		if m.Gone && m.p.servers[m.Ref.Name] == m {
			delete(m.p.servers, m.Ref.Name)
			m.s.Meter.Forget(m.Ref)
			m.s.Activity.Forget(m.Ref)
		}
	})
}

// act carries out a request for a server that does not run. It returns nil if there is no run to oversee.
func (m *managed) act(w server.Want) *run.Run {
	if !w.Up {
		m.calledOff(w)
		return nil
	}
	m.begin(w)
	if !m.ensureNeeds(w) || !m.admitted(w) {
		return nil
	}
	return m.launch(w)
}
