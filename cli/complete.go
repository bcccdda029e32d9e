package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/cli/view"
)

// completionLimit bounds how long a person who pressed the tab key waits for a manager.
const completionLimit = 500 * time.Millisecond

// completer offers names to the shell. It starts and registers nothing, and never fails.
type completer struct{ p *Program }

// Complete returns what offers names to the shell.
func (p *Program) Complete() completer { return completer{p} }

// servers offers servers and projects.
func (c completer) servers(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c.offer(cmd.Context(), func(v app.ProjectView) []app.Status { return v.Servers }, true),
		cobra.ShellCompDirectiveNoFileComp
}

// firstServer offers servers and projects for the first word alone.
func (c completer) firstServer(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return c.servers(cmd, args, word)
}

// All offers servers, tasks and projects.
func (c completer) All(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c.offer(cmd.Context(), app.ProjectView.Members, true), cobra.ShellCompDirectiveNoFileComp
}

func (c completer) tasks(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c.offer(cmd.Context(), func(v app.ProjectView) []app.Status { return v.Tasks }, false),
		cobra.ShellCompDirectiveNoFileComp
}

// Projects offers projects.
func (c completer) Projects(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return c.offer(cmd.Context(), func(app.ProjectView) []app.Status { return nil }, true),
		cobra.ShellCompDirectiveNoFileComp
}

// access offers the names of tokens and the ids of agents.
func (c completer) access(cmd *cobra.Command, _ []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(cmd.Context(), completionLimit)
	defer cancel()
	var list []access.Entry
	if m, running, err := c.p.running(); err == nil && running {
		_ = m.Get(ctx, "/api/access", nil, &list)
	}
	for _, e := range list {
		name := e.ID
		if e.Kind == access.KindToken {
			name = e.Name
		}
		names = append(names, cobra.CompletionWithDesc(view.Plain(name), view.Plain(e.Name)+", used "+
			c.p.view().LastUse(e.UsedAt)))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// offer lists names with descriptions: short ones for the current project, project/name for others.
func (c completer) offer(ctx context.Context, pick func(app.ProjectView) []app.Status, projects bool) (names []string) {
	s := c.look(ctx)
	for _, v := range s.currentFirst() {
		for _, st := range pick(v) {
			name := st.Name
			if v.ID != s.Current {
				name = st.Ref().String()
			}
			text := string(st.State)
			if address := st.Address(); address != "" {
				text += " " + address
			}
			names = append(names, cobra.CompletionWithDesc(name, text))
		}
	}
	for _, v := range s.Projects {
		if projects {
			names = append(names, cobra.CompletionWithDesc(v.ID, "project in "+c.p.view().Path(v.Path)))
		}
	}
	return names
}

// look returns what exists: from the manager if one runs, else from the files.
func (c completer) look(ctx context.Context) *Session {
	ctx, cancel := context.WithTimeout(ctx, completionLimit)
	defer cancel()
	s := &Session{Program: c.p}
	if m, running, err := c.p.running(); err == nil && running {
		_ = m.Get(ctx, "/api/projects", nil, &s.Projects)
		for _, h := range hostsOf(ctx, m) {
			s.Projects = append(s.Projects, h.Projects...)
		}
	}
	file, err := config.Find(c.p.Cwd)
	if err != nil {
		return s
	}
	project, _ := config.Load(file)
	if v, ok := at(s.Projects, project.Dir); ok {
		s.Current = v.ID
	} else if project.ID != "" {
		s.Projects, s.Current = append(s.Projects, declaredView(project)), project.ID
	}
	return s
}

// declaredView is a project as its file alone describes it.
func declaredView(project config.Project) app.ProjectView {
	v := app.ProjectView{ID: project.ID, Name: project.Name, Path: project.Dir}
	stopped := func(s config.Server) app.Status {
		return app.Status{Project: v.ID, Name: s.Name, Kind: s.Kind, State: app.Stopped}
	}
	v.Servers, v.Tasks = words.Each(project.Servers, stopped), words.Each(project.Tasks, stopped)
	return v
}
