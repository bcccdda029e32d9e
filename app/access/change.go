package access

import (
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/engine/supervisor"
)

// AddPatch changes a server's overlay from its next start on; it applies all of c or nothing. Agents can change neither
// what a person has pinned nor variables that nobody has declared.
func AddPatch(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor) (app.Overlay, error) {
	return addPatchFor(sup, ref, c, a, nil)
}

// addPatchFor is Add, which for agents also accepts the variables in named: the ones that a finding reports as missing.
func addPatchFor(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor, named []string) (app.Overlay,
	error) {
	return add(sup, ref, c, a, func(now supervisor.Situation) error {
		if !a.IsAgent() {
			return nil
		}
		return agentMay(sup, now, c, named)
	})
}

// addAllowedPatch makes a change of an agent that a person has allowed.
func addAllowedPatch(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor) (app.Overlay, error) {
	return add(sup, ref, c, a, func(supervisor.Situation) error { return nil })
}

func add(sup *supervisor.Supervisor, ref app.Ref, c app.Change, a app.Actor,
	may func(supervisor.Situation) error) (app.Overlay, error) {
	now, err := sup.Situation(ref)
	if err != nil {
		return app.Overlay{}, err
	}
	ref = now.Status.Ref()
	if err := sup.Pins.Allow(ref, a); err != nil {
		return app.Overlay{}, err
	}
	list := made(sup, now, c, a)
	if len(list) == 0 {
		return app.Overlay{}, app.Failf(app.CodeInvalid, "give set_env, unset_env or port", "there is nothing to change")
	}
	for _, p := range list {
		if err := settings.CheckPatch(p); err != nil {
			return app.Overlay{}, problem(err)
		}
	}
	if err := may(now); err != nil {
		return app.Overlay{}, err
	}
	return change(sup, ref, func() error {
		_, err := sup.Files.Overlays.Add(ref.Project, list)
		return err
	})
}

// made returns the patches of a change, with the values in effect before them.
func made(sup *supervisor.Supervisor, now supervisor.Situation, c app.Change, a app.Actor) (list []settings.Patch) {
	env, port := inEffect(sup, now)
	add := func(field string, old, value *string) {
		list = append(list, settings.Patch{ID: strings.ToLower(rand.Text()[:6]), Server: now.Status.Name, Field: field,
			Old: old, New: value,
			By: settings.PatchedBy{Kind: string(a.Kind),
				Client: a.Client}, At: time.Now().UTC().Truncate(time.Second), Reason: strings.TrimSpace(c.Reason)})
	}
	for _, name := range slices.Sorted(maps.Keys(c.SetEnv)) {
		value := c.SetEnv[name]
		add(settings.EnvField(name), env[name], &value)
	}
	for _, name := range c.UnsetEnv {
		add(settings.EnvField(name), env[name], nil)
	}
	if c.Port != "" {
		add("port", port, &c.Port)
	}
	return list
}

// inEffect returns what the next start of a server would give it.
func inEffect(sup *supervisor.Supervisor, now supervisor.Situation) (env map[string]*string, port *string) {
	server := now.Server
	env = map[string]*string{}
	for name, value := range sup.Files.NextEnv(sup.Files.Declared(now.Status.Project), server, 0) {
		env[name] = &value
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
	if wrong := (*yml.FileError)(nil); errors.As(err, &wrong) {
		return app.AsError(wrong, app.CodeInvalid)
	}
	return err
}
