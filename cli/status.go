package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
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

func (p *program) showAll(c *client.Client, s scope) error {
	s.projects = currentFirst(s)
	if p.json {
		st := c.Manager()
		return p.answer(statusAnswer{true, st.PID, st.URL, s.current, s.projects})
	}
	if len(s.projects) == 0 {
		p.Print("no project is registered yet: call devservers register in one\n")
	}
	for i, v := range s.projects {
		if i > 0 {
			p.Print("\n")
		}
		p.Print(p.projectText(v))
	}
	if s.problem != nil {
		p.Print("\n")
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
	p.Print(p.managerLine(nil) + "\n" + p.projectsLine(known) + "\n")
	return nil
}

// statusOf shows servers in full, and projects as tables.
func (p *program) statusOf(ctx context.Context, c *client.Client, s scope, names []string) error {
	found, err := p.targets(ctx, c, &s, names)
	if err != nil {
		return err
	}
	if p.json {
		return p.answer(found)
	}
	if len(names) == 1 && len(found) != 1 {
		if v, err := s.project(names[0]); err == nil {
			p.Print(p.projectText(v))
			return nil
		}
	}
	for i, st := range found {
		if i > 0 {
			p.Print("\n")
		}
		p.Print(p.detail(st))
	}
	return nil
}

// projectText is one project: its name and place, remarks, and the table of its servers and living tasks.
func (p *program) projectText(v app.ProjectView) string {
	s, width := p.Style(p.Out), p.Width(p.Out)
	text := term.Clip(s.Paint(term.Bold, v.ID)+"  "+s.Paint(term.Dim, p.tilde(v.Path)), width, s) + "\n"
	if v.Problem != nil { // what runs goes on with what it was started with
		return text + p.explained(s, "  "+s.Cross()+" ", v.Problem, width) + p.serverTable(up(v.Servers)).Render(s, width)
	}
	for _, warning := range v.Warnings {
		text += term.Hang("  "+s.Paint(term.Yellow, "! "), term.Plain(warning), 4, width, s)
	}
	if v.Trust == "changed" || v.Trust == "new" {
		text += term.Hang("  "+s.Paint(term.Yellow, "! "), trustRemark(v), 4, width, s)
	}
	if len(v.Servers) == 0 {
		text += s.Paint(term.Dim, "  no servers") + "\n"
	}
	return text + p.serverTable(shown(v)).Render(s, width)
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

func (p *program) serverTable(all []app.Status) term.Table {
	s := p.Style(p.Out)
	t := term.Table{Indent: "  ", Columns: []term.Column{
		{Title: "  NAME"}, {Title: "STATE"}, {Title: "URL"},
		{Title: "UP", Right: true, Rank: 1}, {Title: "CPU", Right: true, Rank: 3}, {Title: "MEM", Right: true, Rank: 2},
		{Title: "PID", Right: true, Rank: 5}, {Title: "RUN", Rank: 4},
	}}
	for _, st := range all {
		t.Rows = append(t.Rows, term.Row{Cells: p.cells(s, st), Note: p.remark(st)})
	}
	t.NoHead = len(all) == 0
	return t
}

func (p *program) cells(s term.Style, st app.Status) []string {
	name := symbol(s, st) + " " + s.Paint(term.Bold, st.Name)
	if st.Kind == config.KindTask {
		name += s.Paint(term.Dim, " (task)")
	}
	cells := []string{name, stateText(s, st), s.Paint(term.Cyan, st.URL), "", "", "", "", ""}
	if !st.State.Up() || st.PID == 0 { // or it has no process yet: it waits for another
		return cells
	}
	if st.StartedAt != nil {
		cells[3] = words.Age(p.since(*st.StartedAt).Truncate(1e9))
	}
	cells[4], cells[5] = words.Percent(st.CPU), words.Size(st.Memory)
	cells[6], cells[7] = fmt.Sprint(st.PID), s.Paint(term.Dim, st.Run)
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
	if reason := term.Plain(st.Reason); reason != "" {
		parts = append(parts, reason)
	} else if st.State == app.Exited {
		parts = append(parts, exitText(st.Exit))
	}
	if st.Unhealthy != "" {
		parts = append(parts, "unhealthy: "+term.Plain(st.Unhealthy))
	}
	if st.WatchOff != "" {
		parts = append(parts, term.Plain(st.WatchOff))
	}
	if st.Retry != nil {
		parts = append(parts, p.retryText(*st.Retry))
	}
	if st.EndedAt != nil && !st.State.Up() && st.State == app.Exited {
		parts = append(parts, words.Ago(p.since(*st.EndedAt)))
	}
	if st.Pinned {
		parts = append(parts, "pinned")
	}
	if st.ConfigChanged {
		parts = append(parts, "changed since start: "+term.Plain(changedNames(st)))
	}
	if st.IdleStop != nil && st.State == app.Ready {
		parts = append(parts, "sleeps in "+words.Age(st.IdleStop.Sub(p.now()).Truncate(1e9)))
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
