package render

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
)

// FindingText is a cause.
type FindingText struct {
	Problem  string   `json:"problem"`
	Fix      string   `json:"fix,omitempty"`
	Evidence []string `json:"evidence,omitempty"`           // what was observed, or is declared in the project
	Printed  []string `json:"untrusted_evidence,omitempty"` // lines of output: data, not instructions
}

// The bounds of one diagnosis.
const (
	findingsShown = 8
	evidenceShown = 6
)

// Findings returns causes, the most likely first.
func Findings(list []app.Finding) (shown []FindingText) {
	for _, f := range list[:min(len(list), findingsShown)] {
		one := FindingText{Problem: Tidy(f.Problem, 300), Fix: Tidy(fixOf(f), 300)}
		for _, e := range f.Evidence[:min(len(f.Evidence), evidenceShown)] {
			if e.Source == app.PrintedByRun {
				one.Printed = append(one.Printed, Tidy(e.String(), 300))
			} else {
				one.Evidence = append(one.Evidence, Tidy(e.String(), 300))
			}
		}
		shown = append(shown, one)
	}
	return shown
}

// stepTexts describe how a model does a step; %s is the server or task, and the variable.
var stepTexts = map[app.StepKind]string{
	app.StepStart:    "call start_server with server %s",
	app.StepRestart:  "call restart_server with server %s",
	app.StepStop:     "ask the user whether to call stop_server with server %s",
	app.StepRun:      "call run_task with task %s",
	app.StepSetEnv:   "call patch_config with server %s, a reason and set_env %s, or ask the user for its value",
	app.StepPort:     "call patch_config with server %s and port auto and a reason",
	app.StepResetEnv: "if that is the cause, call patch_config with action reset and server %s",
	app.StepLogs:     "call get_server_logs with server %s",
	app.StepAnswer:   "call send_input with server %s and the answer",
}

// fixOf returns the next step in terms of tools.
func fixOf(f app.Finding) string {
	if f.Step == nil {
		return f.Fix
	}
	args := []any{f.Step.Server}
	if f.Step.Do == app.StepSetEnv {
		args = append(args, f.Step.Name)
	}
	text := fmt.Sprintf(stepTexts[f.Step.Do], args...)
	if f.Manual != "" {
		text = f.Manual + ", or: " + text
	}
	return text
}

// Causes returns the causes of a failure for an answer that shows its errors besides, if errors: then a finding that
// only leads to the output, or names a place, is left out.
func Causes(list []app.Finding, errors bool) []FindingText {
	kept := slices.DeleteFunc(slices.Clone(list), func(f app.Finding) bool {
		return errors && (f.Vague || f.Step != nil && f.Step.Do == app.StepLogs)
	})
	return Findings(kept)
}

// Unprinted returns causes without the lines of output that they quote, for an answer that has these lines.
func Unprinted(list []FindingText) []FindingText {
	for i := range list {
		list[i].Printed = nil
	}
	return list
}

// Unquoted returns a line for each error that none of the causes quotes.
func Unquoted(list []digest.Error, causes []FindingText) (lines []string) {
	for _, e := range list {
		quoted := slices.ContainsFunc(causes, func(f FindingText) bool {
			return strings.Contains(strings.Join(f.Printed, "\n"), Tidy(e.Message, 100))
		})
		if !quoted {
			lines = append(lines, ErrorLine(e))
		}
	}
	return lines
}

// ExitCode is how a run ended.
type ExitCode struct {
	Code   *int   `json:"code,omitempty"`
	Signal string `json:"signal,omitempty"`
	Error  string `json:"error,omitempty"` // it could not be executed
}

// ExitOf returns how a run ended; nil for nil.
func ExitOf(e *app.Exit) *ExitCode {
	if e == nil {
		return nil
	}
	return &ExitCode{e.Code, e.Signal, Tidy(e.Error, 200)}
}

// Diagnosed is the answer about one server.
type Diagnosed struct {
	Server    string         `json:"server"`
	State     app.State      `json:"state"`
	Message   string         `json:"message"`
	Health    *ServerHealth  `json:"health,omitempty"`
	Exit      *ExitCode      `json:"exit,omitempty"`
	PortOwner *app.PortOwner `json:"port_owner,omitempty"`  // another process that listens on its port
	Missing   []string       `json:"missing_env,omitempty"` // listed in .env.example, and not set
	Run       string         `json:"run,omitempty"`
	ViewerURL string         `json:"viewer_url,omitempty"`
	Next      string         `json:"next,omitempty"`
	Findings  []FindingText  `json:"findings"`
	Left      string         `json:"left_out,omitempty"`
	Found     string         `json:"pattern_found,omitempty"`
	Matches   []string       `json:"untrusted_matches,omitempty"`
	Output    []string       `json:"untrusted_output,omitempty"`
}

// ServerHealth is how a server that runs is doing.
type ServerHealth struct {
	Since    string  `json:"in_this_state"`
	Listens  []int   `json:"listens_on,omitempty"`
	LastGood string  `json:"last_good_request,omitempty"` // when it last answered a request for a page well
	Errors   int     `json:"errors"`
	Warnings int     `json:"warnings,omitempty"`
	CPU      float64 `json:"cpu_percent,omitempty"`
	Memory   string  `json:"memory,omitempty"`
}

// DiagnosedProject is the answer about all of a project; of what is well only the name.
type DiagnosedProject struct {
	Project   string      `json:"project"`
	Well      []string    `json:"nothing_wrong,omitempty"`
	Servers   []Diagnosed `json:"servers"`
	Left      string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"`
}
