package cli

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/environment"
	"devservers/cli/client"
	"devservers/cli/view"
)

type upOptions struct {
	from, path     string
	noStart, again bool
}

func upCommand(p *Program) *cobra.Command {
	var o upOptions
	cmd := &cobra.Command{
		Use:   "up [PROJECT] BRANCH",
		Short: "Make a branch an environment: a worktree with its own data, and start it",
		Long: `Make the environment of a branch, and start its servers. devservers makes a git worktree unless the branch has one,
copies the files that worktree: copy: names from the main checkout, gives it data of its own (worktree: data:), and
runs the tasks of worktree: setup: whose inputs have changed. A branch that doesn't exist is made.

The same command resumes what was interrupted in any step, and starts what is there already. The data of the main
checkout is only read.`,
		Example: "  devservers up feature/login\n  devservers up hotfix --from v1.2\n" +
			"  devservers up box:shop feature/login",
		Args:              branchArgument("the branch", "start"),
		ValidArgsFunction: p.Complete().environments,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), p, p.branchOf(args))
		},
	}
	cmd.Flags().StringVar(&o.from, "from", "", "commit from which a new branch starts (default: the main checkout's)")
	cmd.Flags().StringVar(&o.path, "path", "", "directory of a new worktree (default: beside the main checkout)")
	o.shared(cmd)
	return cmd
}

func setupCommand(p *Program) *cobra.Command {
	var o upOptions
	cmd := &cobra.Command{
		Use:   "setup",
		Short: "Make this git worktree an environment, as up does",
		Long: `Do in this git worktree what up does for a branch: copy files from the main checkout, make data of its own, run the
tasks of setup. It is for worktrees that git, an editor or an agent has made, and belongs into their hooks. Servers are
started with devservers start.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.Getenv(environment.BusyVariable) != "" {
				return nil // a hook of git, while up makes the worktree
			}
			o.noStart = true
			return o.run(cmd.Context(), p, "")
		},
	}
	cmd.Flags().BoolVar(&o.again, "again", false, "run all tasks of setup, also if their inputs are unchanged")
	return cmd
}

func (o *upOptions) shared(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.again, "again", false, "run all tasks of setup, also if their inputs are unchanged")
	cmd.Flags().BoolVar(&o.noStart, "no-start", false, "don't start servers")
}

func (o upOptions) run(ctx context.Context, p *Program, branch string) error {
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	if err := problemOf(here); err != nil {
		return err
	}
	env, err := o.make(ctx, s, here.ID, branch)
	if again, retry := o.reviewed(ctx, s, err, env); retry {
		if again != nil {
			return again
		}
		env, err = o.make(ctx, s, here.ID, branch)
	}
	if err != nil {
		return err
	}
	if p.JSON {
		return p.answer(env)
	}
	p.Print(drawMade(p.view(), env))
	if o.noStart {
		return nil
	}
	return o.start(ctx, s, env)
}

// reviewed lets a person review what has to be reviewed if that is why it failed, and reports whether to try again.
func (o upOptions) reviewed(ctx context.Context, s *Session, err error, env app.Environment) (error, bool) {
	var fail *app.Error
	if !errors.As(err, &fail) || fail.Code != app.CodeNeedsHuman || !s.Program.Person() || s.Program.JSON {
		return nil, false
	}
	for _, id := range []string{env.ID, s.Current} {
		if review, err := getReview(ctx, s.Client, id); id != "" && err == nil && review.State != "trusted" {
			return trustToStart(ctx, s, id), true
		}
	}
	return nil, false
}

// make makes the environment, and shows what it is doing.
func (o upOptions) make(ctx context.Context, s *Session, id, branch string) (env app.Environment, err error) {
	body := map[string]any{"branch": branch, "from": o.from, "path": o.path, "again": o.again,
		"servers": s.Program.JSON && !o.noStart, "env": client.Environment()}
	if _, _, far := app.CutHost(id); o.path != "" && !far { // that of a host is written in full
		body["path"] = s.Program.absolute(o.path)
	}
	r := client.Request{Method: http.MethodPost, Path: client.ProjectPath(id) + "/environments", Body: body,
		Wait: time.Minute}
	if err := s.Program.call(ctx, s.Client, "checking what "+words.Clean(branch, 60)+" needs", r, &env); err != nil {
		return env, err
	}
	return awaitEnvironment(ctx, s, id, env)
}

// lookEvery is how often the step under way is shown.
const lookEvery = 500 * time.Millisecond

// awaitEnvironment waits until the work on an environment has ended, and returns why it failed.
func awaitEnvironment(ctx context.Context, s *Session, id string, env app.Environment) (app.Environment, error) {
	show := s.Program.Progress([]string{env.ID}, s.Program.JSON)
	defer show.End()
	for env.State == app.EnvironmentWorking {
		text := env.Step
		if env.Progress != "" {
			text += ": " + env.Progress
		}
		show.Say(env.ID, text)
		query := params(map[string]string{"path": env.Path, "timeout": lookEvery.String()}, nil)
		r := client.Request{Method: http.MethodGet, Path: client.ProjectPath(id) + "/environment", Query: query,
			Wait: time.Minute}
		if err := s.Call(ctx, r, &env); err != nil {
			return env, err
		}
	}
	if env.Problem != nil {
		return env, env.Problem
	}
	return env, nil
}

// start starts the servers of a new environment, as devservers start in it.
func (o upOptions) start(ctx context.Context, s *Session, env app.Environment) error {
	if err := s.Get(ctx, "/api/projects", nil, &s.Projects); err != nil {
		return err
	}
	if err := s.far(ctx, env.ID); err != nil {
		return err
	}
	chosen := words.Only(automatic(s.project(env.ID).Servers, false), func(st app.Status) bool { return !st.Unmanaged })
	if err := trustAll(ctx, s, chosen); err != nil {
		return err
	}
	err := startAll(ctx, s, startOptions{action: "start"}, chosen)
	return errors.Join(err, tellNews(ctx, s, env))
}

// tellNews prints the notes of an environment that have come since it was made: what its servers were seen to do.
func tellNews(ctx context.Context, s *Session, env app.Environment) error {
	var now app.Environment
	path := client.ProjectPath(env.ID) + "/environment"
	if err := s.Get(ctx, path, params(map[string]string{"path": env.Path}, nil), &now); err != nil {
		return err
	}
	known := env.Notes
	now.Notes = slices.DeleteFunc(now.Notes, func(note string) bool { return slices.Contains(known, note) })
	s.Program.noteAll(now.Notes)
	return nil
}

func drawMade(v view.View, env app.Environment) string {
	var took float64
	for _, step := range env.Steps {
		took += step.Seconds
	}
	text := v.Done() + " " + v.Paint(view.Bold, env.ID) + " " + v.Paint(view.Dim, v.Path(env.Path)) + "  in " +
		words.Duration(time.Duration(took*float64(time.Second))) + "\n"
	for _, step := range env.Steps {
		if step.Detail != "" && step.Name != "checkout" && step.Name != "project" {
			text += v.Hang("  "+v.Paint(view.Dim, step.Name+" "), view.Plain(step.Detail), 4)
		}
	}
	for _, note := range env.Notes {
		text += v.Hang(v.Paint(view.Yellow, "! "), view.Plain(note), 2)
	}
	return text
}

// environments offers branches that have an environment.
func (c completer) environments(cmd *cobra.Command, args []string, _ string) (names []string,
	_ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(cmd.Context(), completionLimit)
	defer cancel()
	s := c.look(ctx)
	var list []app.Environment
	if m, running, err := c.p.running(); err == nil && running && s.Current != "" && len(args) == 0 {
		_ = m.Get(ctx, client.ProjectPath(s.Current)+"/environments", nil, &list)
	}
	for _, env := range list {
		names = append(names, cobra.CompletionWithDesc(env.Branch, strings.TrimSpace(string(env.State)+" "+env.Path)))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// branchOf returns the branch of arguments that branchArgument has accepted. A project before it is the one of -p.
func (p *Program) branchOf(args []string) string {
	if len(args) > 1 {
		p.Named = args[0]
	}
	return args[len(args)-1]
}

// branchArgument requires a branch, perhaps behind its project. In other programs the command without one is about
// servers: there is one for that.
func branchArgument(what, servers string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return app.Failf(app.CodeInvalid, "or, for the servers of this project: devservers "+servers,
				"name %s: devservers %s", what, cmd.Use)
		}
		return atMost(2)(cmd, args)
	}
}
