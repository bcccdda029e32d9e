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
	Run  app.RunInfo  // the run that the page shows; only its ID if it is no longer stored
	Page app.LogPage  // its last lines
	Tabs []app.Status // the project's servers, and the tasks that have run

	Trust trust.State // of the project
	Time  time.Time   // now
}

// TabsOf returns the servers of a project, and its tasks that have run.
func TabsOf(p app.ProjectView, here string) []app.Status {
	tabs := append([]app.Status{}, p.Servers...)
	for _, t := range p.Tasks {
		if t.Run != "" || t.Name == here {
			tabs = append(tabs, t)
		}
	}
	return tabs
}

// TerminalPath returns the path of a server's newest run.
func TerminalPath(s app.Status) string {
	if s.Run == "" {
		return ServerPath(s.Ref()) + "/terminal"
	}
	return runPath(s.Ref(), s.Run)
}

func (v RunView) newest() bool { return v.Now.Run == v.Run.ID }

// command returns the command of the run: as declared now, or as it was for an earlier run.
func (v RunView) command() string {
	if v.newest() {
		return v.Now.Command
	}
	return strings.Join(v.Run.Command, " ")
}

// card returns the server as on the project's page.
func (v RunView) card() ServerView {
	return ServerView{Status: v.Now, Trust: v.Trust, Now: v.Time}
}

// lastly says what the page shows before the terminal is there.
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

// startWord returns the command that starts a server or task.
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
