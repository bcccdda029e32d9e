package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/cli/client"
	"devservers/cli/view"
)

// enterLimit bounds how long a prompt waits for the manager.
const enterLimit = 10 * time.Second

// enterCommand is what the hooks run in a new directory.
func enterCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:    "enter [FROM]",
		Short:  "Start the servers of the project that a shell has entered",
		Hidden: true,
		Args:   atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, ok := entered(p, args)
			if !ok {
				return nil
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), enterLimit)
			defer cancel()
			return enter(ctx, p, dir)
		},
	}
}

// entered returns the project that a shell has entered from another directory, if it may be started: a person has
// registered and trusted it, and it starts servers on its own. It needs no manager.
func entered(p *Program, from []string) (dir string, ok bool) {
	file, err := config.Find(p.Cwd)
	if err != nil || client.Agent(os.Getenv) != "" {
		return "", false
	}
	if len(from) > 0 && from[0] != "" {
		if before, err := config.Find(from[0]); err == nil && before == file {
			return "", false
		}
	}
	dir = filepath.Dir(file)
	known, err := p.registered()
	if err != nil || !slices.ContainsFunc(known, func(r settings.Registered) bool { return r.Path == dir }) {
		return "", false
	}
	project, err := config.Load(file)
	dirs, dirsErr := p.findDirs()
	if err != nil || dirsErr != nil || !slices.ContainsFunc(project.Servers,
		func(s config.Server) bool { return s.Autostart }) {
		return "", false
	}
	return dir, settings.OpenTrust(dirs.State).State(project) == settings.Trusted
}

// enter starts the servers of a project that start on their own and don't run yet, and prints a line with their names.
func enter(ctx context.Context, p *Program, dir string) error {
	c, _, err := p.ensure(ctx)
	if err != nil {
		return err
	}
	s, err := p.glance(ctx, c)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(s.Projects, func(v app.ProjectView) bool { return v.Path == dir })
	if at < 0 || s.Projects[at].Trust != settings.Trusted {
		return nil
	}
	var started []string
	for _, st := range s.Projects[at].Servers {
		if !st.Autostart || st.State.Up() {
			continue
		}
		if err := start(ctx, c, st); err != nil {
			p.Printf("devservers: %s did not start: %s\n", st.Ref(), view.Plain(client.AsError(err).Error()))
			continue
		}
		started = append(started, st.Name)
	}
	if len(started) > 0 {
		p.Printf("devservers: starting %s of %s\n", words.And(started), s.Projects[at].ID)
	}
	return nil
}

func start(ctx context.Context, c *client.Client, st app.Status) error {
	return c.Call(ctx, client.Request{Method: "POST", Path: client.RunPath(st, "start"),
		Query: map[string][]string{"wait": {"none"}},
		Body:  map[string]any{"env": client.Environment()}, Wait: enterLimit}, nil)
}
