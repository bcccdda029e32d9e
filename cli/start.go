package cli

import (
	"cmp"
	"context"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/client"

	"devservers/cli/term"
)

// startOptions are the flags of start and restart.
type startOptions struct {
	all     bool
	noWait  bool
	timeout time.Duration
	action  string // start or restart
}

func (p *program) startCommand() *cobra.Command {
	o := startOptions{action: "start"}
	cmd := &cobra.Command{
		Use:   "start [NAME...]",
		Short: "Start servers and wait until they are ready",
		Long: `Start servers and wait until they are ready; what runs already is left alone.

Without a NAME: the project's servers marked autostart: true, or all of them if none is marked.
Outside a project: the manager only. The manager is started when it does not run.`,
		Example:           "  devservers start\n  devservers start web api\n  devservers start my-app/web --no-wait",
		ValidArgsFunction: p.completeNames,
		RunE:              func(cmd *cobra.Command, names []string) error { return p.start(cmd.Context(), o, names) },
	}
	cmd.Flags().BoolVarP(&o.all, "all", "a", false, "all servers of the project, not only those with autostart")
	o.addFlags(cmd)
	return cmd
}

func (o *startOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.noWait, "no-wait", false, "do not wait until they are ready")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 0, "wait this long at most (default: each server's own limit)")
}

// outcome is what came of one server's start or stop, as --json shows it.
type outcome struct {
	app.Result
	Error *app.Error `json:"error,omitempty"`
	fresh bool       // its run began after we asked, maybe because another of ours needs it
}

func (p *program) start(ctx context.Context, o startOptions, names []string) error {
	c, fresh, err := p.ensureManager(ctx)
	if err != nil {
		return err
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	p.tellManager(c, fresh)
	if len(names) == 0 && s.current == "" && s.problem == nil {
		return p.managerOnly(c)
	}
	chosen, err := p.chosen(ctx, c, &s, o, names)
	if err != nil {
		return err
	}
	if err := p.trustAll(ctx, c, s, chosen); err != nil {
		return err
	}
	return p.startAll(ctx, c, o, chosen)
}

func (p *program) tellManager(c *client.Client, fresh bool) {
	if s := p.Style(p.Err); fresh && !p.json {
		p.Notef("%s manager started at %s\n", s.Done(), s.Paint(term.Cyan, c.Manager().URL))
	}
}

// managerOnly is start outside a project.
func (p *program) managerOnly(c *client.Client) error {
	st := c.Manager()
	if p.json {
		st.Token = ""
		return p.answer(st)
	}
	s := p.Style(p.Out)
	p.Printf("%s manager runs at %s (PID %d)\n", s.Done(), s.Paint(term.Cyan, st.URL), st.PID)
	return nil
}

// chosen is what to start: what is named, else what the current project starts by itself.
func (p *program) chosen(ctx context.Context, c *client.Client, s *scope, o startOptions, names []string) ([]app.Status, error) {
	if len(names) == 0 {
		v, err := s.here()
		if err = cmp.Or[error](err, faulty(v)); err != nil {
			return nil, err
		}
		return automatic(v.Servers, o.all), nil
	}
	found, err := p.targets(ctx, c, s, s.expand(o, names))
	if err != nil {
		return nil, err
	}
	for _, st := range found {
		if st.Kind == config.KindTask {
			return nil, app.Failf(app.CodeInvalid, "devservers run "+st.Name, "%s is a task, no server", st.Ref())
		}
	}
	return found, nil
}

// expand replaces a project's name by the servers that it starts by itself.
func (s scope) expand(o startOptions, names []string) (expanded []string) {
	for _, name := range names {
		v, err := s.project(name)
		own, hereErr := s.project(s.current)
		_, shadowed := member(own, name)
		if err != nil || faulty(v) != nil || hereErr == nil && shadowed {
			expanded = append(expanded, name)
			continue
		}
		expanded = append(expanded, refs(automatic(v.Servers, o.all))...)
	}
	return expanded
}

// automatic is the servers marked autostart, or all when none is or all are wanted.
func automatic(servers []app.Status, all bool) []app.Status {
	var marked []app.Status
	for _, st := range servers {
		if st.Autostart {
			marked = append(marked, st)
		}
	}
	if all || len(marked) == 0 {
		return servers
	}
	return marked
}

// startAll starts all at once and reports each as soon as it is known. The first failure's code is the exit code.
func (p *program) startAll(ctx context.Context, c *client.Client, o startOptions, chosen []app.Status) error {
	labels := labels(chosen)
	show := p.Progress(sorted(labels, chosen), p.json)
	watching, stopWatching := context.WithCancel(ctx)
	var watch sync.WaitGroup
	if show.Live {
		watch.Go(func() { p.watch(watching, c, labels, show) })
	}
	outcomes := make([]outcome, len(chosen))
	var all sync.WaitGroup
	for i, st := range chosen {
		all.Go(func() {
			outcomes[i] = p.startOne(ctx, c, o, st)
			if ctx.Err() != nil {
				return
			}
			show.Settle(labels[st.Ref()], p.startBlock(labels[st.Ref()], outcomes[i], nameRoom(labels)))
		})
	}
	all.Wait()
	stopWatching()
	watch.Wait()
	show.End()
	if ctx.Err() != nil {
		s := p.Style(p.Err)
		p.Notef("%s\n", s.Paint(term.Dim, "not waiting any more; what was asked for goes on: devservers status"))
		return ctx.Err()
	}
	return p.finish(outcomes)
}

// finish answers with all outcomes and turns the first failure into the exit code.
func (p *program) finish(outcomes []outcome) error {
	if p.json {
		if err := p.answer(outcomes); err != nil {
			return err
		}
	}
	for _, o := range outcomes {
		if o.Error != nil {
			return &exit{startExit(o.Error), nil}
		}
	}
	return nil
}

// startExit is the exit code of a start that failed: what is wrong with a server is never wrong usage.
func startExit(e *app.Error) int {
	if code := codeExit(e.Code); code == exitTrust || code == exitTimeout {
		return code
	}
	return exitFailed
}

// longestWait bounds a start for which no timeout is given: each server has a limit of its own, kept by the manager.
const longestWait = 30 * time.Minute

func (p *program) startOne(ctx context.Context, c *client.Client, o startOptions, st app.Status) (out outcome) {
	r := client.Request{Method: "POST", Path: client.RunPath(st, o.action), Query: o.query(), Wait: longestWait}
	r.Body = map[string]any{"env": environment()}
	began := p.now()
	err := c.Call(ctx, r, &out.Result)
	out.fresh = out.Changed || out.StartedAt != nil && out.StartedAt.After(began)
	if err != nil {
		out.Status, out.Error = st, client.AsError(err)
	} else if out.State == app.Starting && !o.noWait {
		out.Error = app.Failf(app.CodeNotReady, "it is still starting; follow it with: devservers logs -f "+st.Ref().String(),
			"%s is not ready after %s%s", st.Name, o.timeout, soFar(out.Reason))
	}
	return out
}

// soFar says what a start waits for, where that is known yet.
func soFar(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

func (o startOptions) query() map[string][]string {
	query := map[string][]string{"wait": {"ready"}}
	if o.noWait {
		query["wait"] = []string{"none"}
	}
	if o.timeout > 0 {
		query["timeout"] = []string{o.timeout.String()}
	}
	return query
}

// environment is what a run inherits: the person's own, without what belongs to us.
func environment() map[string]string {
	env := map[string]string{}
	for _, pair := range client.CleanEnv(os.Environ()) {
		if name, value, ok := strings.Cut(pair, "="); ok && name != "" {
			env[name] = value
		}
	}
	return env
}
