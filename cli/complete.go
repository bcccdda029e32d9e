package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
)

// completionLimit bounds how long a person who pressed the tab key waits for a manager.
const completionLimit = 500 * time.Millisecond

// completeNames offers servers and projects.
func (p *program) completeNames(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return p.offer(cmd.Context(), func(v app.ProjectView) []app.Status { return v.Servers }, true), cobra.ShellCompDirectiveNoFileComp
}

// completeAll offers servers, tasks and projects.
func (p *program) completeAll(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return p.offer(cmd.Context(), members, true), cobra.ShellCompDirectiveNoFileComp
}

func (p *program) completeTasks(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return p.offer(cmd.Context(), func(v app.ProjectView) []app.Status { return v.Tasks }, false), cobra.ShellCompDirectiveNoFileComp
}

func (p *program) completeProjects(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	none := func(app.ProjectView) []app.Status { return nil }
	return p.offer(cmd.Context(), none, true), cobra.ShellCompDirectiveNoFileComp
}

// offer lists names with what there is to say of each: short ones for this directory's project, project/name for
// the others'.
func (p *program) offer(ctx context.Context, pick func(app.ProjectView) []app.Status, projects bool) []string {
	s := p.glance(ctx)
	var names []string
	for _, v := range currentFirst(s) {
		for _, st := range pick(v) {
			name := st.Name
			if v.ID != s.current {
				name = st.Ref().String()
			}
			names = append(names, cobra.CompletionWithDesc(name, offerText(st)))
		}
	}
	for _, v := range s.projects {
		if projects {
			names = append(names, cobra.CompletionWithDesc(v.ID, "project in "+p.tilde(v.Path)))
		}
	}
	return names
}

func offerText(st app.Status) string {
	if st.URL != "" {
		return string(st.State) + " " + st.URL
	}
	return string(st.State)
}

// glance is what exists, from the manager if one runs, else from the files. It registers nothing and never fails.
func (p *program) glance(ctx context.Context) scope {
	ctx, cancel := context.WithTimeout(ctx, completionLimit)
	defer cancel()
	var s scope
	if c, running, err := p.running(); err == nil && running {
		_ = c.Get(ctx, "/api/projects", nil, &s.projects)
	}
	file, err := config.Find(p.cwd)
	if err != nil {
		return s
	}
	project, _ := config.Load(file)
	if v, ok := s.at(project.Dir); ok {
		s.current = v.ID
	} else if project.ID != "" {
		s.projects, s.current = append(s.projects, declared(project)), project.ID
	}
	return s
}

// declared is a project as its file alone tells it.
func declared(project config.Project) app.ProjectView {
	v := app.ProjectView{ID: project.ID, Name: project.Name, Path: project.Dir}
	for _, server := range project.Servers {
		v.Servers = append(v.Servers, app.Status{Project: v.ID, Name: server.Name, Kind: server.Kind, State: app.Stopped})
	}
	for _, task := range project.Tasks {
		v.Tasks = append(v.Tasks, app.Status{Project: v.ID, Name: task.Name, Kind: task.Kind, State: app.Stopped})
	}
	return v
}
