package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

func environmentsCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "environments",
		Short: "List the git worktrees of this project, with their servers, data and disk",
		Long: `List the git worktrees of this project: their state, servers and URLs, data of their own with its size, disk, and who
made them when. Data of worktrees that are gone is listed until devservers down drops it.`,
		Aliases: []string{"envs"},
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return listEnvironments(cmd.Context(), p) },
	}
}

func listEnvironments(ctx context.Context, p *Program) error {
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	path := client.ProjectPath(here.ID) + "/environments"
	return listed(ctx, p, s.Client, path, params(nil, map[string]bool{"sizes": true}), drawEnvironments)
}

func drawEnvironments(v view.View, list []app.Environment) string {
	if len(list) == 0 {
		return "no worktrees. Make one: devservers up BRANCH\n"
	}
	t := view.Table{Columns: []view.Column{{Title: "BRANCH"}, {Title: "STATE"}, {Title: "SERVERS"}, {Title: "DATA"},
		{Title: "DISK", Right: true}, {Title: "MADE", Rank: 1}, {Title: "PATH", Rank: 2}}}
	for _, env := range list {
		t.Rows = append(t.Rows, view.Row{Cells: []string{v.Paint(view.Bold, view.Plain(env.Branch)), stateText(v, env),
			serversText(env), dataText(env), diskText(env.Disk), madeText(v, env), v.Paint(view.Dim, v.Path(env.Path))},
			Note: noteText(env)})
	}
	return t.Render(v.Style, v.Width)
}

func stateText(v view.View, env app.Environment) string {
	text := string(env.State)
	if env.Step != "" {
		text = env.Step
	}
	switch env.State {
	case app.EnvironmentReady:
		return v.Paint(view.Green, text)
	case app.EnvironmentFailed:
		return v.Paint(view.Red, text)
	}
	return v.Paint(view.Yellow, text)
}

// serversText returns the addresses of what runs.
func serversText(env app.Environment) string {
	var list []string
	for _, st := range env.Servers {
		if st.State.Up() {
			list = append(list, strings.TrimSpace(st.Name+" "+strings.TrimPrefix(st.Address(), "http://")))
		}
	}
	if len(list) == 0 && len(env.Servers) > 0 {
		return words.Count(len(env.Servers), "server") + " stopped"
	}
	return strings.Join(list, ", ")
}

func dataText(env app.Environment) string {
	var list []string
	for _, d := range env.Data {
		text := d.Name
		if d.Size > 0 {
			text += " " + words.Size(d.Size)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func diskText(n int64) string {
	if n == 0 {
		return ""
	}
	return words.Size(n)
}

func madeText(v view.View, env app.Environment) string {
	if env.At == nil {
		return ""
	}
	return words.Ago(v.Now().Sub(*env.At)) + " by " + view.Plain(env.By)
}

// noteText returns what is to be done about an environment.
func noteText(env app.Environment) string {
	again := "devservers up " + env.Branch
	if env.Doing == "down" {
		again = "devservers down " + env.Branch
	}
	switch env.State {
	case app.EnvironmentFailed:
		return view.Plain(env.Failed) + "; again: " + again
	case app.EnvironmentInterrupted:
		return "resume it: " + again
	case app.EnvironmentBare:
		return "devservers up " + env.Branch
	case app.EnvironmentRemoved:
		return "the worktree is gone; drop its data: devservers down " + env.ID
	}
	return ""
}
