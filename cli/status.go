package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

func statusCommand(p *Program) *cobra.Command {
	var watch, all bool
	cmd := &cobra.Command{
		Use:     "status [NAME...]",
		Aliases: []string{"ls"},
		Short:   "Show servers with state, URL and load",
		Long: `Show the servers of the current project, and how many run of each other one; outside of projects, the servers of
all. With the NAME of a server: everything about it, including the path of its output as a plain file. With a project:
only that project.

With --watch: a live screen with trouble first and its causes, the output of a server, and keys to start, stop, restart,
open and filter servers, run tasks, and type into a server. ? lists the keys.`,
		ValidArgsFunction: p.Complete().All,
		RunE: func(cmd *cobra.Command, names []string) error {
			if watch {
				return watchStatus(cmd.Context(), p, names)
			}
			return status(cmd.Context(), p, names, all)
		},
	}
	cmd.Flags().BoolVarP(&watch, "watch", "w", false, "live screen with keys")
	cmd.Flags().BoolVarP(&all, "all", "a", false, "the servers of all projects")
	return cmd
}

// watchStatus shows one screen that stays, of all projects or of one.
func watchStatus(ctx context.Context, p *Program, names []string) error {
	if p.JSON || !view.Is(p.In) || !p.Terminal(p.Out) {
		return usagef("--watch needs a terminal; for programs: devservers events -f --json")
	}
	s, err := lookOrLeft(ctx, p)
	if err != nil || s == nil {
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
	return watchLive(ctx, p, s, liveOptions{Only: only,
		Open: func(url string) bool { return hasDisplay(p.Getenv) && browse(url) }})
}

// statusAnswer is what --json shows. Without a manager, the projects are the ones that are registered.
type statusAnswer struct {
	Running  bool              `json:"running"`
	PID      int               `json:"pid,omitempty"`
	URL      string            `json:"url,omitempty"`
	Current  string            `json:"current,omitempty"`
	Lacks    []app.Lack        `json:"lacks,omitempty"`    // what the machine has too little of
	Warnings []string          `json:"warnings,omitempty"` // what of the state is lost, and settings without effect
	Hosts    []app.HostView    `json:"hosts,omitempty"`
	Projects []app.ProjectView `json:"projects"`
}

func status(ctx context.Context, p *Program, names []string, all bool) error {
	s, err := lookOrLeft(ctx, p)
	if err != nil || s == nil {
		return err
	}
	if len(names) > 0 {
		return statusOf(ctx, s, names)
	}
	if p.Named != "" {
		s.Projects = []app.ProjectView{s.project(s.Current)}
	} else {
		s.hosts = hostsOf(ctx, s.Client)
	}
	if err := statusAll(s, managerView(ctx, s.Client), all); err != nil {
		return err
	}
	return askRemoved(ctx, s)
}

// lookOrLeft looks at all servers. While no manager runs it shows what is registered, and returns nil.
func lookOrLeft(ctx context.Context, p *Program) (*Session, error) {
	c, running, err := p.runningOrLeft(ctx)
	if err != nil {
		return nil, err
	}
	if !running {
		return nil, statusWithout(p)
	}
	return p.look(ctx, c)
}

// managerView returns what the manager says of itself and the machine; nothing if it doesn't answer.
func managerView(ctx context.Context, c *client.Client) (manager app.ManagerView) {
	_ = c.Get(ctx, "/api/status", nil, &manager)
	return manager
}

// statusAll shows all projects: in one of them, the others in a line each, unless all are wanted.
func statusAll(s *Session, manager app.ManagerView, all bool) error {
	projects, v := s.currentFirst(), s.Program.view()
	answer := answerOf(s)
	answer.Lacks, answer.Warnings = manager.Lacks, manager.Warnings
	err := s.Program.show(answer, func() (text string) {
		for _, lack := range manager.Lacks {
			text += v.Hang(v.Cross()+" ", lack.Message+"; "+lack.Fix, 2)
		}
		for _, warning := range manager.Warnings {
			first, _, _ := strings.Cut(warning, "\n")
			text += v.Hang(v.Paint(view.Yellow, "! "), first, 2)
		}
		defer func() {
			if len(s.hosts) > 0 {
				text += "\n" + v.OnHosts(s.hosts, all || s.Current == "")
			}
		}()
		switch {
		case len(projects) == 0:
			return text + "no project is registered; run devservers register in its directory\n"
		case all || s.Current == "" || len(projects) == 1:
			return text + view.Blocks(projects, v.Project)
		}
		return text + v.Project(projects[0]) + "\n" + v.Briefly(projects[1:])
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
	return statusAnswer{Running: true, PID: st.PID, URL: st.URL, Current: s.Current, Projects: s.currentFirst(),
		Hosts: s.hosts}
}

// statusWithout is the status while no manager runs.
func statusWithout(p *Program) error {
	if err := p.hidden(); err != nil {
		return err
	}
	known, err := p.registered()
	if err != nil {
		return err
	}
	answer := statusAnswer{Projects: []app.ProjectView{}}
	for _, r := range known {
		answer.Projects = append(answer.Projects, app.ProjectView{ID: r.ID, Name: r.Name, Path: r.Path,
			ConfigFile:   r.ConfigFile,
			LastAccessed: r.LastAccessed, Servers: []app.Status{}, Tasks: []app.Status{}})
	}
	v := p.view()
	return p.show(answer, func() string { return v.NoManager(nil) + "\n" + v.ProjectNames(answer.Projects) + "\n" })
}

// statusOf shows servers in full, and a single project as a table.
func statusOf(ctx context.Context, s *Session, names []string) error {
	if host, ok := wholeHost(names[0]); ok && len(names) == 1 {
		return statusOfHost(ctx, s, host)
	}
	found, err := s.targets(ctx, names)
	if err != nil {
		return err
	}
	v := s.Program.view()
	if ref, err := s.Find(ctx, names[0]); len(names) == 1 && err == nil && ref.Name == "" {
		return s.Program.show(found, func() string { return v.Project(s.project(ref.Project)) })
	}
	return s.Program.show(found, func() string { return view.Blocks(found, v.Detail) })
}

// statusOfHost shows what is on a host, or what was last seen there.
func statusOfHost(ctx context.Context, s *Session, name string) error {
	v, err := hostNamed(hostsOf(ctx, s.Client), name)
	if err != nil {
		return err
	}
	return s.Program.show(v, func() string { return s.Program.view().OnHosts([]app.HostView{v}, true) })
}
