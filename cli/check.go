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

func (p *program) checkCommand() *cobra.Command {
	timeout := 20 * time.Second
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Tell whether the last edit of the project's files broke something",
		Long: `Tell what the last edit of the project's files did: which servers were built or started anew, which errors are new, which are fixed.
Waits until that is clear. What git ignores is no edit. Files are watched while a server of the project runs.
Exit code 0: no new error; 1: there are new errors, or a server has ended.`,
		Example: "  devservers check && git commit -a\n  devservers check --json",
		Args:    p.atMost(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.checkEdit(cmd.Context(), timeout) },
	}
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "wait this long at most")
	return cmd
}

func (p *program) checkEdit(ctx context.Context, timeout time.Duration) error {
	c, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	v, err := s.here()
	if err != nil {
		return err
	}
	var page app.EditPage
	err = p.Spin("waiting for what the last edit does", p.json, func() error {
		return c.Call(ctx, client.Request{Method: http.MethodGet, Path: "/api/projects/" + url.PathEscape(v.ID) + "/edit",
			Query: url.Values{"timeout": {timeout.String()}}, Wait: timeout}, &page)
	})
	if err != nil {
		return err
	}
	var end error
	if page.State == app.VerdictBad {
		end = &exit{exitFailed, nil}
	}
	if p.json {
		return cmp.Or[error](p.answer(page), end)
	}
	p.showEdit(page)
	return end
}

// showEdit tells what changed, then what it did to each server.
func (p *program) showEdit(page app.EditPage) {
	s := p.Style(p.Out)
	if page.Edit == nil {
		p.Printf("%s\n", term.Plain(page.Message))
		return
	}
	p.Printf("%s %s\n", term.Plain(strings.Join(page.Edit.Files, ", ")), s.Paint(term.Dim, "edited "+words.Ago(p.since(page.Edit.At))))
	for _, v := range page.Verdicts {
		p.showVerdict(s, v)
	}
}

// showVerdict is a line for a server, and the new errors.
func (p *program) showVerdict(s term.Style, v app.Verdict) {
	p.Printf("%s %s  %s\n", verdictSign(s, v), s.Paint(term.Bold, v.Server), term.Plain(v.Message))
	for _, e := range v.New {
		p.Print("  " + changeText(s, v.Server, e))
	}
	for _, e := range v.Fixed {
		e.Fixed = true
		p.Print("  " + changeText(s, v.Server, e))
	}
}

func verdictSign(s term.Style, v app.Verdict) string {
	switch v.State {
	case app.VerdictGood:
		return s.Done()
	case app.VerdictBad:
		return s.Cross()
	}
	return s.Paint(term.Dim, s.Pick("·", "-"))
}
