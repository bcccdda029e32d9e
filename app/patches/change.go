package patches

import (
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config/envvar"
	"devservers/app/config/naming"
	"devservers/app/config/overlay"
	"devservers/app/projects"
	"devservers/app/supervisor"
)

// Add changes a server's overlay from its next start on; it applies all of c or nothing. Agents can change neither what
// a person has pinned nor variables that make programs run other code.
func Add(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor) (app.Overlay, error) {
	now, err := sup.Situation(ref)
	if err != nil {
		return app.Overlay{}, err
	}
	ref = now.Status.Ref()
	if err := mayAdd(sup, ref, c, a); err != nil {
		return app.Overlay{}, err
	}
	add := made(sup, now, c, a)
	if len(add) == 0 {
		return app.Overlay{}, app.Failf(app.CodeInvalid, "give set_env, unset_env or port", "there is nothing to change")
	}
	return change(sup, ref, func() error {
		_, err := sup.Files.Overlays.Add(ref.Project, add)
		return err
	})
}

// mayAdd refuses changes that only a person may make.
func mayAdd(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor) error {
	if !a.IsAgent() {
		return nil
	}
	for _, name := range append(slices.Sorted(maps.Keys(c.SetEnv)), c.UnsetEnv...) {
		if why := envvar.RunsCode(name); why != "" {
			return app.Failf(app.CodeNeedsHuman, "a person may: devservers set-env "+ref.String()+" "+name+"=...", "%s %s: only a person changes it", name, why)
		}
	}
	return sup.Pins.Allow(ref, a)
}

// made returns the patches of a change, with the values in effect before them.
func made(sup *supervisor.Supervisor, now supervisor.Situation, c app.Change, a app.Actor) (list []overlay.Patch) {
	env, port := inEffect(sup, now)
	add := func(field string, old, value *string) {
		list = append(list, overlay.Patch{ID: strings.ToLower(rand.Text()[:6]), Server: now.Status.Name, Field: field, Old: old, New: value,
			By: overlay.By{Kind: string(a.Kind), Client: a.Client}, At: time.Now().UTC().Truncate(time.Second), Reason: strings.TrimSpace(c.Reason)})
	}
	for _, name := range slices.Sorted(maps.Keys(c.SetEnv)) {
		value := c.SetEnv[name]
		add(overlay.EnvField(name), env[name], &value)
	}
	for _, name := range c.UnsetEnv {
		add(overlay.EnvField(name), env[name], nil)
	}
	if c.Port != "" {
		add("port", port, &c.Port)
	}
	return list
}

// inEffect returns what the next start of a server would give it. If the environment can't be known because an env file
// is missing, it returns the declaration.
func inEffect(sup *supervisor.Supervisor, now supervisor.Situation) (env map[string]*string, port *string) {
	server := now.Server
	all, fail := sup.Files.Environ(sup.Files.Declared(now.Status.Project), server, server.WorkingDir, 0)
	if fail != nil {
		all = projects.Environ{}
		all.Declared(now.Project, server)
	}
	env = map[string]*string{}
	for name, v := range all {
		env[name] = &v.Value
	}
	if text := server.Port.String(); text != "" {
		port = &text
	}
	return env, port
}

// change changes the overlay, applies it, and returns the result. Concurrent changes all take effect: it applies what
// was saved last.
func change(sup *supervisor.Supervisor, ref app.Ref, save func() error) (o app.Overlay, err error) {
	before := len(sup.Files.Declared(ref.Project).Patches)
	if err := save(); err != nil {
		return o, problem(err)
	}
	sup.Files.Repatch(ref.Project)
	return list(sup, ref, before)
}

func problem(err error) error {
	if wrong := (*naming.Error)(nil); errors.As(err, &wrong) {
		return app.AsError(wrong, app.CodeInvalid)
	}
	return err
}
