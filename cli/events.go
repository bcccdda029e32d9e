package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

type eventOptions struct {
	follow bool
	limit  int
	since  string
	only   []string
}

func eventsCommand(p *Program) *cobra.Command {
	o := eventOptions{limit: 20}
	cmd := &cobra.Command{
		Use:   "events [NAME...]",
		Short: "Show what happened: starts, exits, errors, edits",
		Long: `Show what happened to servers, tasks and projects, one line each, newest last: started, ready, failed to start, ended
(stopped, crashed, put to sleep), failing, new and fixed errors, the verdict on an edit, a changed devservers.yml.
Without a NAME: all projects, or the project given by -p. The manager stores the last 1000 events since its start. For
who did what, see devservers history.

-f continues with new events until Ctrl-C, and waits for the next manager while none runs. --json prints one JSON
object per line.`,
		Example:           "  devservers events\n  devservers events -f --only error,exit\n  devservers events web -f --json",
		ValidArgsFunction: p.Complete().All,
		RunE: func(cmd *cobra.Command, names []string) error {
			if o.follow && !cmd.Flags().Changed("limit") {
				o.limit = 0
			}
			return o.run(cmd.Context(), p, names)
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "continue with new events")
	f.IntVarP(&o.limit, "limit", "n", o.limit, "number of newest events; 0 by default with -f")
	f.StringVar(&o.since, "since", "", sinceUsage)
	f.StringSliceVar(&o.only, "only", nil, "kinds of events, comma-separated: "+strings.Join(app.EventKinds(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(app.EventKinds(),
		cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o eventOptions) query(targets []string) url.Values {
	q := params(map[string]string{"since": o.since, "event": strings.Join(o.only, ","),
		"target": strings.Join(targets, ",")}, nil)
	if o.limit > 0 {
		q.Set("limit", strconv.Itoa(o.limit))
	}
	return q
}

func (o eventOptions) run(ctx context.Context, p *Program, names []string) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	s, targets, err := o.targets(ctx, p, c, names)
	if err != nil {
		return err
	}
	show := newEventView(s, targets)
	if o.follow {
		return followEvents(ctx, c, o.query(targets), show)
	}
	var page app.EventPage
	if err := c.Get(ctx, "/api/events", o.query(targets), &page); err != nil {
		return err
	}
	show.left(page.Left, len(page.Events) >= o.limit)
	for _, e := range page.Events {
		show.line(e)
	}
	if len(page.Events) == 0 && !p.JSON {
		p.Print("no events since the manager started\n")
	}
	return nil
}

// targets are the projects and servers that names mean; none = all.
func (o eventOptions) targets(ctx context.Context, p *Program, c *client.Client, names []string) (s *Session,
	targets []string, err error) {
	if len(names) == 0 && p.Named == "" {
		s, err = p.glance(ctx, c)
		return s, nil, err
	}
	if s, err = p.look(ctx, c); err != nil {
		return s, nil, err
	}
	if len(names) == 0 {
		return s, []string{s.Current}, nil
	}
	for _, name := range names {
		ref, err := s.Find(ctx, name)
		if err != nil {
			return s, nil, err
		}
		target := ref.Project
		if ref.Name != "" {
			target = ref.String()
		}
		targets = append(targets, target)
	}
	return s, targets, nil
}

// followEvents prints events until the person ends it, which isn't a failure. The number of the last event shows where
// to continue with the next manager.
func followEvents(ctx context.Context, c *client.Client, query url.Values, show *eventView) error {
	f := &client.Following{Client: c, Path: "/api/events", Query: query, Absent: show.p.managerAway}
	f.Stream = func(ctx context.Context) (over bool, err error) {
		body, err := c.Stream(ctx, f.Path, query)
		if err != nil {
			return false, err
		}
		defer body.Close()
		return false, client.Events(body, func(data []byte) {
			var e struct {
				app.Event
				Left string `json:"left"`
			}
			if json.Unmarshal(data, &e) != nil || e.Number == 0 { // the manager ends
				return
			}
			show.left(e.Left, false)
			if e.Event.Event != "" {
				show.line(e.Event)
			}
			query.Set("after", strconv.FormatInt(e.Number, 10))
			query.Del("limit")
			query.Del("since")
		})
	}
	return f.Run(ctx)
}

// eventView prints events in columns that are known before the first.
type eventView struct {
	p    *Program
	room int // for the names
}

// newEventView makes room for the names of the targets.
func newEventView(s *Session, targets []string) *eventView {
	v := &eventView{p: s.Program}
	for _, project := range s.Projects {
		for _, st := range project.Members() {
			ref := st.Ref().String()
			if len(targets) == 0 || slices.Contains(targets, project.ID) || slices.Contains(targets, ref) {
				v.room = max(v.room, view.Columns(ref))
			}
		}
	}
	return v
}

func (v *eventView) line(e app.Event) {
	if v.p.JSON {
		_ = v.p.jsonLine(e)
		return
	}
	v.p.Print(v.p.view().Event(e, v.room))
}

// left reports what was left out; older states that there are more events than were requested.
func (v *eventView) left(text string, older bool) {
	switch {
	case text == "":
	case older:
		v.p.remark("older events are left out; show more with -n")
	default:
		v.p.remark(view.Plain(text))
	}
}
