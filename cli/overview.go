package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/home"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// overview is what devservers alone prints: how things are, and what one can do. It starts nothing.
func (p *program) overview(cmd *cobra.Command) error {
	c, running, err := p.running()
	if err != nil {
		return err
	}
	var known known
	if running {
		known, err = p.overviewLive(cmd.Context(), c)
	} else {
		known, err = p.overviewRest()
	}
	if err != nil {
		return err
	}
	if p.json {
		return p.answer(known.answer)
	}
	s := p.Style(p.Out)
	p.Print(s.Paint(term.Bold, "DevServer Manager") + " - Development server orchestration\n" + known.text + p.ownLine() + "\n" + p.commandsText(s))
	return nil
}

// known is what an overview tells: as text, and as --json.
type known struct {
	text   string
	answer statusAnswer
}

func (p *program) overviewLive(ctx context.Context, c *client.Client) (known, error) {
	s, err := p.look(ctx, c)
	if err != nil {
		return known{}, err
	}
	st, live := c.Manager(), 0
	names := []string{}
	for _, v := range s.projects {
		names = append(names, v.ID)
		live += len(up(v.Servers))
	}
	text := p.managerLine(&liveManager{st, live}) + "\n" + p.namesLine(names) + "\n"
	if v, err := s.here(); err == nil {
		text += "\n" + p.projectText(v)
	}
	return known{text, statusAnswer{true, st.PID, st.URL, s.current, currentFirst(s)}}, nil
}

// overviewRest is the overview without a manager: from the files alone.
func (p *program) overviewRest() (known, error) {
	list, err := p.registered()
	if err != nil {
		return known{}, err
	}
	left, err := p.left()
	if err != nil {
		return known{}, err
	}
	text := p.managerLine(nil) + leftText(left) + "\n" + p.projectsLine(list) + "\n"
	file, err := config.Find(p.cwd)
	if err != nil {
		return known{text: text, answer: statusAnswer{Projects: []app.ProjectView{}}}, nil
	}
	project, err := config.Load(file)
	s := p.Style(p.Out)
	if err != nil {
		text += "\n" + term.Hang(s.Cross()+" ", p.tilde(file)+" has problems: devservers config check", 2, p.Width(p.Out), term.Style{})
		return known{text: text}, nil
	}
	return known{text: text + "\n" + p.declaredText(s, project)}, nil
}

// declaredText lists what a devservers.yml declares.
func (p *program) declaredText(s term.Style, project config.Project) string {
	t := term.Table{Indent: "  ", NoHead: true, Columns: []term.Column{{}, {}, {Rank: 1}}}
	for _, server := range project.Servers {
		stopped := app.Status{State: app.Stopped}
		port := server.Port.String()
		if port != "" {
			port = "port " + port
		}
		t.Rows = append(t.Rows, term.Row{Cells: []string{symbol(s, stopped) + " " + s.Paint(term.Bold, server.Name), s.Paint(term.Dim, port),
			s.Paint(term.Dim, term.Plain(server.Command.String()))}})
	}
	return s.Paint(term.Bold, project.ID) + "  " + s.Paint(term.Dim, p.tilde(project.Dir)) + "\n" + t.Render(s, p.Width(p.Out))
}

// leftText tells of servers that run on without a manager.
func leftText(left []app.Ref) string {
	if len(left) == 0 {
		return ""
	}
	return ", " + words.Count(len(left), "server") + " left running: devservers status takes them up again"
}

type liveManager struct {
	home.Status
	up int
}

func (p *program) managerLine(m *liveManager) string {
	s := p.Style(p.Out)
	if m == nil {
		return "Status: " + s.Paint(term.Dim, "not running")
	}
	facts := fmt.Sprintf(" (PID %d, up %s)", m.PID, words.Age(p.since(m.StartedAt).Truncate(time.Second)))
	line := "Status: " + s.Paint(term.Green, "running") + " at " + s.Paint(term.Cyan, m.URL) + facts
	return line + ", " + words.Count(m.up, "server") + " up"
}

// global is the person's config.yml.
func (p *program) global() (*settings.File, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	return settings.Open(dirs.GlobalFile())
}

// ownLine tells of problems in the person's own config.yml.
func (p *program) ownLine() string {
	global, err := p.global()
	if err != nil || len(global.Warnings()) == 0 && global.Problem() == nil {
		return ""
	}
	s, text := p.Style(p.Out), "your config.yml has problems: devservers config check"
	return term.Hang(s.Paint(term.Yellow, "! "), text, 2, p.Width(p.Out), term.Style{})
}

// registered is what config.yml lists.
func (p *program) registered() ([]settings.Registered, error) {
	global, err := p.global()
	if err != nil {
		return nil, err
	}
	return global.Projects(), nil
}

func (p *program) projectsLine(list []settings.Registered) string {
	names := []string{}
	for _, r := range list {
		names = append(names, r.ID)
	}
	return p.namesLine(names)
}

func (p *program) namesLine(names []string) string {
	const head = "Projects: "
	if len(names) == 0 {
		return head + "none registered yet"
	}
	text := fmt.Sprintf("%d registered (%s)", len(names), strings.Join(names, ", "))
	return strings.TrimRight(term.Hang(head, text, len(head), p.Width(p.Out), term.Style{}), "\n")
}

// commandsText is the short list of what one needs most, in the order in which one needs it.
func (p *program) commandsText(s term.Style) string {
	t := term.Table{Indent: "  ", NoHead: true, Columns: []term.Column{{}, {}}}
	for _, line := range p.suggestions() {
		t.Rows = append(t.Rows, term.Row{Cells: []string{s.Paint(term.Cyan, line[0]), ""}, Note: line[1]})
	}
	return "Commands:\n" + t.Render(s, p.Width(p.Out))
}

func (p *program) suggestions() [][2]string {
	list := [][2]string{
		{"devservers start", "start this project's servers, or the manager"},
		{"devservers start NAME", "start a server, or all of a project"},
		{"devservers status", "all servers: state, URL, load"},
		{"devservers logs -f [NAME]", "follow what they print"},
		{"devservers stop [NAME]", "stop servers, or everything"},
		{"devservers open", "open the web UI"},
	}
	if _, err := config.Find(p.cwd); err != nil {
		list = append(list, [2]string{"devservers demo", "a project to try it with"})
	}
	return append(list, [2]string{"devservers --help", "all commands"})
}
