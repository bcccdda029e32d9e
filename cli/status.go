package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/view"
)

func statusCommand(p *Program) *cobra.Command {
	var watch bool
	cmd := &cobra.Command{
		Use:     "status [NAME...]",
		Aliases: []string{"ls"},
		Short:   "Show servers with state, URL and load",
		Long: `Show the servers of all projects, those of the current project first. With the NAME of a server: everything about it,
including the path of its output as a plain file. With a project: only that project.

With --watch: a live screen with trouble first, the output of a server, and keys to start, stop, restart and open
servers.`,
		ValidArgsFunction: p.Complete().All,
		RunE: func(cmd *cobra.Command, names []string) error {
			if watch {
				return watchStatus(cmd.Context(), p, names)
			}
			return status(cmd.Context(), p, names)
		},
	}
	cmd.Flags().BoolVarP(&watch, "watch", "w", false, "live screen with keys")
	cmd.Flags().BoolP("all", "a", true, "all registered projects (the default; -p shows one)")
	_ = cmd.Flags().MarkHidden("all") // people type it, and it is what happens anyway
	return cmd
}

// watchStatus shows one screen that stays, of all projects or of one.
func watchStatus(ctx context.Context, p *Program, names []string) error {
	if p.JSON || !view.Is(p.In) || !p.Terminal(p.Out) {
		return Usagef("--watch needs a terminal; for programs: devservers events -f --json")
	}
	c, running, err := p.RunningOrLeft(ctx)
	if err != nil {
		return err
	}
	if !running {
		return statusWithout(p)
	}
	s, err := p.Look(ctx, c)
	if err != nil {
		return err
	}
	only := ""
	if p.Named != "" {
		only = s.Current
	}
	for _, name := range names {
		ref, err := s.Find(ctx, name)
		if err != nil {
			return err
		}
		only = ref.Project
	}
	return WatchLive(ctx, p, s, LiveOptions{Only: only,
		Open: func(url string) bool { return hasDisplay(p.Getenv) && browse(url) }})
}

// statusAnswer is what --json shows. Without a manager, the projects are the ones that are registered.
type statusAnswer struct {
	Running  bool              `json:"running"`
	PID      int               `json:"pid,omitempty"`
	URL      string            `json:"url,omitempty"`
	Current  string            `json:"current,omitempty"`
	Projects []app.ProjectView `json:"projects"`
}

func status(ctx context.Context, p *Program, names []string) error {
	c, running, err := p.RunningOrLeft(ctx)
	if err != nil {
		return err
	}
	if !running {
		return statusWithout(p)
	}
	s, err := p.Look(ctx, c)
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return statusOf(ctx, s, names)
	}
	if p.Named != "" {
		s.Projects = []app.ProjectView{s.Project(s.Current)}
	}
	if err := statusAll(s); err != nil {
		return err
	}
	return askRemoved(ctx, s)
}

func statusAll(s *Session) error {
	projects := s.CurrentFirst()
	err := s.Program.Show(answerOf(s), func() string {
		if len(projects) == 0 {
			return "no project is registered; run devservers register in its directory\n"
		}
		return view.Blocks(projects, s.Program.View().Project)
	})
	if err == nil && s.Problem != nil && !s.Program.JSON {
		s.Program.Print("\n")
		return s.Problem
	}
	return err
}

// answerOf is what --json shows of all projects.
func answerOf(s *Session) statusAnswer {
	st := s.Manager()
	return statusAnswer{true, st.PID, st.URL, s.Current, s.CurrentFirst()}
}

// statusWithout is the status while no manager runs.
func statusWithout(p *Program) error {
	known, err := p.Registered()
	if err != nil {
		return err
	}
	answer := statusAnswer{Projects: []app.ProjectView{}}
	for _, r := range known {
		answer.Projects = append(answer.Projects, app.ProjectView{ID: r.ID, Name: r.Name, Path: r.Path,
			ConfigFile:   r.ConfigFile,
			LastAccessed: r.LastAccessed, Servers: []app.Status{}, Tasks: []app.Status{}})
	}
	v := p.View()
	return p.Show(answer, func() string { return v.NoManager(nil) + "\n" + v.ProjectNames(answer.Projects) + "\n" })
}

// statusOf shows servers in full, and a single project as a table.
func statusOf(ctx context.Context, s *Session, names []string) error {
	found, err := s.Targets(ctx, names)
	if err != nil {
		return err
	}
	v := s.Program.View()
	if ref, err := s.Find(ctx, names[0]); len(names) == 1 && err == nil && ref.Name == "" {
		return s.Program.Show(found, func() string { return v.Project(s.Project(ref.Project)) })
	}
	return s.Program.Show(found, func() string { return view.Blocks(found, v.Detail) })
}
