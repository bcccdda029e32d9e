package cli

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
)

// eventOptions are the flags of events.
type eventOptions struct {
	follow bool
	limit  int
	since  string
	only   []string
}

func (p *program) eventsCommand() *cobra.Command {
	o := eventOptions{limit: 20}
	cmd := &cobra.Command{
		Use:   "events [NAME...]",
		Short: "Show what happened: starts, ends, errors, edits",
		Long: `Show what happened to servers, tasks and projects, a line each, newest last: started, ready, failed to start, ended (stopped, crashed,
put to sleep), unhealthy, a new error, an error fixed, the verdict on an edit, a changed devservers.yml. Without a NAME: of all
projects, or of that of -p. The manager remembers the last 1000 since it began. Who asked for what is in the history.

-f goes on with what happens from now on, until Ctrl-C, across a restart of the manager, too. --json prints a JSON object a line.`,
		Example:           "  devservers events\n  devservers events -f --only error,exit\n  devservers events web -f --json",
		ValidArgsFunction: p.completeAll,
		RunE: func(cmd *cobra.Command, names []string) error {
			if o.follow && !cmd.Flags().Changed("limit") {
				o.limit = 0
			}
			return p.events(cmd.Context(), o, names)
		},
	}
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with what happens")
	f.IntVarP(&o.limit, "limit", "n", o.limit, "the newest N; with -f none unless it is given")
	f.StringVar(&o.since, "since", "", "only since then: 5m, 2h30m, 2026-08-01T15:04:05Z")
	f.StringSliceVar(&o.only, "only", nil, "only these, separated by commas: "+strings.Join(app.EventKinds(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(app.EventKinds(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o eventOptions) query(targets []string) url.Values {
	q := url.Values{}
	for name, value := range map[string]string{"since": o.since, "event": strings.Join(o.only, ","), "target": strings.Join(targets, ",")} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if o.limit > 0 {
		q.Set("limit", strconv.Itoa(o.limit))
	}
	return q
}

func (p *program) events(ctx context.Context, o eventOptions, names []string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	s, targets, err := p.eventTargets(ctx, c, names)
	if err != nil {
		return err
	}
	show := p.eventView(s, targets)
	if o.follow {
		return p.followEvents(ctx, c, o.query(targets), show)
	}
	var page app.EventPage
	if err := c.Get(ctx, "/api/events", o.query(targets), &page); err != nil {
		return err
	}
	show.left(page.Left)
	for _, h := range page.Events {
		show.line(h)
	}
	if len(page.Events) == 0 && !p.json {
		p.Print("nothing has happened since the manager began\n")
	}
	return nil
}

// eventTargets is what names mean to the API: projects and servers; none = all.
func (p *program) eventTargets(ctx context.Context, c *client.Client, names []string) (s scope, targets []string, err error) {
	if len(names) == 0 && p.named == "" {
		return s, nil, c.Get(ctx, "/api/projects", nil, &s.projects)
	}
	if s, err = p.look(ctx, c); err != nil {
		return s, nil, err
	}
	if len(names) == 0 {
		v, err := s.here()
		return s, []string{v.ID}, err
	}
	for _, name := range names {
		found, err := p.target(ctx, c, &s, name)
		if v, none := s.project(name); none == nil && !s.declares(name) {
			found, err, targets = nil, nil, append(targets, v.ID)
		}
		if err != nil {
			return s, nil, err
		}
		targets = append(targets, refs(found)...)
	}
	return s, targets, nil
}

// declares tells whether the current project has a server or task of that name.
func (s scope) declares(name string) bool {
	v, err := s.project(s.current)
	_, ok := member(v, name)
	return err == nil && ok
}
