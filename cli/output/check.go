package output

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/base"
	"devservers/cli/client"
)

func checkCommand(p *base.Program) *cobra.Command {
	timeout := 20 * time.Second
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check whether the last edit of the project's files broke something",
		Long: `Show the effect of the last edit of the project's files: which servers were rebuilt or restarted, which errors are
new and which are fixed. It waits until that is clear. Files that git ignores don't count. Files are watched while a
server of the project runs.
Exit code 0: no new error; 1: new errors, or a server has ended.`,
		Example: "  devservers check && git commit -a\n  devservers check --json",
		Args:    base.AtMost(0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return check(cmd.Context(), p, timeout) },
	}
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "longest time to wait")
	return cmd
}

func check(ctx context.Context, p *base.Program, timeout time.Duration) error {
	s, here, err := p.Here(ctx)
	if err != nil {
		return err
	}
	var page app.EditPage
	r := client.Request{Method: http.MethodGet, Path: client.ProjectPath(here.ID) + "/edit",
		Query: url.Values{"timeout": {timeout.String()}}, Wait: timeout}
	if err := p.Call(ctx, s.Client, "waiting for the effect of the last edit", r, &page); err != nil {
		return err
	}
	var end error
	if page.State == app.VerdictBad {
		end = base.Silent(base.ExitFailed)
	}
	return cmp.Or(p.Show(page, func() string { return p.View().Edit(page) }), end)
}
