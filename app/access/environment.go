package access

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/app/engine/supervisor"
)

// Environment explains by name what a server's next start would be given. A file that cannot be read is an error.
func Environment(sup *supervisor.Supervisor, ref app.Ref) ([]app.EnvVariable, error) {
	now, err := sup.Situation(ref)
	if err != nil {
		return nil, err
	}
	server := now.Server
	env, fail := sup.Files.Environ(sup.Files.Declared(now.Status.Project), server, server.WorkingDir, now.Status.Port)
	if fail != nil {
		return nil, fail
	}
	list := make([]app.EnvVariable, 0, len(env))
	for name, v := range env {
		e := app.EnvVariable{Name: name, From: v.From, Instead: v.Over}
		e.Value, e.Secret = command.Masked(name, v.Value)
		list = append(list, e)
	}
	for _, name := range server.Unset {
		list = append(list, app.EnvVariable{Name: name, From: app.FromOverlay, Unset: true})
	}
	for i := range list {
		list[i].Changed = slices.Contains(now.Status.ChangedSinceStart, list[i].Name)
	}
	slices.SortFunc(list, func(a, b app.EnvVariable) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
