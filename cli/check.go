package cli

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
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
	err = p.spin("waiting for what the last edit does", func() error {
		return c.call(ctx, request{method: http.MethodGet, path: "/api/projects/" + url.PathEscape(v.ID) + "/edit",
			query: url.Values{"timeout": {timeout.String()}}, wait: timeout}, &page)
	})
	if err != nil {
		return err
	}
	var end error
	if page.State == app.VerdictBad {
		end = &exit{exitFailed, nil}
	}
	if p.json {
		return cmpErr(p.answer(page), end)
	}
	p.showEdit(page)
	return end
}

// showEdit tells what changed, then what it did to each server.
func (p *program) showEdit(page app.EditPage) {
	s := p.style(p.out)
	if page.Edit == nil {
		p.printf("%s\n", plain(page.Message))
		return
	}
	p.printf("%s %s\n", plain(strings.Join(page.Edit.Files, ", ")), s.paint(dim, "edited "+ago(p.since(page.Edit.At))))
	for _, v := range page.Verdicts {
		p.showVerdict(s, v)
	}
}

// showVerdict is a line for a server, and the new errors.
func (p *program) showVerdict(s style, v app.Verdict) {
	p.printf("%s %s  %s\n", verdictSign(s, v), s.paint(bold, v.Server), plain(v.Message))
	for _, e := range v.New {
		p.print("  " + changeText(s, v.Server, e))
	}
	for _, e := range v.Fixed {
		e.Fixed = true
		p.print("  " + changeText(s, v.Server, e))
	}
}

func verdictSign(s style, v app.Verdict) string {
	switch v.State {
	case app.VerdictGood:
		return s.done()
	case app.VerdictBad:
		return s.cross()
	}
	return s.paint(dim, s.pick("·", "-"))
}
