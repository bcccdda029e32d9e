package cli

import (
	"context"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app/base/words"
	"devservers/app/reading/edits"
	"devservers/cli/view"
)

type errorOptions struct {
	follow, fixed, warnings, all bool
	since, run                   string
}

func errorsCommand(p *Program) *cobra.Command {
	var o errorOptions
	cmd := &cobra.Command{
		Use:   "errors [NAME...]",
		Short: "Show errors in the output of servers and tasks, with file and line",
		Long: `Show the errors in the output of the current or last run of servers and tasks: grouped, each with its file and line,
its count and its lines of output. Fixed errors are left out: they didn't occur again after the server was rebuilt or
restarted. Without a NAME: all servers and tasks of the project.

-f prints a line for each new or fixed error, until Ctrl-C.`,
		Example:           "  devservers errors\n  devservers errors web --since 10m --warnings\n  devservers errors -f",
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, names []string) error { return o.exec(cmd.Context(), p, names) },
	}
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "continue with new and fixed errors, one line each")
	f.BoolVarP(&o.all, "all", "a", false, "all projects, from any directory")
	f.BoolVar(&o.fixed, "fixed", false, "include fixed errors")
	f.BoolVarP(&o.warnings, "warnings", "w", false, "include warnings")
	f.StringVar(&o.since, "since", "", sinceUsage+", or edit for the last edit of the project's files")
	f.StringVar(&o.run, "run", "", runUsage)
	_ = cmd.RegisterFlagCompletionFunc("since", cobra.FixedCompletions([]string{"edit", "5m", "1h"},
		cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o errorOptions) query() url.Values {
	return params(map[string]string{"since": o.since, "run": o.run},
		map[string]bool{"fixed": o.fixed, "warnings": o.warnings})
}

func (o errorOptions) exec(ctx context.Context, p *Program, names []string) error {
	if o.all {
		s, err := p.Open(ctx)
		if err != nil {
			return err
		}
		names = append(names, s.iDs()...)
	}
	s, chosen, err := p.members(ctx, names)
	if err != nil {
		return err
	}
	if o.follow && o.since == "edit" {
		return usagef("--follow shows all new errors: leave out --since edit")
	}
	if o.follow {
		return o.followAll(ctx, s, chosen)
	}
	pages, err := ofMembers[edits.ErrorPage](ctx, s, chosen, "errors", o.query())
	if err != nil {
		return err
	}
	if p.JSON {
		return p.answer(pages)
	}
	showErrors(p, pages)
	return nil
}

// showErrors draws all errors, those of a server in order.
func showErrors(p *Program, pages []edits.ErrorPage) {
	v, shown, fixed := p.view(), 0, 0
	for _, page := range pages {
		fixed += page.Fixed
		if page.Verdict != nil {
			p.Print(v.VerdictLine(page.Server, *page.Verdict))
		}
		for _, e := range page.Errors {
			p.Print(v.OutputError(page.Server, e))
			shown++
		}
		if page.Left != "" {
			p.Notef("%s: %s\n", page.Server, page.Left)
		}
	}
	switch {
	case shown == 0 && fixed > 0:
		p.Printf("%s no errors%s\n", v.Done(), v.Paint(view.Dim, " ("+words.Count(fixed, "error")+" fixed, see --fixed)"))
	case shown == 0:
		p.Printf("%s no errors\n", v.Done())
	}
}
