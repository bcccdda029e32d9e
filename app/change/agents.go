package change

import (
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/engine/supervisor"
	"devservers/app/project/sources"
)

// Personal is the error of a change by an agent that only a person may make.
type Personal struct{ Failure *app.Error }

func (p *Personal) Error() string { return p.Failure.Error() }

// Unwrap returns the failure.
func (p *Personal) Unwrap() error { return p.Failure }

// agentMay returns why an agent may not make a change. It may change variables that are declared, or that a finding
// reports as missing, but none that loads code; and ports that nobody else has.
func agentMay(sup *supervisor.Supervisor, now supervisor.Situation, c app.Change, named []string) error {
	if err := freePort(sup, now, c.Port); err != nil {
		return err
	}
	for _, name := range append(slices.Sorted(maps.Keys(c.SetEnv)), c.UnsetEnv...) {
		why := command.RunsCode(name)
		if why == "" && !slices.Contains(named, name) && !declares(sup, now, name) {
			why = "is declared neither in devservers.yml nor in an env file or its example"
		}
		if why != "" {
			return &Personal{app.Failf(app.CodeNeedsHuman, "a person may: devservers set-env "+now.Status.Ref().String()+" "+
				name+"=...", "%s %s: only a person changes it", name, why)}
		}
	}
	return nil
}

// declares reports whether the project declares a variable for a server, or a patch has set it.
func declares(sup *supervisor.Supervisor, now supervisor.Situation, name string) bool {
	server := now.Server
	env, fail := sup.Files.Environ(sup.Files.Declared(now.Status.Project), server, server.WorkingDir, 0)
	if v, ok := env[name]; fail == nil && ok && !(app.EnvVariable{From: v.From}).Inherited() && v.From != app.FromUs {
		return true
	}
	if slices.ContainsFunc(server.Env, func(v command.Var) bool { return v.Name == name }) ||
		slices.Contains(server.Unset, name) {
		return true
	}
	for _, dir := range []string{server.WorkingDir, now.Project.Dir} {
		for _, example := range sources.Examples {
			if sources.Defines(filepath.Join(dir, example), name) {
				return true
			}
		}
	}
	return false
}

// reserved is below the ports that every user may listen on.
const reserved = 1024

// freePort returns why an agent may not give a server a port: it is the system's, the manager's or another server's.
func freePort(sup *supervisor.Supervisor, now supervisor.Situation, text string) error {
	port, ok := config.ParsePort(text)
	if !ok || port.Auto {
		return nil // overlay.CheckPatch refuses what is none
	}
	own, _ := url.Parse(sup.View().URL)
	holder, _ := app.DeclaredAt(sup.Projects(), port.Number)
	who := ""
	switch {
	case port.Number < reserved:
		who = "is reserved for the system"
	case own != nil && own.Port() == strconv.Itoa(port.Number):
		who = "is the manager's own"
	case holder != "" && holder != now.Status.Ref().String():
		who = "belongs to " + holder
	default:
		return nil
	}
	return app.Failf(app.CodeInvalid, "give port auto, or another number", "port %d %s", port.Number, who)
}
