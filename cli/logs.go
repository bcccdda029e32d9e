package cli

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/logs"
	"devservers/cli/client"

	"devservers/cli/term"
)

// logOptions are the flags of logs.
type logOptions struct {
	follow, ignoreCase, regex, timestamps bool
	tail, context                         int
	grep, since, until, level, run        string
	tailed                                bool // --tail was given
}

func (p *program) logsCommand() *cobra.Command {
	var o logOptions
	cmd := &cobra.Command{
		Use:   "logs [NAME...]",
		Short: "Show what servers and tasks print",
		Long: `Show what servers and tasks print, or printed last. Without a NAME: all servers of the project, by time.

On a terminal the output keeps its colours; in a pipe it is plain text. -f outlives restarts of the servers
and of the manager, and ends with Ctrl-C. --json gives a JSON object a line.`,
		Example:           "  devservers logs -f web\n  devservers logs api --level error --since 10m\n  devservers logs --grep timeout --context 3",
		ValidArgsFunction: p.completeAll,
		RunE: func(cmd *cobra.Command, names []string) error {
			o.tailed = cmd.Flags().Changed("tail")
			return p.logs(cmd.Context(), o, names)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *logOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with what comes")
	f.IntVarP(&o.tail, "tail", "n", logs.DefaultTail, "the newest N lines")
	f.StringVarP(&o.grep, "grep", "g", "", "only lines that contain this text")
	f.BoolVar(&o.regex, "regex", false, "--grep is a regular expression (RE2)")
	f.BoolVarP(&o.ignoreCase, "ignore-case", "i", false, "--grep takes upper and lower case alike")
	f.StringVar(&o.since, "since", "", "only lines since then: 5m, 2h30m, 2026-08-01T15:04:05Z")
	f.StringVar(&o.until, "until", "", "only lines until then")
	f.StringVarP(&o.level, "level", "l", "", "only lines of at least this level: error, warn, info, debug")
	f.IntVarP(&o.context, "context", "C", 0, "show N lines around each match")
	f.StringVar(&o.run, "run", "", "of this run rather than of the last one (see: devservers runs)")
	f.BoolVarP(&o.timestamps, "timestamps", "t", false, "show when each line was printed")
	_ = cmd.RegisterFlagCompletionFunc("level", cobra.FixedCompletions([]string{"error", "warn", "info", "debug"}, cobra.ShellCompDirectiveNoFileComp))
}

// query is o for the API. colour asks for lines with their colours.
func (o logOptions) query(colour bool) url.Values {
	q := url.Values{"format": {"json"}}
	set := func(name, value string, when bool) {
		if when {
			q.Set(name, value)
		}
	}
	set("run", o.run, o.run != "")
	set("grep", o.grep, o.grep != "")
	set("regex", "1", o.regex)
	set("ignore_case", "1", o.ignoreCase)
	set("since", o.since, o.since != "")
	set("until", o.until, o.until != "")
	set("level", o.level, o.level != "")
	set("context", strconv.Itoa(o.context), o.context > 0)
	set("color", "1", colour)
	set("tail", strconv.Itoa(o.tail), o.tailed || o.since == "")
	return q
}

func (p *program) logs(ctx context.Context, o logOptions, names []string) error {
	c, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		if _, err := s.here(); err != nil {
			return err
		}
		names = []string{s.current}
	}
	chosen, err := p.targets(ctx, c, &s, names)
	if err != nil {
		return err
	}
	view := p.newLogView(o, chosen)
	if o.follow {
		return p.follow(ctx, c, o, chosen, view)
	}
	return p.read(ctx, c, o, chosen, view)
}

// read prints what there is now, lines of several servers by time.
func (p *program) read(ctx context.Context, c *client.Client, o logOptions, chosen []app.Status, view *logView) error {
	var all []client.Mark
	for _, st := range chosen {
		marks, left, err := p.readOne(ctx, c, o, st)
		if err != nil && !(len(chosen) > 1 && client.IsNotFound(err)) {
			return err
		}
		if left != "" && o.filters() && !p.json {
			s := p.Style(p.Err)
			p.Notef("%s\n", s.Paint(term.Dim, st.Ref().String()+": "+asFlags(left)))
		}
		all = append(all, marks...)
	}
	slices.SortStableFunc(all, func(a, b client.Mark) int { return a.At.Compare(b.At) })
	if o.since == "" || o.tailed {
		all = all[max(0, len(all)-max(o.tail, 0)):]
	}
	for _, m := range all {
		view.show(m)
	}
	return view.close()
}

// filters tells whether more than the end of the output is asked for: only then it matters what was left out.
func (o logOptions) filters() bool { return o.grep != "" || o.level != "" || o.since != "" }

// mostPages bounds one read of one server; what is left out is said.
const mostPages = 100

// readOne reads page by page until there is no more.
func (p *program) readOne(ctx context.Context, c *client.Client, o logOptions, st app.Status) (all []client.Mark, left string, err error) {
	q := o.query(p.Color(p.Out))
	q.Set("limit", strconv.Itoa(min(max(o.tail, logs.DefaultLimit), logs.MaxLimit)))
	for range mostPages {
		var page app.LogPage
		if err := c.Get(ctx, client.RunPath(st, "logs"), q, &page); err != nil {
			return all, "", err
		}
		all = append(all, client.PageMarks(st.Ref(), page)...)
		left = page.Left
		if !page.More || page.Cursor == "" || q.Has("tail") {
			break
		}
		q.Set("after", page.Cursor)
		q.Del("since")
	}
	return all, left, nil
}
