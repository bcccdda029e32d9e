package access

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/app/engine/supervisor"
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
	declared := sup.Files.Declared(now.Status.Project)
	for _, name := range append(slices.Sorted(maps.Keys(c.SetEnv)), c.UnsetEnv...) {
		why := command.RunsCode(name)
		if why == "" && !slices.Contains(named, name) && !sup.Files.Declares(declared, now.Server, name) {
			why = "is declared neither in devservers.yml nor in an env file or its example"
		}
		if why != "" {
			return &Personal{app.Failf(app.CodeNeedsHuman, "a person may: devservers set-env "+now.Status.Ref().String()+" "+
				name+"=...", "%s %s: only a person changes it", name, why)}
		}
	}
	return nil
}

// reserved is below the ports that every user may listen on.
const reserved = 1024

// freePort returns why an agent may not give a server a port: it is the system's, the manager's or another server's.
func freePort(sup *supervisor.Supervisor, now supervisor.Situation, text string) error {
	port, err := strconv.Atoi(text)
	if err != nil || port < 1 {
		return nil // auto, or none: settings.CheckPatch refuses that
	}
	own, _ := url.Parse(sup.View().URL)
	holder, _ := app.DeclaredAt(sup.Projects(), port)
	who := ""
	switch {
	case port < reserved:
		who = "is reserved for the system"
	case own != nil && own.Port() == strconv.Itoa(port):
		who = "is the manager's own"
	case holder != "" && holder != now.Status.Ref().String():
		who = "belongs to " + holder
	default:
		return nil
	}
	return app.Failf(app.CodeInvalid, "give port auto, or another number", "port %d %s", port, who)
}
