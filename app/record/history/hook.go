package history

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/app/config/settings"
	"devservers/app/transcript/text"
)

// hook is a hook of config.yml with the event that it runs for.
type hook struct {
	settings.Hook
	event app.Event
}

// run runs a hook soon, and waits for nothing.
func (n *Notifier) run(h hook) {
	done := func(output string, err error) { n.ended(h, output, err) }
	j, err := n.program(h.Command, h.env())
	if err == nil {
		j.in, err = json.Marshal(h.event)
	}
	if err != nil {
		done("", err)
		return
	}
	j.in, j.done = append(j.in, '\n'), done
	n.jobs.add(j)
}

// program returns a job that runs a command of the person's own, with more variables. config.yml is the person's own
// file, so any program may be named, but none that PATH finds inside a project.
func (n *Notifier) program(c command.Command, more map[string]string) (j job, err error) {
	env := n.o.Programs.OwnEnv()
	maps.Copy(env, more)
	j.argv, err = c.Expand(func(name string) (string, bool) { value, ok := env[name]; return value, ok })
	if err != nil {
		return j, err
	}
	for name, value := range env {
		j.env = append(j.env, name+"="+value)
	}
	slices.Sort(j.env)
	j.exe, err = n.o.Programs.OwnProgram(j.argv[0], env["PATH"])
	return j, err
}

// env describes the event. No value contains a control character. DEVSERVERS_RUN is not set: a process that has it
// belongs to the run, and ends with it.
func (h hook) env() map[string]string {
	e := h.event
	env := map[string]string{
		"EVENT": e.Event, "PROJECT": e.Project, "SERVER": e.Ref().Name, "RUN_ID": e.Run, "MESSAGE": e.Message, "URL": e.URL,
		"STATE": string(e.State), "EXIT_CODE": "", "SIGNAL": "", "ERROR": "",
	}
	if e.Exit != nil {
		env["SIGNAL"] = e.Exit.Signal
		if e.Exit.Code != nil {
			env["EXIT_CODE"] = strconv.Itoa(*e.Exit.Code)
		}
	}
	if e.Error != nil {
		env["ERROR"] = placed(e)
	}
	named := make(map[string]string, len(env))
	for name, value := range env {
		named["DEVSERVERS_"+name] = text.Plain([]byte(value))
	}
	return named
}

// placed returns the message of an error with its place.
func placed(e app.Event) string {
	if at := e.Error.Place(); at != "" {
		return at + " " + e.Message
	}
	return e.Message
}

// ended logs what a hook printed, and announces its failure.
func (n *Notifier) ended(h hook, output string, err error) {
	e := h.event
	if output != "" {
		n.o.Log.Info("a hook printed", "hook", h.On, "server", e.Server, "output", output)
	}
	if err == nil || n.jobs.ending() {
		return
	}
	n.o.Log.Warn("a hook failed", "hook", h.On, "server", e.Server, "command", h.Command.Source, "error", err)
	n.sup.Announce(app.Event{
		Event: app.EventHookFailed, Project: e.Project, Server: e.Server, Kind: e.Kind, Run: e.Run,
		Message: fmt.Sprintf("the %s hook `%s` failed: %v", h.On, h.Command.Source, err),
	})
}
