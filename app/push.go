package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"devservers/app/config/command"
	"devservers/app/config/settings"
	"devservers/app/transcript"
)

// pusher tells a person's desktop, and the person's own commands, what happens. It reads the chronicle like everybody else: servers wait
// for neither. Its goroutine alone uses it.
type pusher struct {
	s       *Supervisor
	notices map[string]*notice // by server
	show    func(title, text string)
}

// push goes on until the manager lets go of its runs. At rest it is woken by nothing.
func (s *Supervisor) push() {
	p := pusher{s: s, notices: map[string]*notice{}, show: s.show}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for after := s.pushed; ; { // what New has told comes first
		changed := s.Changed() // before the look, so that nothing is missed
		page := s.Events(EventQuery{After: after, Limit: MaxEvents})
		p.take(page.Events)
		if page.Last != after {
			after = page.Last
			s.update(func() { s.pushed = after })
		}
		due := p.flush(time.Now())
		timer.Stop()
		if !due.IsZero() {
			timer.Reset(time.Until(due))
		}
		select {
		case <-changed:
		case <-timer.C:
		case <-s.ctx.Done():
			return
		}
	}
}

// endOfPush bounds how long the end of the manager waits for the hooks of the servers that it has ended.
const endOfPush = 5 * time.Second

// finishPush lets what has happened be told, for a moment.
func (s *Supervisor) finishPush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, endOfPush)
	defer cancel()
	_ = s.await(ctx, func() bool { return s.pushed == s.events.next-1 && s.errands.running == 0 })
}

// take runs hooks and collects notices, as config.yml says now.
func (p *pusher) take(list []Event) {
	list = slices.DeleteFunc(list, func(h Event) bool { return h.Event != EventReady && h.Event != EventExit && h.Event != EventError })
	if len(list) == 0 {
		return
	}
	_ = p.s.global.Reload() // View tells of its faults
	settings := p.s.global.Settings()
	for _, h := range list {
		for _, hook := range settings.Hooks {
			if hook.On == h.Event && (hook.Project == "" || hook.Project == h.Project) && (hook.Server == "" || hook.Server == h.Ref().Name) {
				p.s.runHook(hook, h)
			}
		}
		if settings.Notify.Crash && h.Crash() || settings.Notify.Error && h.Event == EventError {
			p.collect(h)
		}
	}
}

// runHook has a person's command run for what happened. The file is the person's own, so any program may be named; one that is found by
// way of PATH inside a project is none.
func (s *Supervisor) runHook(hook settings.Hook, h Event) {
	env := s.hookEnv(h)
	fail := func(output string, err error) { s.hookDone(hook, h, output, err) }
	argv, exe, err := s.ownProgram(hook.Command, env)
	if err != nil {
		fail("", err)
		return
	}
	in, err := json.Marshal(h)
	if err != nil {
		fail("", err)
		return
	}
	s.send(errand{argv: argv, exe: exe, env: env.list(), in: append(in, '\n'), done: fail})
}

// ownProgram expands a command of the person's own and finds its program.
func (s *Supervisor) ownProgram(c command.Command, env environ) (argv []string, exe string, err error) {
	argv, err = c.Expand(env.get)
	if err != nil {
		return nil, "", err
	}
	s.mu.Lock()
	allow := s.decls.allow()
	s.mu.Unlock()
	allow.Extra = append(allow.Extra, argv[0])
	exe, err = allow.Resolve(argv[0], s.o.Dirs.Home, env["PATH"].value)
	return argv, exe, err
}

// hookEnv is the manager's environment with what happened. Of its values none holds a control character. DEVSERVERS_RUN is not among
// them: who carries that belongs to the run, and ends with it.
func (s *Supervisor) hookEnv(h Event) environ {
	env := s.decls.login(nil)
	values := map[string]string{
		"EVENT": h.Event, "PROJECT": h.Project, "SERVER": h.Ref().Name, "RUN_ID": h.Run, "MESSAGE": h.Message, "URL": h.URL,
		"STATE": string(h.State), "EXIT_CODE": "", "SIGNAL": "", "ERROR": "",
	}
	if e := h.Exit; e != nil {
		values["SIGNAL"] = e.Signal
		if e.Code != nil {
			values["EXIT_CODE"] = strconv.Itoa(*e.Code)
		}
	}
	if e := h.Error; e != nil {
		values["ERROR"] = placed(h)
	}
	for name, value := range values {
		env.put("DEVSERVERS_"+name, transcript.Plain([]byte(value)), FromUs)
	}
	return env
}

// placed is an error with its place.
func placed(h Event) string {
	if at := h.Error.Place(); at != "" {
		return at + " " + h.Message
	}
	return h.Message
}

// hookDone tells what a hook printed, and that it failed: to the log, and to those who read what happens.
func (s *Supervisor) hookDone(hook settings.Hook, h Event, output string, err error) {
	if output != "" {
		s.log.Info("a hook printed", "hook", hook.On, "server", h.Server, "output", output)
	}
	if err == nil || s.ctx.Err() != nil {
		return
	}
	s.log.Warn("a hook failed", "hook", hook.On, "server", h.Server, "command", hook.Command.Source, "error", err)
	s.update(func() {
		s.events.add(Event{
			Event: EventHookFailed, Project: h.Project, Server: h.Server, Kind: h.Kind, Run: h.Run,
			Message: fmt.Sprintf("the %s hook `%s` failed: %v", hook.On, hook.Command.Source, err),
		})
	})
}
