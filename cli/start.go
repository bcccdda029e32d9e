package cli

import (
	"context"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

type startOptions struct {
	all     bool
	noWait  bool
	timeout time.Duration
	action  string // start or restart
}

func startCommand(p *Program) *cobra.Command {
	o := startOptions{action: "start"}
	cmd := &cobra.Command{
		Use:   "start [NAME...]",
		Short: "Start servers and wait until they are ready",
		Long: `Start servers and wait until they are ready. Running servers are left alone. The manager is started if it isn't running.

Without a NAME: the project's servers marked autostart: true, or all of them if none is marked.
In a directory without a devservers.yml, on a terminal: propose one, and ask once before it is written, trusted and
started. In the home directory: only the manager.`,
		Example:           "  devservers start\n  devservers start web api\n  devservers start my-app/web --no-wait",
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, names []string) error { return o.run(cmd.Context(), p, names) },
	}
	cmd.Flags().BoolVarP(&o.all, "all", "a", false, "all servers of the project, not only those with autostart")
	o.addFlags(cmd)
	return cmd
}

func (o *startOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.noWait, "no-wait", false, "return without waiting until they are ready")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 0, "longest time to wait (default: each server's own limit)")
}

func (o startOptions) run(ctx context.Context, p *Program, names []string) error {
	s, err := p.Open(ctx)
	if err != nil {
		return err
	}
	if len(names) == 0 && s.Current == "" && s.Problem == nil {
		if p.Cwd == p.Getenv("HOME") {
			return managerOnly(p, s.Client)
		}
		if err := declareHere(ctx, s); err != nil {
			return err
		}
	}
	chosen, err := o.chosen(ctx, s, names)
	if err != nil {
		return err
	}
	if len(chosen) == 0 && !p.JSON {
		return noServers(ctx, s, names)
	}
	if err := trustAll(ctx, s, chosen); err != nil {
		return err
	}
	err = startAll(ctx, s, o, chosen)
	if o.action == "start" && len(names) == 0 {
		s.Program.remark("page: " + s.Manager().URL + "/p/" + s.Current)
	}
	return err
}

// noServers states that there was nothing to start, and which tasks can be run instead.
func noServers(ctx context.Context, s *Session, names []string) error {
	if len(names) == 0 {
		names = []string{s.Current}
	}
	tasks, err := s.pick(ctx, names, func(v app.ProjectView) []app.Status { return v.Tasks })
	if err != nil {
		return err
	}
	v := s.Program.view()
	if len(tasks) == 0 {
		s.Program.Print(v.Hang(v.Paint(view.Yellow, "! "), "nothing to start: devservers.yml declares no servers", 2))
		return nil
	}
	list := make([][2]string, len(tasks))
	for i, st := range tasks {
		list[i] = [2]string{"devservers run " + st.Ref().String(), ""}
	}
	s.Program.Print(v.Hang(v.Paint(view.Yellow, "! "),
		"nothing to start: devservers.yml declares tasks, but no servers. Run a task:", 2) + "\n" + v.Pairs(list))
	return nil
}

// managerOnly is start in the home directory, which is no project.
func managerOnly(p *Program, c *client.Client) error {
	st := c.Manager()
	if p.JSON {
		st.Token = ""
		return p.answer(st)
	}
	v := p.view()
	p.Printf("%s manager runs at %s (PID %d)\n", v.Done(), v.Link(st.URL), st.PID)
	return nil
}

// chosen returns what to start: the named servers, else those of the current project. Of a project these are the ones
// that it starts on its own.
func (o startOptions) chosen(ctx context.Context, s *Session, names []string) ([]app.Status, error) {
	servers := func(v app.ProjectView) []app.Status { return automatic(v.Servers, o.all) }
	if len(names) == 0 {
		here, err := s.usable()
		return servers(here), err
	}
	found, err := s.pick(ctx, names, servers)
	if err != nil {
		return nil, err
	}
	for _, st := range found {
		if st.Kind.IsTask() {
			return nil, app.Failf(app.CodeInvalid, "devservers run "+st.Name, "%s is a task, not a server", st.Ref())
		}
	}
	return found, nil
}

// automatic returns the servers marked autostart, or all if none is marked or all are wanted.
func automatic(servers []app.Status, all bool) []app.Status {
	marked := words.Only(servers, func(st app.Status) bool { return st.Autostart })
	if all || len(marked) == 0 {
		return servers
	}
	return marked
}

// startAll starts all at once and reports each as soon as it is settled. The first failure decides the exit code.
func startAll(ctx context.Context, s *Session, o startOptions, chosen []app.Status) error {
	var said sync.Map
	err := together(ctx, s, chosen, "", func(st app.Status, name string) (view.Outcome, string) {
		out := o.start(ctx, s, st)
		shown := out
		if e := out.Error; e != nil && e.Hint != "" {
			if _, before := said.LoadOrStore(e.Hint, true); before { // such as that of a dependency of all
				shown.Error = &app.Error{Code: e.Code, Host: e.Host, Detail: e.Detail, Output: e.Output}
			}
		}
		return out, s.Program.view().Started(name, shown)
	})
	if ctx.Err() != nil {
		s.Program.remark("no longer waiting; the start continues: devservers status")
	}
	return err
}

// longestWait bounds a start without a timeout: each server has a limit of its own, which the manager enforces.
const longestWait = 30 * time.Minute

func (o startOptions) start(ctx context.Context, s *Session, st app.Status) (out view.Outcome) {
	r := client.Request{Method: "POST", Path: client.RunPath(st, o.action), Query: o.query(), Wait: longestWait}
	r.Body = map[string]any{"env": client.Environment()}
	began := s.Program.Now()
	err := s.Call(ctx, r, &out.Result)
	out.Fresh = out.Changed || out.StartedAt != nil && out.StartedAt.After(began)
	switch {
	case err != nil:
		_ = s.Get(ctx, client.ServerPath(st), nil, &st) // it has failed since
		out.Status, out.Error = st, client.AsError(err)
	case (out.State == app.Waiting || out.State == app.Starting) && !o.noWait:
		out.Error = (&app.Error{Code: app.CodeNotReady, Hint: "it is still starting; follow it with devservers logs -f " +
			st.Ref().String()}).
			Says(words.NotReadyAfter(st.Name, o.timeout, out.Reason))
		out.Error.Findings, out.Error.Output = causes(ctx, s, out.Status)
	}
	return out
}

// causes returns what is known to be wrong with a server that is still starting, except that it isn't ready, and the
// lines of its failure.
func causes(ctx context.Context, s *Session, st app.Status) ([]app.Finding, []string) {
	var d app.Diagnosis
	_ = s.Get(ctx, client.ServerPath(st)+"/why", nil, &d) // the start has its answer without it
	return slices.DeleteFunc(d.Findings, func(f app.Finding) bool { return f.Kind == app.FindingOther }), d.Output
}

func (o startOptions) query() url.Values {
	wait, timeout := "ready", ""
	if o.noWait {
		wait = "none"
	}
	if o.timeout > 0 {
		timeout = o.timeout.String()
	}
	return params(map[string]string{"wait": wait, "timeout": timeout}, nil)
}
