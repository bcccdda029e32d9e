package views

import (
	"strings"

	"devservers/app"
)

// buttons are the steps that a button does: the words on it, with the name of another server.
var buttons = map[app.StepKind]string{
	app.StepStart: "Start", app.StepRestart: "Restart", app.StepStop: "Stop", app.StepRun: "Run",
	app.StepPort: "Use another port", app.StepResetEnv: "Reset the overlay",
}

// stepActions are the paths of buttons where they differ from the step.
var stepActions = map[app.StepKind]string{app.StepResetEnv: "reset-env"}

// fixText returns the part of a fix that has no button.
func fixText(f app.Finding) string {
	if f.Step != nil && buttons[f.Step.Do] != "" {
		return f.Manual
	}
	return f.Fix
}

// stepButton returns where a step is posted to, and its word; "" if no button does it, or one of the server itself.
func stepButton(ref app.Ref, s *app.Step) (path templPath, word string) {
	if s == nil || buttons[s.Do] == "" {
		return "", ""
	}
	action, word := string(s.Do), buttons[s.Do]
	if other := stepActions[s.Do]; other != "" {
		action = other
	}
	switch {
	case s.Do == app.StepPort || s.Do == app.StepResetEnv:
	case s.Server == ref.String():
		return "", ""
	default:
		word += " " + s.Server
	}
	return templPath(ServerPath(stepRef(*s)) + "/" + action), word
}

// stepLink returns the page on which a person does a step; "" = none.
func stepLink(s *app.Step) (path templPath, word string) {
	switch {
	case s == nil:
	case s.Do == app.StepLogs:
		return templPath(ProjectPath(stepRef(*s).Project) + "/logs?server=" + urlQuery(s.Server)), "Lines"
	case s.Do == app.StepSetEnv:
		return templPath(PagePath(stepRef(*s)) + "?tab=" + TabEnvironment + "#set-env"), "Set " + s.Name
	case s.Do == app.StepAnswer:
		return templPath(ServerPath(stepRef(*s)) + "/terminal"), "Answer in its terminal"
	}
	return "", ""
}

func stepRef(s app.Step) app.Ref { return refOf(s.Server) }

// refOf returns what project/server names.
func refOf(text string) app.Ref {
	project, name, _ := strings.Cut(text, "/")
	return app.Ref{Project: project, Name: name}
}

// diffClass is how a line of a unified diff looks.
func diffClass(line string) string {
	switch {
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"),
		strings.HasPrefix(line, " # "):
		return "at"
	case strings.HasPrefix(line, "+"):
		return "plus"
	case strings.HasPrefix(line, "-"):
		return "minus"
	}
	return "same"
}
