package why

import (
	"slices"
	"strings"

	"devservers/app"
)

// byTask returns a finding with a declared task as its step, if the task runs the command that is the fix.
func (x *examination) byTask(f app.Finding) app.Finding {
	if f.Step != nil || f.Command == "" {
		return f
	}
	for _, t := range x.Project.Tasks {
		if t.Name != x.ref.Name && t.WorkingDir == x.Server.WorkingDir && does(t.Command.Source, f.Command) {
			f.Command = ""
			f.Next(app.Step{Do: app.StepRun, Server: app.Ref{Project: x.ref.Project, Name: t.Name}.String()}, "")
			return f
		}
	}
	return f
}

// installs are commands that install what a package.json lists.
var installs = []string{"npm install", "npm ci", "npm i"}

// does reports whether command is fix, perhaps with more options, or installs as much.
func does(command, fix string) bool {
	if slices.Contains(installs, fix) && slices.Contains(installs, command) {
		return true
	}
	rest, ok := strings.CutPrefix(command, fix)
	return ok && (rest == "" || strings.HasPrefix(rest, " -"))
}
