package cli

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

func checkCommand(p *program) *cobra.Command {
	timeout := 20 * time.Second
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check whether the last edit of the project's files broke something",
		Long: `Show the effect of the last edit of the project's files: which servers were rebuilt or restarted, which errors are
new and which are fixed. It waits until that is clear. Files that git ignores don't count. Files are watched while a
server of the project runs.
Exit code 0: no new error; 1: new errors, or a server has ended.`,
		Example: "  devservers check && git commit -a\n  devservers check --json",
		Args:    atMost(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return check(cmd.Context(), p, timeout) },
	}
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "longest time to wait")
	return cmd
}

func check(ctx context.Context, p *program, timeout time.Duration) error {
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	var page app.EditPage
	r := client.Request{Method: http.MethodGet, Path: client.ProjectPath(here.ID) + "/edit",
		Query: url.Values{"timeout": {timeout.String()}}, Wait: timeout}
	if err := p.call(ctx, s.Client, "waiting for the effect of the last edit", r, &page); err != nil {
		return err
	}
	var end error
	if page.State == app.VerdictBad {
		end = &exit{exitFailed, nil}
	}
	return cmp.Or(p.show(page, func() string { return editText(p.view(), page) }), end)
}

// editText draws what changed, then its effect on each server.
func editText(v view, page app.EditPage) string {
	if page.Edit == nil {
		return term.Plain(page.Message) + "\n"
	}
	text := term.Plain(strings.Join(page.Edit.Files, ", ")) + " " + v.Paint(term.Dim, "edited "+words.Ago(v.since(page.Edit.At))) + "\n"
	for _, verdict := range page.Verdicts {
		text += verdictText(v, verdict)
	}
	return text
}

// verdictText draws a line for a server, and its new and fixed errors.
func verdictText(v view, d app.Verdict) string {
	text := verdictLine(v, d.Server, d)
	for _, e := range d.New {
		text += "  " + changeText(v, d.Server, e)
	}
	for _, e := range d.Fixed {
		e.Fixed = true
		text += "  " + changeText(v, d.Server, e)
	}
	return text
}

func verdictLine(v view, server string, d app.Verdict) string {
	sign := v.Paint(term.Dim, v.Pick("·", "-"))
	switch d.State {
	case app.VerdictGood:
		sign = v.Done()
	case app.VerdictBad:
		sign = v.Cross()
	}
	return sign + " " + v.Paint(term.Bold, server) + "  " + term.Plain(d.Message) + "\n"
}
