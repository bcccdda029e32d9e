package render

import (
	"context"
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/digest"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
)

// TaskResult is how a run went, or that it lives.
type TaskResult struct {
	Run       string        `json:"run"`
	Of        string        `json:"of"` // shop/test #12, or a server
	Arguments string        `json:"arguments,omitempty"`
	State     string        `json:"state"` // running, succeeded, failed, stopped
	ExitCode  *int          `json:"exit_code,omitempty"`
	How       string        `json:"how,omitempty"` // it ended, if the exit code doesn't say it
	Took      string        `json:"took,omitempty"`
	New       bool          `json:"new,omitempty"` // nobody has read it before
	ViewerURL string        `json:"viewer_url,omitempty"`
	Next      string        `json:"next,omitempty"`
	Findings  []FindingText `json:"findings,omitempty"`               // causes of a failure
	Tests     []string      `json:"untrusted_failed_tests,omitempty"` // names
	Errors    []string      `json:"untrusted_errors,omitempty"`
	Left      string        `json:"left_out,omitempty"`
	Output    []string      `json:"untrusted_output,omitempty"` // the last lines
}

// The states of a Result in addition to app's.
const (
	Succeeded = "succeeded"
	Failed    = string(app.Failed)
	Running   = string(app.Running)
	Stopped   = string(app.Stopped)
)

// StateOf describes how a run ended, or that it lives.
func StateOf(r app.RunInfo) string {
	switch e := r.Exit; {
	case r.EndedAt == nil || e == nil:
		return Running
	case e.Well():
		return Succeeded
	case e.ByItself():
		return Failed
	}
	return Stopped
}

// ResultReader makes results.
type ResultReader struct {
	Book  *Results
	Edits *edits.Edits
	Logs  *logs.Logs
	Mask  func(text string) string // of secrets
}

// The bounds of one result.
const (
	errorsShown = 10
	linesShown  = 12 // without errors
	linesBelow  = 4  // below errors, or of a success

	linesOfTests = 2000 // in which names of failed tests are looked for
)

// Name returns the name of a run: of a task with its number.
func (r ResultReader) Name(i app.RunInfo) string {
	ref := app.Ref{Project: i.Project, Name: i.Server}
	if n := r.Book.Number(ref, i.ID); n > 0 {
		return fmt.Sprintf("%s #%d", ref, n)
	}
	return ref.String()
}

// Of returns the result of a run, without findings and links.
func (r ResultReader) Of(ctx context.Context, i app.RunInfo) TaskResult {
	i = command.MaskAll(r.Mask, i)
	ref := app.Ref{Project: i.Project, Name: i.Server}
	out := TaskResult{Run: i.ID, Of: r.Name(i), Arguments: Tidy(i.Given(), 200), State: StateOf(i),
		New: i.EndedAt != nil && r.Book.IsNew(ref, i.ID)}
	end := time.Now()
	if i.EndedAt != nil {
		end = *i.EndedAt
	}
	out.Took = words.Duration(end.Sub(i.StartedAt))
	if e := i.Exit; e != nil {
		if out.ExitCode = e.Code; e.Code == nil || e.Cause != app.CauseNone {
			out.How = Tidy(e.String(), 200)
		}
	}
	if limit := r.Book.LimitOf(ref, i.ID); limit != "" && out.State == Stopped {
		out.How = "ended at its time limit of " + limit
	}
	out.Errors, out.Left = r.errors(ctx, ref, i.ID)
	n := linesBelow
	if len(out.Errors) == 0 && out.State != Succeeded {
		n = linesShown
	}
	out.Output = r.last(ctx, ref, i.ID, n)
	if page, err := r.Logs.Read(ctx, logs.Query{Ref: ref, Run: i.ID, Limit: linesOfTests}); err == nil &&
		out.State == Failed && i.Kind.IsTask() {
		out.Tests = FailedTests(page.Lines, r.Mask)
	}
	if i.Kind.IsTask() && i.EndedAt != nil {
		r.Book.Read(ref, i.ID)
	}
	return out
}

// errors returns the errors that a run has printed, the oldest first, and what is left out.
func (r ResultReader) errors(ctx context.Context, ref app.Ref, id string) (list []string, left string) {
	page, err := r.Edits.Errors(ctx, edits.ErrorQuery{Ref: ref, Run: id, Limit: digest.MaxEntries})
	if err != nil {
		return nil, ""
	}
	page = command.MaskAll(r.Mask, page)
	for _, e := range page.Errors[:min(len(page.Errors), errorsShown)] {
		list = append(list, ErrorLine(e))
	}
	if more := len(page.Errors) - len(list); more > 0 {
		left = words.Count(more, "more error")
	}
	return list, left
}

// last returns the last n lines of a run, but none that only quote code.
func (r ResultReader) last(ctx context.Context, ref app.Ref, id string, n int) []string {
	page, err := r.Logs.Read(ctx, logs.Query{Ref: ref, Run: id, Limit: 20 * n})
	if err != nil {
		return nil
	}
	var kept []app.LogLine
	for _, l := range page.Lines {
		if bar := strings.TrimLeft(l.Text, " 0123456789"); !strings.HasPrefix(bar, "|") {
			l.Text = r.Mask(l.Text)
			kept = append(kept, l)
		}
	}
	return LastLines(kept, n)
}
