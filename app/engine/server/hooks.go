package server

import (
	"devservers/app"
	"devservers/app/config"
)

// Hooks are tasks that a server's own goroutine requests. Those of before_start run one after the other before each
// start. Those of after_stop run once a run is over.

// RaiseHook requests a hook of before_start, and returns the need for its success.
func RaiseHook(p WantedProject, name string, a app.Actor) []Need {
	hook := p.Find(name)
	if hook == nil {
		return nil
	}
	if !hook.rising() {
		hook.Ask(true, a, "")
		hook.Want.chosen = true
	}
	return []Need{{hook, hook.Want.Gen, config.UntilCompleted}}
}

// RaiseAfterStop requests the hooks that follow a run, each after the one before has succeeded.
func (s *Server) RaiseAfterStop(p WantedProject, a app.Actor) {
	var before []Need
	for _, name := range s.Spec.AfterStop {
		hook := p.Find(name)
		if hook == nil {
			continue
		}
		hook.Ask(true, a, "")
		hook.Want.needs, hook.Want.chosen = before, true
		before = []Need{{hook, hook.Want.Gen, config.UntilCompleted}}
	}
}

// HooksLeft returns the hooks of the last run that are still to be waited for.
func (s *Server) HooksLeft(p WantedProject) (needs []Need) {
	for _, name := range s.Spec.AfterStop {
		if hook := p.Find(name); hook != nil && hook.Busy() {
			needs = append(needs, Need{hook, hook.Want.Gen, UntilOver})
		}
	}
	return needs
}

// DropHooks ends the hooks of a start that is no longer wanted.
func (s *Server) DropHooks(p WantedProject) {
	for _, name := range s.Spec.BeforeStart {
		if hook := p.Find(name); hook != nil && hook.Want.Up && hook.Busy() {
			hook.Ask(false, s.Want.Actor, app.CauseAsked)
		}
	}
}

// HooksFailed returns a message naming the hook of the last run that did not succeed, or "".
func (s *Server) HooksFailed(p WantedProject) string {
	for _, name := range s.Spec.AfterStop {
		hook := p.Find(name)
		if hook == nil {
			continue
		}
		if text := hook.Status.hookFailed(name); text != "" {
			return text
		}
	}
	return ""
}
