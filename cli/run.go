package cli

import (
	"context"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) runCommand() *cobra.Command {
	noFollow := false
	cmd := &cobra.Command{
		Use:   "run TASK",
		Short: "Run a task and show what it prints",
		Long: `Run a task of the project and show what it prints until it ends; its exit code is this command's.
Ctrl-C stops the task. With --no-follow it is started only.`,
		Args:              p.exactly(1, "the task to run"),
		ValidArgsFunction: p.completeTasks,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runTask(cmd.Context(), args[0], noFollow) },
	}
	cmd.Flags().BoolVar(&noFollow, "no-follow", false, "start it and return")
	return cmd
}

func (p *program) runTask(ctx context.Context, name string, noFollow bool) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	st, err := p.task(ctx, c, name)
	if err != nil {
		return err
	}
	var result app.Result
	r := client.Request{Method: http.MethodPost, Path: client.RunPath(st, "run"), Query: map[string][]string{"wait": {"none"}},
		Body: map[string]any{"env": environment()}, Wait: time.Minute}
	if err := c.Call(ctx, r, &result); err != nil {
		return err
	}
	if noFollow {
		return p.taskStarted(result)
	}
	return p.followTask(ctx, c, result)
}

// task finds a task that may be run.
func (p *program) task(ctx context.Context, c *client.Client, name string) (app.Status, error) {
	s, err := p.look(ctx, c)
	if err != nil {
		return app.Status{}, err
	}
	found, err := p.target(ctx, c, &s, name)
	if err != nil {
		return app.Status{}, err
	}
	if len(found) != 1 || found[0].Kind != config.KindTask {
		return app.Status{}, app.Failf(app.CodeInvalid, "devservers start "+name, "%s is no task", name)
	}
	return found[0], p.trustAll(ctx, c, s, found)
}

func (p *program) taskStarted(result app.Result) error {
	if p.json {
		return p.answer(result)
	}
	s := p.Style(p.Out)
	p.Printf("%s %s runs as %s; read it: devservers logs -f %s\n", s.Done(), s.Paint(term.Bold, result.Name), result.Run, result.Ref())
	return nil
}

// followTask shows the run to its end. Ctrl-C stops the task, and its last lines are still shown.
func (p *program) followTask(ctx context.Context, c *client.Client, result app.Result) error {
	st, living := result.Status, context.WithoutCancel(ctx)
	stop := context.AfterFunc(ctx, func() {
		_ = c.Call(living, client.Request{Method: http.MethodPost, Path: client.RunPath(st, "stop"), Wait: client.StopWait}, nil)
	})
	defer stop()
	o := logOptions{follow: true, run: result.Run}
	view := p.newLogView(o, []app.Status{st})
	marks, errs := make(chan client.Mark, 256), make(chan error, 1)
	f := client.FollowLog(c, st, o.query(p.Color(p.Out)), marks, p.managerAway)
	f.From(result.Run)
	go func() { errs <- f.Run(living); close(marks) }()
	if err := view.drain(marks, errs, func() {}); err != nil {
		return err
	}
	return p.taskEnd(living, c, st, result.Run)
}

// taskEnd makes how the run ended this command's own end.
func (p *program) taskEnd(ctx context.Context, c *client.Client, st app.Status, id string) error {
	run, err := findRun(ctx, c, st, id)
	if err != nil {
		return err
	}
	code := taskCode(run.Exit)
	s := p.Style(p.Err)
	if code != 0 && !p.json {
		p.Notef("%s %s: %s\n", s.Cross(), st.Name, exitText(run.Exit))
	}
	if code == 0 {
		return nil
	}
	return &exit{code, nil}
}

// taskCode is the exit code, or 128 and the signal's number as a shell gives it.
func taskCode(e *app.Exit) int {
	switch {
	case e == nil || e.Error != "":
		return exitFailed
	case e.Signal != "":
		return 128 + signalNumber(e.Signal)
	case e.Code != nil:
		return *e.Code
	}
	return exitFailed
}
