package cli

import (
	"context"
	"net/url"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/edits"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// errorOptions are the flags of errors.
type errorOptions struct {
	follow, fixed, warnings bool
	since, run              string
}

func (p *program) errorsCommand() *cobra.Command {
	var o errorOptions
	cmd := &cobra.Command{
		Use:   "errors [NAME...]",
		Short: "Show the errors in what servers and tasks print, with file and line",
		Long: `Show the errors in what servers and tasks printed in their current or last run: grouped, each with its place in the
sources, how often it came, and the lines that it covers. What was fixed since is left out: the server has built or started
anew, and it did not come again. Without a NAME: of all servers and tasks of the project.

-f prints a line for each error that comes, and for each that is fixed, until Ctrl-C.`,
		Example:           "  devservers errors\n  devservers errors web --since 10m --warnings\n  devservers errors -f",
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, names []string) error { return p.errors(cmd.Context(), o, names) },
	}
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with what comes and what is fixed, one line each")
	f.BoolVar(&o.fixed, "fixed", false, "show what was fixed, too")
	f.BoolVarP(&o.warnings, "warnings", "w", false, "show warnings, too")
	f.StringVar(&o.since, "since", "", "only what came or was fixed since then: 5m, 2h30m, 2026-08-01T15:04:05Z, or edit: the last edit of the project's files")
	f.StringVar(&o.run, "run", "", "of this run rather than of the last one (see: devservers runs)")
	_ = cmd.RegisterFlagCompletionFunc("since", cobra.FixedCompletions([]string{"edit", "5m", "1h"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o errorOptions) query() url.Values {
	q := url.Values{}
	for name, is := range map[string]bool{"fixed": o.fixed, "warnings": o.warnings} {
		if is {
			q.Set(name, "1")
		}
	}
	for name, value := range map[string]string{"since": o.since, "run": o.run} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (p *program) errors(ctx context.Context, o errorOptions, names []string) error {
	c, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	chosen, err := p.members(ctx, c, &s, names)
	if err != nil {
		return err
	}
	if o.follow && o.since == "edit" {
		return usagef("--follow goes on with all that comes: leave out --since edit")
	}
	if o.follow {
		return p.followErrors(ctx, c, o, chosen)
	}
	pages := []edits.ErrorPage{}
	for _, st := range chosen {
		var page edits.ErrorPage
		if err := c.Get(ctx, client.RunPath(st, "errors"), o.query(), &page); err != nil {
			return err
		}
		pages = append(pages, page)
	}
	if p.json {
		return p.answer(pages)
	}
	p.showErrors(pages, labels(chosen))
	return nil
}

// showErrors draws all errors, those of a server in the order in which they came.
func (p *program) showErrors(pages []edits.ErrorPage, names map[app.Ref]string) {
	s, shown, fixed := p.Style(p.Out), 0, 0
	for _, page := range pages {
		fixed += page.Fixed
		if page.Verdict != nil {
			p.Printf("%s %s  %s\n", verdictSign(s, *page.Verdict), s.Paint(term.Bold, page.Server), term.Plain(page.Verdict.Message))
		}
		for _, e := range page.Errors {
			p.Print(p.errorText(s, page.Server, e))
			shown++
		}
		if page.Left != "" {
			p.Notef("%s\n", page.Server+": "+page.Left)
		}
	}
	if shown == 0 {
		p.Printf("%s no errors%s\n", s.Done(), s.Paint(term.Dim, fixedText(fixed)))
	}
}

func fixedText(n int) string {
	if n == 0 {
		return ""
	}
	return " (" + words.Count(n, "error") + " fixed: --fixed shows them)"
}

// errorText is an error on two lines: where and what, then how often and where to read it.
func (p *program) errorText(s term.Style, server string, e digest.Error) string {
	first := errorSign(s, e) + " " + s.Paint(term.Bold, server)
	if at := e.Place(); at != "" {
		first += "  " + s.Paint(term.Cyan, term.Plain(at))
	}
	return first + "  " + term.Plain(e.Message) + "\n" + s.Paint(term.Dim, "    "+p.errorFacts(e)) + "\n"
}

func errorSign(s term.Style, e digest.Error) string {
	switch {
	case e.Fixed:
		return s.Done()
	case e.Level == "warn":
		return s.Paint(term.Yellow, "!")
	}
	return s.Cross()
}

func (p *program) errorFacts(e digest.Error) string {
	text := e.Kind + ", " + p.moment(e.LastAt)
	if e.Count > 1 {
		text += ", " + words.Count(e.Count, "time")
	}
	if e.From == e.Last {
		text += ", line " + number(int(e.Last))
	} else {
		text += ", lines " + number(int(e.From)) + " to " + number(int(e.Last))
	}
	if e.Fixed {
		text += ", fixed"
	}
	return text
}

// byChange puts errors in the order in which they changed last.
func byChange(list []digest.Error) []digest.Error {
	slices.SortStableFunc(list, func(a, b digest.Error) int { return int(a.Changed - b.Changed) })
	return list
}
