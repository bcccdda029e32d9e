package cli

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/cli/client"
	"devservers/cli/view"
)

type waitOptions struct {
	until   logs.Until
	pattern string
	timeout time.Duration
}

func waitCommand(p *Program) *cobra.Command {
	o := waitOptions{timeout: time.Minute}
	kinds := words.Strings(logs.Untils)
	until := kinds[0]
	cmd := &cobra.Command{
		Use:   "wait NAME",
		Short: "Wait until a server is ready, has ended, prints something or reacts to an edit",
		Long: `Wait until a server or task is ready, has ended (exit) or is stopped, prints a line that matches a pattern (log),
prints nothing for 2s (quiet), or was rebuilt or restarted after an edit of the project's files (rebuild). rebuild also
shows new and fixed errors. Exit code 0: the condition was met; 124: timed out.`,
		Example: "  devservers wait web\n  devservers wait migrate --until exit\n" +
			"  devservers wait api --until log --pattern 'compiled in \\d+'",
		Args:              exactlyOne("a server or task to wait for"),
		ValidArgsFunction: p.Complete().All,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.until = logs.Until(until); o.pattern != "" && !cmd.Flags().Changed("until") {
				o.until = logs.UntilLog
			}
			return o.run(cmd.Context(), p, args[0])
		},
	}
	cmd.Flags().StringVar(&until, "until", until, "what to wait for: "+words.Or(kinds))
	cmd.Flags().StringVar(&o.pattern, "pattern", "", "with --until log: a regular expression (RE2) that the line matches")
	cmd.Flags().DurationVar(&o.timeout, "timeout", o.timeout, "longest time to wait")
	_ = cmd.RegisterFlagCompletionFunc("until", cobra.FixedCompletions(kinds, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o waitOptions) run(ctx context.Context, p *Program, name string) error {
	if !slices.Contains(logs.Untils, o.until) {
		return usagef("--until is one of %s, not %s", words.Or(logs.Untils), words.Quote(string(o.until)))
	}
	if (o.until == logs.UntilLog) != (o.pattern != "") {
		return usagef("--until log and --pattern go together")
	}
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	query := params(map[string]string{"until": string(o.until), "timeout": o.timeout.String(), "pattern": o.pattern}, nil)
	var result logs.WaitResult
	r := client.Request{Method: http.MethodGet, Path: client.RunPath(st, "wait"), Query: query, Wait: o.timeout}
	if err := p.call(ctx, s.Client, o.label(st), r, &result); err != nil {
		return err
	}
	var end error
	if !result.Met {
		end = silent(exitTimeout)
	}
	if d := result.Verdict; d != nil && d.State == app.VerdictBroken {
		end = silent(exitFailed)
	}
	return cmp.Or(p.show(result, func() string { return o.text(p.view(), result) }), end)
}

// label describes what the command is waiting for.
func (o waitOptions) label(st app.Status) string {
	what, ok := map[logs.Until]string{logs.UntilExit: "end", logs.UntilLog: "print " + view.Plain(o.pattern),
		logs.UntilRebuild: "react to an edit"}[o.until]
	if !ok {
		what = "be " + string(o.until)
	}
	return "waiting for " + st.Ref().String() + " to " + what
}

// text describes how the waiting ended.
func (o waitOptions) text(v view.View, result logs.WaitResult) string {
	now := result.Status
	name := v.Paint(view.Bold, now.Ref().String())
	switch {
	case result.Line != nil:
		return result.Line.Text + "\n"
	case result.Verdict != nil:
		return v.Verdict(*result.Verdict)
	case result.Met:
		return v.Symbol(now) + " " + name + " is " + strings.TrimRight(v.State(now)+"  "+v.Link(now.Address()), " ") + "\n"
	case o.until == logs.UntilReady && now.Want != "up" && (now.State == app.Failed || now.EndedByItself()):
		return v.Cross() + " " + name + ": has ended and will not be ready: " + v.Remark(now) + "\n"
	}
	return v.Cross() + " " + name + ": not " + o.missed() + " within " + words.Duration(o.timeout) + "; it is " +
		v.State(now) + "\n"
}

// missed is what has not happened in time.
func (o waitOptions) missed() string {
	return cmp.Or(map[logs.Until]string{logs.UntilExit: "ended", logs.UntilLog: "printed",
		logs.UntilRebuild: "rebuilt or restarted"}[o.until], string(o.until))
}
