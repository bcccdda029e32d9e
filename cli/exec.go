package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/cli/client"
)

func execCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "exec NAME -- COMMAND [ARGUMENT...]",
		Short: "Run a command in the directory, environment and data of a server",
		Long: `Run a command where a server or task runs: in its directory, with its environment and its data. The command takes the
place of devservers, with its terminal and exit code, and is not recorded. Coding agents run declared tasks instead:
devservers run TASK.`,
		Example:           "  devservers exec web -- psql\n  devservers exec api -- python manage.py shell",
		Args:              commandAfterName,
		ValidArgsFunction: p.Complete().firstServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			return execIn(cmd.Context(), p, args[0], args[1:])
		},
	}
}

// commandAfterName requires one name, -- and a command.
func commandAfterName(cmd *cobra.Command, args []string) error {
	if cmd.ArgsLenAtDash() != 1 || len(args) < 2 {
		return wrongCall(cmd, "write a server, -- and the command, such as devservers exec web -- env")
	}
	return nil
}

// execIn becomes the command.
func execIn(ctx context.Context, p *Program, name string, argv []string) error {
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	if err := trustAll(ctx, s, []app.Status{st}); err != nil {
		return err
	}
	var there struct {
		Dir string   `json:"dir"`
		Env []string `json:"env"`
	}
	if err := s.Post(ctx, client.RunPath(st, "exec"), map[string]any{"env": client.Environment()}, &there); err != nil {
		return err
	}
	exe, err := programIn(there.Dir, there.Env, argv[0])
	if err != nil {
		return app.Failf(app.CodeExecutable, "check its name, and PATH: devservers env "+st.Name+" --all", "%v", err)
	}
	if err := os.Chdir(there.Dir); err != nil {
		return err
	}
	return syscall.Exec(exe, argv, append(there.Env, "TERM="+p.Getenv("TERM")))
}

// programIn finds a program as a shell with this environment would.
func programIn(dir string, env []string, name string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return exec.LookPath(name)
	}
	if exe := command.Program(env, name); exe != "" {
		return exe, nil
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
