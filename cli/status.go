package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/view"
)

func statusCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "status [NAME...]",
		Aliases: []string{"ls"},
		Short:   "Show servers with state, URL and load",
		Long: `Show the servers of all projects, those of the current project first. With the NAME of a server: everything about it,
including the path of its output as a plain file. With a project: that project alone.`,
		ValidArgsFunction: completer{p}.all,
		RunE:              func(cmd *cobra.Command, names []string) error { return status(cmd.Context(), p, names) },
	}
	cmd.Flags().BoolP("all", "a", true, "all registered projects (the default; -p shows one)")
	return cmd
}

// statusAnswer is what --json shows. Without a manager, the projects are those that are registered.
type statusAnswer struct {
	Running  bool              `json:"running"`
	PID      int               `json:"pid,omitempty"`
	URL      string            `json:"url,omitempty"`
	Current  string            `json:"current,omitempty"`
	Projects []app.ProjectView `json:"projects"`
}

func status(ctx context.Context, p *program, names []string) error {
	c, running, err := p.runningOrLeft(ctx)
	if err != nil {
		return err
	}
	if !running {
		return statusWithout(p)
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return statusOf(ctx, s, names)
	}
	if p.named != "" {
		s.projects = []app.ProjectView{s.project(s.current)}
	}
	return statusAll(s)
}

func statusAll(s *session) error {
	projects := currentFirst(s)
	err := s.p.show(s.answer(), func() string {
		if len(projects) == 0 {
			return "no project is registered; run devservers register in its directory\n"
		}
		return view.Blocks(projects, s.p.view().Project)
	})
	if err == nil && s.problem != nil && !s.p.json {
		s.p.Print("\n")
		return s.problem
	}
	return err
}

// answer is what --json shows of all projects.
func (s *session) answer() statusAnswer {
	st := s.Manager()
	return statusAnswer{true, st.PID, st.URL, s.current, currentFirst(s)}
}

func currentFirst(s *session) []app.ProjectView {
	sorted := []app.ProjectView{}
	for _, v := range s.projects {
		if v.ID == s.current {
			sorted = append([]app.ProjectView{v}, sorted...)
		} else {
			sorted = append(sorted, v)
		}
	}
	return sorted
}

// statusWithout is the status while no manager runs.
func statusWithout(p *program) error {
	known, err := p.registered()
	if err != nil {
		return err
	}
	answer := statusAnswer{Projects: []app.ProjectView{}}
	for _, r := range known {
		answer.Projects = append(answer.Projects, app.ProjectView{ID: r.ID, Name: r.Name, Path: r.Path, ConfigFile: r.ConfigFile,
			LastAccessed: r.LastAccessed, Servers: []app.Status{}, Tasks: []app.Status{}})
	}
	v := p.view()
	return p.show(answer, func() string { return v.NoManager(nil) + "\n" + v.ProjectNames(answer.Projects) + "\n" })
}

// statusOf shows servers in full, and a single project as a table.
func statusOf(ctx context.Context, s *session, names []string) error {
	found, err := s.targets(ctx, names)
	if err != nil {
		return err
	}
	v := s.p.view()
	if ref, err := s.resolve(ctx, names[0]); len(names) == 1 && err == nil && ref.Name == "" {
		return s.p.show(found, func() string { return v.Project(s.project(ref.Project)) })
	}
	return s.p.show(found, func() string { return view.Blocks(found, v.Detail) })
}
