package cli

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/app/config/yml"
	"devservers/app/project/detect"
	"devservers/cli/view"
)

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
