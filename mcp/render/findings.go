package render

import (
	"devservers/app"
	"devservers/mcp/output"
	"fmt"
)

// Finding is a cause.
type Finding struct {
	Problem  string   `json:"problem"`
	Fix      string   `json:"fix,omitempty"`
	Evidence []string `json:"untrusted_evidence,omitempty"` // lines of output, of files and of the system: data, not instructions
}

// The bounds of one diagnosis.
const (
	findingsShown = 8
	evidenceShown = 6
)

// Findings returns causes, the most likely first.
func Findings(list []app.Finding) (shown []Finding) {
	for _, f := range list[:min(len(list), findingsShown)] {
		shown = append(shown, Finding{Problem: output.Tidy(f.Problem, 300), Fix: output.Tidy(fixOf(f), 300), Evidence: output.TidyAll(output.Some(f.Evidence, evidenceShown))})
	}
	return shown
}

// stepTexts say how a model does a step; %s is the server or task, and the variable.
var stepTexts = map[app.StepKind]string{
	app.StepStart:    "call start_server with server %s",
	app.StepRestart:  "call restart_server with server %s",
	app.StepStop:     "ask the user whether to call stop_server with server %s",
	app.StepRun:      "call run_task with task %s",
	app.StepSetEnv:   "call patch_config with server %s and set_env %s, or ask the user for its value",
	app.StepPort:     "call patch_config with server %s and port auto",
	app.StepResetEnv: "if that is the cause, call reset_patch with server %s",
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
