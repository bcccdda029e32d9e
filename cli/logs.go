package cli

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/cli/client"
	"devservers/cli/view"
)

type logOptions struct {
	follow, ignoreCase, regex, timestamps, all bool
	tail                                       lineCount
	context                                    int
	grep, since, until, level, run             string
	tailed                                     bool // --tail was given
}

func logsCommand(p *Program) *cobra.Command {
	o := logOptions{tail: logs.DefaultTail}
	cmd := &cobra.Command{
		Use:   "logs [NAME...]",
		Short: "Show the output of servers and tasks",
		Long: `Show the output of servers and tasks, or of their last run. Without a NAME: all servers of the project, by time.

On a terminal the output keeps its colors; in a pipe it is plain text. Consecutive blank lines are shown as one.
-f follows servers across restarts, waits for the next manager while none runs, and ends with Ctrl-C. --json prints
one JSON object per line.`,
		Example: "  devservers logs -f web\n  devservers logs api --level error --since 10m\n" +
			"  devservers logs --grep timeout --context 3",
		ValidArgsFunction: p.Complete().All,
		RunE: func(cmd *cobra.Command, names []string) error {
			o.tailed = cmd.Flags().Changed("tail")
			return o.exec(cmd.Context(), p, names)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *logOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "continue with new lines")
	f.BoolVarP(&o.all, "all", "a", false, "all projects, from any directory")
	f.VarP(&o.tail, "tail", "n", "number of newest lines, or all")
	f.StringVarP(&o.grep, "grep", "g", "", "only lines that contain this text")
	f.BoolVar(&o.regex, "regex", false, "treat --grep as a regular expression (RE2)")
	f.BoolVarP(&o.ignoreCase, "ignore-case", "i", false, "ignore case in --grep")
	f.StringVar(&o.since, "since", "", sinceUsage)
	f.StringVar(&o.until, "until", "", untilUsage)
	f.StringVarP(&o.level, "level", "l", "", "lowest level: error, warn, info, debug")
	f.IntVarP(&o.context, "context", "C", 0, "number of lines to show around each match")
	f.StringVar(&o.run, "run", "", runUsage)
	f.BoolVarP(&o.timestamps, "timestamps", "t", false, "show the time of each line")
	_ = cmd.RegisterFlagCompletionFunc("level", cobra.FixedCompletions([]string{"error", "warn", "info", "debug"},
		cobra.ShellCompDirectiveNoFileComp))
}

// query returns o for the API. color requests lines with their colors, squeeze one of several blank lines.
func (o logOptions) query(color, squeeze bool) url.Values {
	q := params(map[string]string{"format": "json", "run": o.run, "grep": o.grep, "since": o.since, "until": o.until,
		"level": o.level},
		map[string]bool{"regex": o.regex, "ignore_case": o.ignoreCase, "color": color, "squeeze": squeeze && o.context == 0})
	if o.context > 0 {
		q.Set("context", strconv.Itoa(o.context))
	}
	switch paged := o.tail > logs.MaxLimit; {
	case paged && o.since == "":
		q.Set("after", "0")
	case !paged && (o.tailed || o.since == ""):
		q.Set("tail", o.tail.String())
	}
	return q
}

// lines draws lines of chosen on standard output.
func (o logOptions) lines(p *Program, chosen []app.Status) *view.Lines {
	return p.view().Lines(p.Out, view.LineOptions{JSON: p.JSON, Timestamps: o.timestamps, Context: o.context > 0}, chosen)
}

func (o logOptions) exec(ctx context.Context, p *Program, names []string) error {
	s, err := p.Open(ctx)
	if err != nil {
		return err
	}
	if o.all {
		names = append(names, s.iDs()...)
	}
	if len(names) == 0 {
		if _, err := s.here(); err != nil {
			return err
		}
		names = []string{s.Current}
	}
	chosen, err := s.targets(ctx, names)
	if err != nil {
		return err
	}
	lines := o.lines(p, chosen)
	if o.follow {
		return o.followAll(ctx, s, chosen, lines)
	}
	return o.read(ctx, s, chosen, lines)
}

// read prints the stored lines, those of several servers by time.
func (o logOptions) read(ctx context.Context, s *Session, chosen []app.Status, lines *view.Lines) error {
	var all []client.Mark
	for _, st := range chosen {
		marks, more, err := o.readOne(ctx, s, st)
		if err != nil && !(len(chosen) > 1 && client.IsNotFound(err)) {
			return err
		}
		if more && (o.grep != "" || o.level != "" || o.since != "") {
			s.Program.remark(st.Ref().String() + ": there are more lines; show them with -n, or with --since and --until")
		}
		all = append(all, marks...)
	}
	s.byClock(ctx, chosen, all)
	slices.SortStableFunc(all, func(a, b client.Mark) int { return a.At.Compare(b.At) })
	if o.since == "" || o.tailed {
		all = all[max(0, len(all)-int(o.tail)):]
	}
	for _, m := range all {
		lines.Show(m)
	}
	return lines.Close()
}

// mostPages bounds one read of one server.
const mostPages = 100

// readOne reads page by page. more reports that there are lines which it has left out.
func (o logOptions) readOne(ctx context.Context, s *Session, st app.Status) (all []client.Mark, more bool, err error) {
	q := o.query(s.Program.Color(s.Program.Out), !s.Program.JSON)
	q.Set("limit", strconv.Itoa(min(max(int(o.tail), logs.DefaultLimit), logs.MaxLimit)))
	for range mostPages {
		var page app.LogPage
		if err := s.Get(ctx, client.RunPath(st, "logs"), q, &page); err != nil {
			return all, false, err
		}
		all = append(all, client.PageMarks(st.Ref(), page)...)
		more = page.Left != ""
		if !page.More || page.Cursor == "" || q.Has("tail") {
			break
		}
		q.Set("after", page.Cursor)
		q.Del("since")
	}
	return all, more, nil
}
