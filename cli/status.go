package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
)

func (p *program) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "status [NAME...]",
		Aliases: []string{"ls"},
		Short:   "Show servers: state, URL, load",
		Long: `Show the servers of all projects, this directory's first. With a NAME: everything about that server,
also where its output lies as a plain file. With a project: that project alone.`,
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, names []string) error { return p.status(cmd.Context(), names) },
	}
	cmd.Flags().BoolP("all", "a", true, "all registered projects (the default; -p shows one)")
	return cmd
}

// statusAnswer is what --json shows. Without a manager the projects are those that are registered.
type statusAnswer struct {
	Running  bool              `json:"running"`
	PID      int               `json:"pid,omitempty"`
	URL      string            `json:"url,omitempty"`
	Current  string            `json:"current,omitempty"`
	Projects []app.ProjectView `json:"projects"`
}

func (p *program) status(ctx context.Context, names []string) error {
	c, running, err := p.runningOrLeft(ctx)
	if err != nil {
		return err
	}
	if !running {
		return p.statusWithout()
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return p.statusOf(ctx, c, s, names)
	}
	if p.named != "" {
		v, err := s.here()
		if err != nil {
			return err
		}
		s.projects = []app.ProjectView{v}
	}
	return p.showAll(c, s)
}

func (p *program) showAll(c *client, s scope) error {
	s.projects = currentFirst(s)
	if p.json {
		st := c.manager()
		return p.answer(statusAnswer{true, st.PID, st.URL, s.current, s.projects})
	}
	if len(s.projects) == 0 {
		p.print("no project is registered yet: call devservers register in one\n")
	}
	for i, v := range s.projects {
		if i > 0 {
			p.print("\n")
		}
		p.print(p.projectText(v))
	}
	if s.problem != nil {
		p.print("\n")
		return s.problem
	}
	return nil
}

func currentFirst(s scope) []app.ProjectView {
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
func (p *program) statusWithout() error {
	known, err := p.registered()
	if err != nil {
		return err
	}
	if p.json {
		views := []app.ProjectView{}
		for _, r := range known {
			views = append(views, app.ProjectView{ID: r.ID, Name: r.Name, Path: r.Path, ConfigFile: r.ConfigFile,
				LastAccessed: r.LastAccessed, Servers: []app.Status{}, Tasks: []app.Status{}})
		}
		return p.answer(statusAnswer{Projects: views})
	}
	p.print(p.managerLine(nil) + "\n" + p.projectsLine(known) + "\n")
	return nil
}

// statusOf shows servers in full, and projects as tables.
func (p *program) statusOf(ctx context.Context, c *client, s scope, names []string) error {
	found, err := p.targets(ctx, c, &s, names)
	if err != nil {
		return err
	}
	if p.json {
		return p.answer(found)
	}
	if len(names) == 1 && len(found) != 1 {
		if v, err := s.project(names[0]); err == nil {
			p.print(p.projectText(v))
			return nil
		}
	}
	for i, st := range found {
		if i > 0 {
			p.print("\n")
		}
		p.print(p.detail(st))
	}
	return nil
}

// projectText is one project: its name and place, remarks, and the table of its servers and living tasks.
func (p *program) projectText(v app.ProjectView) string {
	s, width := p.style(p.out), p.width(p.out)
	text := clip(s.paint(bold, v.ID)+"  "+s.paint(dim, p.tilde(v.Path)), width, s) + "\n"
	if v.Problem != nil { // what runs goes on with what it was started with
		return text + p.explained(s, "  "+s.cross()+" ", v.Problem, width) + p.serverTable(up(v.Servers)).render(s, width)
	}
	for _, warning := range v.Warnings {
		text += hang("  "+s.paint(yellow, "! "), plain(warning), 4, width, s)
	}
	if v.Trust == "changed" || v.Trust == "new" {
		text += hang("  "+s.paint(yellow, "! "), trustRemark(v), 4, width, s)
	}
	if len(v.Servers) == 0 {
		text += s.paint(dim, "  no servers") + "\n"
	}
	return text + p.serverTable(shown(v)).render(s, width)
}

func trustRemark(v app.ProjectView) string {
	if v.Trust == "new" {
		return "not trusted yet: devservers trust"
	}
	return "devservers.yml has changed since it was trusted: devservers trust"
}

// shown is the project's servers, and of its tasks those that live.
func shown(v app.ProjectView) []app.Status {
	return append(append([]app.Status{}, v.Servers...), up(v.Tasks)...)
}

func (p *program) serverTable(all []app.Status) table {
	s := p.style(p.out)
	t := table{indent: "  ", columns: []column{
		{title: "  NAME"}, {title: "STATE"}, {title: "URL"},
		{title: "UP", right: true, rank: 1}, {title: "CPU", right: true, rank: 3}, {title: "MEM", right: true, rank: 2},
		{title: "PID", right: true, rank: 5}, {title: "RUN", rank: 4},
	}}
	for _, st := range all {
		t.rows = append(t.rows, row{p.cells(s, st), p.remark(st)})
	}
	t.noHead = len(all) == 0
	return t
}

func (p *program) cells(s style, st app.Status) []string {
	name := s.symbol(st) + " " + s.paint(bold, st.Name)
	if st.Kind == config.KindTask {
		name += s.paint(dim, " (task)")
	}
	cells := []string{name, s.state(st), s.paint(cyan, st.URL), "", "", "", "", ""}
	if !st.State.Up() || st.PID == 0 { // or it has no process yet: it waits for another
		return cells
	}
	if st.StartedAt != nil {
		cells[3] = age(p.since(*st.StartedAt).Truncate(1e9))
	}
	cells[4], cells[5] = percent(st.CPU), size(st.Memory)
	cells[6], cells[7] = fmt.Sprint(st.PID), s.paint(dim, st.Run)
	return cells
}

// retryText counts down to the start that comes by itself.
func (p *program) retryText(r app.Retry) string {
	left := max(0, r.At.Sub(p.now()).Round(time.Second))
	return fmt.Sprintf("next start in %d s, attempt %d of %d", int(left.Seconds()), r.Attempt, r.Of)
}

// remark is what there is to say of a server beyond its state.
func (p *program) remark(st app.Status) string {
	var parts []string
	if reason := plain(st.Reason); reason != "" {
		parts = append(parts, reason)
	} else if st.State == app.Exited {
		parts = append(parts, exitText(st.Exit))
	}
	if st.Unhealthy != "" {
		parts = append(parts, "unhealthy: "+plain(st.Unhealthy))
	}
	if st.WatchOff != "" {
		parts = append(parts, plain(st.WatchOff))
	}
	if st.Retry != nil {
		parts = append(parts, p.retryText(*st.Retry))
	}
	if st.EndedAt != nil && !st.State.Up() && st.State == app.Exited {
		parts = append(parts, ago(p.since(*st.EndedAt)))
	}
	if st.Pinned {
		parts = append(parts, "pinned")
	}
	if st.ConfigChanged {
		parts = append(parts, "changed since start: "+plain(changedNames(st)))
	}
	if st.IdleStop != nil && st.State == app.Ready {
		parts = append(parts, "sleeps in "+age(st.IdleStop.Sub(p.now()).Truncate(1e9)))
	}
	return strings.Join(parts, ", ")
}

// changedNames are what st would be given otherwise now, as far as a line takes them.
func changedNames(st app.Status) string {
	names := st.ChangedSinceStart
	if len(names) == 0 {
		return "devservers.yml"
	}
	if len(names) > 5 {
		names = append(names[:4:4], fmt.Sprintf("%d more", len(names)-4))
	}
	return strings.Join(names, ", ")
}
