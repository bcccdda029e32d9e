package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/config"
)

// Hooks are tasks that a server's own goroutine asks for: those of before_start one after the other before each of its
// starts, those of after_stop once a run of it is over.

// untilOver is met when nothing of a hook runs, however it ended.
const untilOver config.Condition = "over"

// raiseHook asks for a hook of before_start; mu is held.
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

// raiseAfterStop asks for the hooks that follow a run, each after the one before has succeeded; mu is held.
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

// hooksLeft are the hooks of the run before, which a start lets end; mu is held.
func (p *project) hooksLeft(m *managed) (needs []need) {
	for _, name := range m.spec.AfterStop {
		if hook := p.servers[name]; hook != nil && hook.busy() {
			needs = append(needs, need{hook, hook.want.gen, untilOver})
		}
	}
	return needs
}

// busy tells whether m has something to do; mu is held.
func (m *managed) busy() bool { return m.status.State.Up() || m.seen < m.want.gen }

// dropHooks ends what a start that is not wanted any more has asked for; mu is held.
func (p *project) dropHooks(m *managed) {
	for _, name := range m.spec.BeforeStart {
		if hook := p.servers[name]; hook != nil && hook.want.up && hook.busy() {
			hook.ask(false, m.want.actor, app.CauseAsked)
		}
	}
}

// hooksRun tells whether hooks of m's last run have to be waited for; mu is held.
func (p *project) hooksRun(m *managed) bool {
	return slices.ContainsFunc(m.spec.AfterStop, func(name string) bool {
		hook := p.servers[name]
		return hook != nil && hook.busy()
	})
}

// hooksFailed says which hook of m's last run did not succeed, or ""; mu is held.
func (p *project) hooksFailed(m *managed) string {
	for _, name := range m.spec.AfterStop {
		hook := p.servers[name]
		if hook == nil || hook.status.Exit != nil && hook.status.Exit.Code != nil && *hook.status.Exit.Code == 0 {
			continue
		}
		switch {
		case hook.status.Failure != nil:
			return name + " failed: " + firstLine(hook.status.Failure.Detail)
		case hook.status.Exit != nil:
			return name + " failed: " + hook.status.Reason.String()
		}
	}
	return ""
}

// ownerOfPort is whose port a run gets as PORT: a hook's is its server's.
func ownerOfPort(ref app.Ref, server config.Server) app.Ref {
	if server.HookOf != "" {
		ref.Name = server.HookOf
	}
	return ref
}
