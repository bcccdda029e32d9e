package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/facts"
)

// Hooks are tasks that a server's own goroutine requests. Those of before_start run one after the other before each
// start. Those of after_stop run once a run is over.

// raiseHook requests a hook of before_start; mu is held.
func (p *project) raiseHook(name string, a app.Actor) []need {
	hook := p.servers[name]
	if hook == nil {
		return nil
	}
	if !hook.rising() {
		hook.ask(true, a, "")
		hook.want.chosen = true
	}
	return []need{{hook, hook.want.gen, config.UntilCompleted}}
}

// raiseAfterStop requests the hooks that follow a run, each after the one before has succeeded; mu is held.
func (p *project) raiseAfterStop(m *managed, a app.Actor) {
	var before []need
	for _, name := range m.spec.AfterStop {
		hook := p.servers[name]
		if hook == nil {
			continue
		}
		hook.ask(true, a, "")
		hook.want.needs, hook.want.chosen = before, true
		before = []need{{hook, hook.want.gen, config.UntilCompleted}}
	}
}

// hooksLeft returns the hooks of the last run that are still to be waited for; mu is held.
func (p *project) hooksLeft(m *managed) (needs []need) {
	for _, name := range m.spec.AfterStop {
		if hook := p.servers[name]; hook != nil && hook.busy() {
			needs = append(needs, need{hook, hook.want.gen, facts.UntilOver})
		}
	}
	return needs
}

// busy reports whether m runs or has a request to handle; mu is held.
func (m *managed) busy() bool { return m.status.State.Up() || m.seen < m.want.gen }

// dropHooks ends the hooks of a start that is no longer wanted; mu is held.
func (p *project) dropHooks(m *managed) {
	for _, name := range m.spec.BeforeStart {
		if hook := p.servers[name]; hook != nil && hook.want.up && hook.busy() {
			hook.ask(false, m.want.actor, app.CauseAsked)
		}
	}
}

// hooksFailed returns a message naming the hook of m's last run that did not succeed, or ""; mu is held.
func (p *project) hooksFailed(m *managed) string {
	for _, name := range m.spec.AfterStop {
		hook := p.servers[name]
		if hook == nil {
			continue
		}
		if text := hook.status.HookFailed(name); text != "" {
			return text
		}
	}
	return ""
}
