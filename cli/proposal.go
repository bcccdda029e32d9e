package cli

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/config/yml"
	"devservers/app/project/detect"
	"devservers/cli/view"
)

// drawProposal draws the servers and tasks that init proposes, with where each comes from, and what else there is to
// know.
func drawProposal(v view.View, p detect.Proposal) string {
	t := view.Table{Columns: []view.Column{{Title: "SERVER"}, {Title: "PORT"}, {Title: "COMMAND"},
		{Title: "FROM", Rank: 1}}}
	t.Rows = words.Each(p.Servers, func(e detect.ProposedServer) view.Row { return proposed(v.Style, e) })
	text := ""
	if len(t.Rows) > 0 {
		text = t.Render(v.Style, v.Width) + "\n"
	}
	if len(p.Tasks) > 0 {
		text += v.Hang(v.Paint(view.Dim, "tasks: "), strings.Join(proposedNames(p.Tasks), ", "), 7)
	}
	return text + drawNotes(v, p.Notes)
}

func drawNotes(v view.View, notes []string) (text string) {
	for _, note := range notes {
		text += v.Hang(v.Paint(view.Yellow, "! "), view.Plain(note), 2)
	}
	if len(notes) > 0 {
		text += "\n"
	}
	return text
}

func proposed(v view.Style, e detect.ProposedServer) view.Row {
	command := e.Command
	if e.Dir != "" {
		command = v.Paint(view.Dim, e.Dir+": ") + command
	}
	return view.Row{Cells: []string{v.Paint(view.Bold, e.Name), e.Port, command, v.Paint(view.Dim, view.Plain(e.From))}}
}

// refusal returns why the manager would not register the project in dir, or nil if it would.
func refusal(p *Program, dir string) (*app.Error, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	global, err := p.global()
	if err != nil {
		return nil, err
	}
	if _, err := yml.CheckDirectory(dirs.Home, global.Settings().Roots, dir, dirs.Private()...); err != nil {
		refused := *app.AsError(err, app.CodeForbidden)
		refused.Hint += "\nyour config.yml is " + p.view().Path(dirs.GlobalFile())
		return &refused, nil
	}
	return nil, nil
}

// drawNext draws what follows once the file is written: what the place of the project needs, and what to type.
func drawNext(p *Program, a initAnswer) string {
	v := p.view()
	text := v.Done() + " wrote " + v.Path(a.File) + ". Next:\n\n"
	if a.Refused != nil {
		text = v.Done() + " wrote " + v.Path(a.File) + "\n" + v.Failure(v.Paint(view.Yellow, "! "), a.Refused) + "\nThen:\n\n"
	}
	list := [][2]string{firstCommand(a.Proposal), {"devservers config check", "after you have edited the file"}}
	if dir := filepath.Dir(a.File); !yml.Within(dir, p.Cwd) {
		list = append([][2]string{{command.Join([]string{"cd", dir}), "go to the project"}}, list...)
	}
	return text + v.Pairs(list)
}

// firstCommand returns what to type first in a new project: it may have only tasks.
func firstCommand(p detect.Proposal) [2]string {
	if len(p.Servers) == 0 {
		return [2]string{"devservers run " + p.Tasks[0].Name, "show the commands, run the task"}
	}
	return [2]string{"devservers start", "show the commands, start all servers"}
}
