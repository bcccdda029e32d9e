package cli

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

type taskOptions struct{ noFollow bool }

func runCommand(p *Program) *cobra.Command {
	var o taskOptions
	cmd := &cobra.Command{
		Use:   "run TASK [-- ARGUMENT...]",
		Short: "Run a task and show its output",
		Long: `Run a task of the project, show its output until it ends, and exit with the task's exit code. Ctrl-C stops the task.
With --no-follow it is only started. Arguments after -- are added to the task's command, each as one word, if the task
has arguments: true in devservers.yml.`,
		Args:              oneAndArguments,
		ValidArgsFunction: p.Complete().tasks,
		RunE: func(cmd *cobra.Command,
			args []string) error {
			return o.run(cmd.Context(), p, args[0], args[1:])
		},
	}
	cmd.Flags().BoolVar(&o.noFollow, "no-follow", false, "start the task and return immediately")
	return cmd
}

// oneAndArguments requires one name, and -- before what the task gets.
func oneAndArguments(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 {
		dash = len(args)
	}
	if dash > 1 {
		return wrongCall(cmd, "too many arguments after %q; write -- before what the task gets", args[0])
	}
	return exactlyOne("the task to run")(cmd, args[:dash])
}

func (o taskOptions) run(ctx context.Context, p *Program, name string, arguments []string) error {
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	if !st.Kind.IsTask() {
		return app.Failf(app.CodeInvalid, "devservers start "+name, "%s is a server, not a task", name)
	}
	if err := trustAll(ctx, s, []app.Status{st}); err != nil {
		return err
	}
	var result app.Result
	r := client.Request{Method: http.MethodPost, Path: client.RunPath(st, "run"),
		Query: map[string][]string{"wait": {"none"}},
		Body:  map[string]any{"env": client.Environment(), "arguments": arguments}, Wait: time.Minute}
	if err := s.Call(ctx, r, &result); err != nil {
		return err
	}
	if o.noFollow {
		return p.Done(result, p.view().Paint(view.Bold, result.Name)+" runs as "+result.Run+
			"; follow it with devservers logs -f "+result.Ref().String())
	}
	return followTask(ctx, s, result)
}

// followTask shows the run to its end. Ctrl-C stops the task, and its last lines are still shown.
func followTask(ctx context.Context, s *Session, result app.Result) error {
	st, living := result.Status, context.WithoutCancel(ctx)
	stop := context.AfterFunc(ctx, func() {
		_ = s.Call(living, client.Request{Method: http.MethodPost, Path: client.RunPath(st, "stop"), Wait: client.StopWait},
			nil)
	})
	defer stop()
	lines := s.Program.view().Lines(s.Program.Out, view.LineOptions{JSON: s.Program.JSON}, []app.Status{st})
	query := params(map[string]string{"format": "json", "run": result.Run},
		map[string]bool{"color": s.Program.Color(s.Program.Out), "squeeze": !s.Program.JSON &&
			s.Program.Terminal(s.Program.Out)})
	marks, errs := make(chan client.Mark, 256), make(chan error, 1)
	f := client.FollowLog(s.Client, st, query, marks, s.Program.managerAway)
	f.From(result.Run)
	go func() { errs <- f.Run(living); close(marks) }()
	if err := lines.Drain(marks, errs, func() {}); err != nil {
		return err
	}
	return taskEnd(living, s, st, result.Run)
}

// taskEnd makes the end of the run this command's own.
func taskEnd(ctx context.Context, s *Session, st app.Status, id string) error {
	run, err := findRun(ctx, s, st, id)
	if err != nil {
		return err
	}
	code := taskCode(run.Exit)
	if code == 0 {
		return nil
	}
	v := s.Program.messages()
	s.Program.note(v.Cross() + " " + st.Name + " " + view.ExitText(run.Exit))
	var d app.Diagnosis
	if s.Get(ctx, client.ServerPath(st)+"/why", nil, &d) == nil && d.Run == id {
		for _, f := range d.Findings {
			s.Program.note(strings.TrimSuffix(v.Finding(f, 2), "\n"))
		}
	}
	return silent(code)
}

// taskCode returns the exit code, or 128 plus the number of the signal, as a shell does.
func taskCode(e *app.Exit) int {
	switch {
	case e == nil || e.Error != "":
		return exitFailed
	case e.Signal != "":
		return 128 + int(unix.SignalNum("SIG"+strings.TrimPrefix(strings.ToUpper(e.Signal), "SIG")))
	case e.Code != nil:
		return *e.Code
	}
	return exitFailed
}

func findRun(ctx context.Context, s *Session, st app.Status, id string) (app.RunInfo, error) {
	var list []app.RunInfo
	if err := s.Get(ctx, client.RunPath(st, "runs"), nil, &list); err != nil {
		return app.RunInfo{}, err
	}
	at := slices.IndexFunc(list, func(run app.RunInfo) bool { return run.ID == id })
	if at < 0 {
		return app.RunInfo{}, app.Failf(app.CodeNotFound, "devservers runs "+st.Ref().String(), "no run %s of %s is stored",
			id, st.Ref())
	}
	return list[at], nil
}
