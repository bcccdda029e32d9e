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
	"devservers/cli/client"
)

func checkCommand(p *Program) *cobra.Command {
	timeout := 20 * time.Second
	cmd := &cobra.Command{
		Use:   "check [NAME...]",
		Short: "Check whether the last edit of the project's files broke something",
		Long: `Show the effect of the last edit of the project's files: which servers were rebuilt or restarted, which errors are
new and which are fixed. It waits until servers have reacted. Files that git ignores don't count. Files are watched
while a server of the project is running. With NAMEs, only these servers count.

Many dev servers look at a file only when somebody requests it. So check sends GET requests to each server that the edit
concerns: for the edited module, then for the page that was requested last. "check:" in devservers.yml names a page, or
forbids it.

Exit code 0: ok, something newer than the edit works; 1: broken by this edit, by an earlier one, or before; 3: stale, as a
server still runs the code from before the edit, or no verdict, as nothing is known to have loaded the edited file or it
isn't clear yet.`,
		Example: "  devservers check && git commit -a\n  devservers check web\n  devservers check --json",

		ValidArgsFunction: p.Complete().Servers,
		RunE:              func(cmd *cobra.Command, names []string) error { return check(cmd.Context(), p, names, timeout) },
	}
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "longest time to wait")
	return cmd
}

func check(ctx context.Context, p *Program, names []string, timeout time.Duration) error {
	s, project, servers, err := checked(ctx, p, names)
	if err != nil {
		return err
	}
	var page app.EditPage
	r := client.Request{Method: http.MethodGet, Path: client.ProjectPath(project) + "/edit",
		Query: url.Values{"timeout": {timeout.String()}, "server": {strings.Join(servers, ",")}}, Wait: timeout}
	if err := p.Call(ctx, s.Client, "waiting for the effect of the last edit", r, &page); err != nil {
		return err
	}
	var end error
	switch page.State {
	case app.VerdictOK:
	case app.VerdictBroken:
		end = Silent(ExitFailed)
	default:
		end = Silent(ExitNoVerdict)
	}
	return cmp.Or(p.Show(page, func() string { return p.View().Edit(page) }), end)
}

// checked returns the project and the servers of it that names mean: without names, the current project and no server.
func checked(ctx context.Context, p *Program, names []string) (s *Session, project string, servers []string, err error) {
	if len(names) == 0 {
		s, here, err := p.Here(ctx)
		return s, here.ID, nil, err
	}
	s, chosen, err := p.Members(ctx, names)
	for _, st := range chosen {
		if servers = append(servers, st.Name); st.Project != chosen[0].Project {
			return s, "", nil, Usagef("check looks at the servers of one project: %s is of another one than %s", st.Ref(), chosen[0].Ref())
		}
		project = st.Project
	}
	return s, project, servers, err
}
