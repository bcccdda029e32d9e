package views

import (
	"slices"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// RunView is a server or task on its page: its newest run, or one that the address names.
type RunView struct {
	Now  app.Status   // of the server or task, now
	Row  ServerView   // the same, with causes and errors
	Run  app.RunInfo  // the run that the page shows; only its ID if it is no longer stored
	Page app.LogPage  // its last lines
	Tabs []app.Status // the project's servers, and the tasks that have run

	Follow bool              // the page shows the newest run, also when there is a newer one
	Tab    string            // terminal, logs, errors, runs or environment
	Lines  templ.Component   // of all its runs: on their tab
	Runs   []app.RunInfo     // that are stored, newest first
	Errors []ErrorRow        // of the run, with the ones that are fixed: on their tab
	Edited app.EditPage      // the verdicts on the last edit of the project: on the same tab
	Env    []app.EnvVariable // on its tab

	Trust settings.TrustState // of the project
	Time  time.Time           // now
}

// TabsOf returns the servers of a project, and its tasks that have run.
func TabsOf(p app.ProjectView, here string) []app.Status {
	tabs := append([]app.Status{}, p.Servers...)
	return append(tabs, words.Only(p.Tasks, func(t app.Status) bool { return t.Run != "" || t.Name == here })...)
}

// TerminalPath returns the path of a server's newest run.
func TerminalPath(s app.Status) string {
	if s.Run == "" {
		return ServerPath(s.Ref()) + "/terminal"
	}
	return RunPath(s.Ref(), s.Run)
}

func (v RunView) newest() bool { return v.Now.Run == v.Run.ID }

// command returns the command of the run: as declared now, or as it was for an earlier run or one with arguments.
func (v RunView) command() string {
	if v.newest() && len(v.Run.Arguments) == 0 {
		return v.Now.Command
	}
	return v.Run.CommandLine()
}

// base returns the address of the page without its tab.
func (v RunView) base() string {
	if v.Follow || v.Run.ID == "" {
		return PagePath(v.Now.Ref())
	}
	return RunPath(v.Now.Ref(), v.Run.ID)
}

// tabPath returns the address of a tab.
func (v RunView) tabPath(tab string) string {
	switch {
	case tab == TabTerminal:
		return v.base()
	case v.elsewhere(tab):
		return v.Row.logs()
	}
	return v.base() + "?tab=" + tab
}

// elsewhere reports whether a tab is a page of its own: the lines of one run are among those of the others.
func (v RunView) elsewhere(tab string) bool { return tab == TabLogs && !v.Follow }

// The tabs of a server's page.
const (
	TabTerminal    = "terminal"
	TabLogs        = "logs"
	TabErrors      = "errors"
	TabRuns        = "runs"
	TabEnvironment = "environment"
)

type tabEntry struct {
	key, word string
	n         int
	bad       bool
}

// entries returns the tabs of the page, with how much is in each.
func (v RunView) entries() []tabEntry {
	return []tabEntry{
		{TabTerminal, "Terminal", 0, false}, {TabLogs, "Logs", 0, false}, {TabErrors, "Errors", v.Now.Errors, true},
		{TabRuns, "Runs", len(v.Runs), false},
		{TabEnvironment, "Environment", 0, false},
	}
}

// TabNamed returns the name of a tab, or that of the first one.
func TabNamed(name string) string {
	switch name {
	case TabLogs, TabErrors, TabRuns, TabEnvironment:
		return name
	}
	return TabTerminal
}

// neighbor returns the address of the server before or after this one in the project.
func (v RunView) neighbor(by int) (path, name string) {
	for i, s := range v.Tabs {
		if s.Name == v.Now.Name && i+by >= 0 && i+by < len(v.Tabs) {
			return PagePath(v.Tabs[i+by].Ref()), v.Tabs[i+by].Name
		}
	}
	return "", ""
}

// picked describes the run that the page shows.
func (v RunView) picked() string {
	switch {
	case v.Run.ID == "":
		return "no run"
	case v.Run.StartedAt.IsZero():
		return "no longer stored"
	case v.Run.EndedAt == nil:
		return "live · since " + v.Run.StartedAt.Local().Format("15:04")
	}
	return "ended " + words.Moment(*v.Run.EndedAt, v.Time)
}

// parts returns the errors that came with the last edit, the others, the ones that are fixed, and the muted ones.
func (v RunView) parts() (fresh, still, fixed, muted []ErrorRow) {
	isNew := map[string]bool{}
	if verdict := v.Row.Verdict; verdict != nil && v.newest() {
		for _, e := range slices.Concat(verdict.New, verdict.Again) {
			isNew[e.Fingerprint] = true
		}
	}
	for _, e := range v.Errors {
		switch {
		case e.Fixed || e.UnseenAt != nil:
			fixed = append(fixed, e)
		case e.Muted:
			muted = append(muted, e)
		case isNew[e.Fingerprint]:
			fresh = append(fresh, e)
		default:
			still = append(still, e)
		}
	}
	return fresh, still, fixed, muted
}

// lastly describes what the page shows before the terminal is there.
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

func runInWords(r app.RunInfo) string {
	if r.Exit == nil {
		return "by " + r.Actor.String() + ", running"
	}
	return "by " + r.Actor.String() + ", " + ending(r.Exit)
}

func firstOf[T any](list []T, n int) []T { return list[:min(n, len(list))] }
