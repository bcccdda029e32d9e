package cli

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/wait"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// waitKinds are what can be waited for.
var waitKinds = words.Strings(wait.Untils)

func (p *program) waitCommand() *cobra.Command {
	until, pattern, timeout := "ready", "", time.Minute
	cmd := &cobra.Command{
		Use:   "wait NAME",
		Short: "Wait until a server is ready, has ended, prints something, or has taken in an edit",
		Long: `Wait until a server or task is ready, has ended or is stopped, has printed a line that matches a pattern, or nothing for
2 s (quiet), or has been built or started anew after an edit of the project's files (rebuild): with what is new and what is fixed.
Exit code 0: so it is; 124: not in time.`,
		Example:           "  devservers wait web\n  devservers wait migrate --until exit\n  devservers wait api --until log --pattern 'compiled in \\d+'",
		Args:              p.exactly(1, "what to wait for"),
		ValidArgsFunction: p.completeAll,
		RunE: func(cmd *cobra.Command, args []string) error {
			if pattern != "" && !cmd.Flags().Changed("until") {
				until = "log"
			}
			return p.wait(cmd.Context(), args[0], until, pattern, timeout)
		},
	}
	cmd.Flags().StringVar(&until, "until", until, "ready, exit, stopped, log, quiet or rebuild")
	cmd.Flags().StringVar(&pattern, "pattern", "", "with log: the regular expression (RE2) that a line has to match")
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "wait this long at most")
	_ = cmd.RegisterFlagCompletionFunc("until", cobra.FixedCompletions(waitKinds, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (p *program) wait(ctx context.Context, name, until, pattern string, timeout time.Duration) error {
	if !slices.Contains(waitKinds, until) {
		return usagef("--until is one of %s, not %q", strings.Join(waitKinds, ", "), until)
	}
	if (until == "log") != (pattern != "") {
		return usagef("--until log and --pattern belong together")
	}
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	query := url.Values{"until": {until}, "timeout": {timeout.String()}}
	if pattern != "" {
		query.Set("pattern", pattern)
	}
	var result wait.Result
	err = p.Spin(waitLabel(st, until, pattern), p.json, func() error {
		return c.Call(ctx, client.Request{Method: http.MethodGet, Path: client.RunPath(st, "wait"), Query: query, Wait: timeout}, &result)
	})
	if err != nil {
		return err
	}
	return p.waited(result, st, until, timeout)
}

func waitLabel(st app.Status, until, pattern string) string {
	switch until {
	case "exit":
		return "waiting for the end of " + st.Ref().String()
	case "log":
		return "waiting for " + st.Ref().String() + " to print " + term.Plain(pattern)
	case "rebuild":
		return "waiting for " + st.Ref().String() + " to take in an edit"
	}
	return "waiting for " + st.Ref().String() + " to be " + until
}

// waited says what came of it. Not met is an exit code, no error.
func (p *program) waited(result wait.Result, st app.Status, until string, timeout time.Duration) error {
	var end error
	if !result.Met {
		end = &exit{exitTimeout, nil}
	}
	if p.json {
		return cmp.Or[error](p.answer(result), end)
	}
	s := p.Style(p.Out)
	now := result.Status
	if result.Line != nil {
		p.Printf("%s\n", result.Line.Text)
		return nil
	}
	if result.Verdict != nil {
		p.showVerdict(s, *result.Verdict)
		return end
	}
	if result.Met {
		p.Printf("%s %s is %s\n", symbol(s, now), s.Paint(term.Bold, st.Ref().String()), strings.TrimRight(stateText(s, now)+"  "+s.Paint(term.Cyan, now.URL), " "))
		return nil
	}
	why := "not " + untilText(until) + " within " + timeout.String()
	if until == "ready" && now.State == app.Exited {
		why = "it has ended, and will not be ready: " + term.Plain(p.remark(now))
	}
	p.Printf("%s %s: %s; it is %s\n", s.Cross(), s.Paint(term.Bold, st.Ref().String()), why, stateText(s, now))
	return end
}

func untilText(until string) string {
	switch until {
	case "exit":
		return "ended"
	case "log":
		return "printed"
	case "rebuild":
		return "built or started anew"
	}
	return until
}
