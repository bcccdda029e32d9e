package views

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
)

// RunView is one run on its page.
type RunView struct {
	Now  app.Status   // of the server or task, now
	Run  app.RunInfo  // the run that the page shows; only its ID when it is not kept
	Page app.LogPage  // its last lines
	Tabs []app.Status // the project's servers, and the tasks that have run

	Trust trust.State // of the project
	Time  time.Time   // now
}

// TabsOf are the servers of a project, and its tasks that have something to show.
func TabsOf(p app.ProjectView, here string) []app.Status {
	tabs := append([]app.Status{}, p.Servers...)
	for _, t := range p.Tasks {
		if t.Run != "" || t.Name == here {
			tabs = append(tabs, t)
		}
	}
	return tabs
}

// TerminalPath is the page of a server's newest run.
func TerminalPath(s app.Status) string {
	if s.Run == "" {
		return ServerPath(s.Ref()) + "/terminal"
	}
	return runPath(s.Ref(), s.Run)
}

func (v RunView) newest() bool { return v.Now.Run == v.Run.ID }

// command is what was run: as it is declared, or, for an earlier run, as it was then.
func (v RunView) command() string {
	if v.newest() {
		return v.Now.Command
	}
	return strings.Join(v.Run.Command, " ")
}

// card is the server as its card on the project's page has it.
func (v RunView) card() CardView {
	return CardView{Status: v.Now, Trust: v.Trust, Now: v.Time}
}

// lastly says in one sentence what the page shows while no terminal is there yet.
func (v RunView) lastly() string {
	if v.Run.EndedAt == nil {
		return "Running. These are its last lines."
	}
	return "The run has ended. These are its last lines."
}

func (v RunView) newerIs() string {
	if v.Now.State.Up() {
		return "is " + string(v.Now.State)
	}
	return "has ended"
}

func kindWord(s app.Status) string {
	if s.Kind == config.KindTask {
		return "task"
	}
	return "server"
}

// startWord is the command that starts it.
func startWord(s app.Status) string {
	if s.Kind == config.KindTask {
		return "run"
	}
	return "start"
}

func runInWords(r app.RunInfo) string {
	if r.Exit == nil {
		return "by " + r.Actor.String() + ", running"
	}
	return "by " + r.Actor.String() + ", " + ending(r.Exit)
}

func firstOf[T any](list []T, n int) []T { return list[:min(n, len(list))] }
