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
	timeout, page := 20*time.Second, ""
	cmd := &cobra.Command{
		Use:   "check [NAME...] [--browser [PATH]]",
		Short: "Check whether the last edit of the project's files broke something",
		Long: `Show the effect of the last edit of the project's files: which servers were rebuilt or restarted, which errors are
new and which are fixed. It waits until servers have reacted. Files that git ignores don't count. Files are watched
while a server of the project is running. With NAMEs, only these servers count.

Many dev servers look at a file only when somebody requests it. So check sends GET requests to each server that the edit
concerns: for the edited module, then for the page that was requested last. "check:" in devservers.yml names a page, or
forbids it. Servers that tell browsers of build errors over a channel of their own (Vite, Next.js, webpack, Rspack) are
asked there, too. A broken server is shown with its lines since the edit, at most 15.

With "check: {browser: /path}" in devservers.yml, or with --browser, a page is opened in Chromium, Chrome or Edge,
without a window and with an empty profile. Exceptions, console errors and failed requests that its last good load
didn't have make the verdict "broken". A picture of the page is saved. If the page can't be opened, there is no ok.

Exit code 0: ok, something newer than the edit works; 1: broken by this edit, by an earlier one, or before; 3: stale, as
a server still runs the code from before the edit, or no verdict, as nothing is known to have loaded the edited file
or it isn't clear yet. It fails if devservers.yml is invalid.`,
		Example: "  devservers check && git commit -a\n  devservers check web\n  devservers check --json\n" +
			"  devservers check web --browser /cart",

		ValidArgsFunction: p.Complete().servers,
		RunE: func(cmd *cobra.Command, names []string) error {
			if page != "" && !cmd.Flags().Changed("timeout") {
				timeout = browserTimeout
			}
			return check(cmd.Context(), p, names, page, timeout)
		},
	}
	cmd.Flags().StringVar(&page, "browser", "", "open a `page` in a browser; its path, or the one in devservers.yml")
	cmd.Flags().Lookup("browser").NoOptDefVal = "/"
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "longest time to wait")
	return cmd
}

// browserTimeout is the longest time to wait if a browser has to be started and a page may have to be compiled.
const browserTimeout = 45 * time.Second

// pageOf takes the page out of names: flags with an optional value take none from the next argument.
func pageOf(page string, names []string) (string, []string) {
	if page == "/" && len(names) > 0 && strings.HasPrefix(names[0], "/") {
		return names[0], names[1:]
	}
	return page, names
}

func check(ctx context.Context, p *Program, names []string, open string, timeout time.Duration) error {
	open, names = pageOf(open, names)
	if open != "" && !strings.HasPrefix(open, "/") {
		return usagef("--browser takes the path of a page, such as /cart, not %q", open)
	}
	s, project, servers, err := checked(ctx, p, names)
	if err != nil {
		return err
	}
	var page app.EditPage
	r := client.Request{Method: http.MethodGet, Path: client.ProjectPath(project) + "/edit",
		Query: url.Values{"timeout": {timeout.String()}, "server": {strings.Join(servers, ",")},
			"browser": {open}}, Wait: timeout}
	if err := p.call(ctx, s.Client, "waiting for the effect of the last edit", r, &page); err != nil {
		return err
	}
	var end error
	switch page.State {
	case app.VerdictOK:
	case app.VerdictBroken:
		end = silent(exitFailed)
	default:
		end = silent(exitNoVerdict)
	}
	return cmp.Or(p.show(page, func() string { return p.view().Edit(page) + p.view().Unopened(page, open) }), end)
}

// checked returns the project and the servers of it that names mean: without names, the current project and no server.
func checked(ctx context.Context, p *Program, names []string) (s *Session, project string, servers []string,
	err error) {
	if len(names) == 0 {
		s, here, err := p.here(ctx)
		return s, here.ID, nil, err
	}
	s, chosen, err := p.members(ctx, names)
	for _, st := range chosen {
		if servers = append(servers, st.Name); st.Project != chosen[0].Project {
			return s, "", nil, usagef("check looks at the servers of one project: %s is of another one than %s", st.Ref(),
				chosen[0].Ref())
		}
		project = st.Project
	}
	return s, project, servers, err
}
