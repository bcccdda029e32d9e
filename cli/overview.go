package cli

import (
	"context"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/cli/client"
	"devservers/cli/view"
)

// known is what an overview tells: as text, and as --json.
type known struct {
	text   string
	answer statusAnswer
}

// overview is what devservers alone prints: what runs, and the commands. It starts nothing.
func overview(ctx context.Context, p *Program) error {
	c, running, err := p.running()
	if err != nil {
		return err
	}
	var k known
	if running {
		k, err = overviewLive(ctx, p, c)
	} else {
		k, err = overviewRest(p)
	}
	if err != nil {
		return err
	}
	v := p.view()
	return p.show(k.answer, func() string {
		return v.Paint(view.Bold, "DevServer Manager") + " - Development server orchestration\n" + k.text + ownLine(p, v) +
			"\nCommands:\n" + v.Pairs(suggestions(p.Cwd))
	})
}

func overviewLive(ctx context.Context, p *Program, c *client.Client) (known, error) {
	s, err := p.look(ctx, c)
	if err != nil {
		return known{}, err
	}
	live := 0
	for _, v := range s.Projects {
		live += len(view.Up(v.Servers))
	}
	v, st := p.view(), c.Manager()
	text := v.Manager(st.URL, st.PID, st.StartedAt, live) + "\n" + v.ProjectNames(s.Projects) + "\n"
	if here, err := s.here(); err == nil {
		text += "\n" + v.Project(here)
	} else if s.Problem == nil {
		text += initOffer(p)
	}
	return known{text, answerOf(s)}, nil
}

// overviewRest is the overview without a manager: from the files alone.
func overviewRest(p *Program) (known, error) {
	list, err := p.registered()
	if err != nil {
		return known{}, err
	}
	left, err := p.left()
	if err != nil {
		return known{}, err
	}
	projects := words.Each(list, func(r settings.Registered) app.ProjectView { return app.ProjectView{ID: r.ID} })
	v := p.view()
	text := v.NoManager(left) + "\n" + v.ProjectNames(projects) + "\n"
	file, err := config.Find(p.Cwd)
	if err != nil {
		return known{text: text + initOffer(p), answer: statusAnswer{Projects: []app.ProjectView{}}}, nil
	}
	project, err := config.Load(file)
	if err != nil {
		return known{text: text + "\n" + v.Hang(v.Cross()+" ", v.Path(file)+" has problems: devservers config check", 2)}, nil
	}
	return known{text: text + "\n" + declaration(v, project)}, nil
}

// declaration lists what a devservers.yml declares.
func declaration(v view.View, project config.Project) string {
	t := view.Table{Indent: "  ", NoHead: true, Columns: []view.Column{{}, {}, {Rank: 1}}}
	for _, server := range project.Servers {
		port := server.Port.String()
		if port != "" {
			port = "port " + port
		}
		t.Rows = append(t.Rows, view.Row{Cells: []string{v.Symbol(app.Status{State: app.Stopped}) + " " +
			v.Paint(view.Bold, server.Name),
			v.Paint(view.Dim, port), v.Paint(view.Dim, view.Plain(server.Command.String()))}})
	}
	return v.Paint(view.Bold, project.ID) + "  " + v.Paint(view.Dim, v.Path(project.Dir)) + "\n" +
		t.Render(v.Style, v.Width)
}

// ownLine mentions problems in the person's own config.yml.
func ownLine(p *Program, v view.View) string {
	global, err := p.global()
	if err != nil || len(global.Warnings()) == 0 && global.Problem() == nil {
		return ""
	}
	return v.Hang(v.Paint(view.Yellow, "! "), "your config.yml has problems: devservers config check", 2)
}

// suggestions are the most useful commands, in the order in which they are needed.
func suggestions(cwd string) [][2]string {
	list := [][2]string{
		{"devservers start", "start this project's servers, or the manager"},
		{"devservers start NAME", "start a server, or all of a project"},
		{"devservers status", "show all servers with state, URL and load"},
		{"devservers logs -f [NAME]", "follow their output"},
		{"devservers stop [NAME]", "stop servers, or this project"},
		{"devservers open", "open the web UI"},
	}
	if _, err := config.Find(cwd); err != nil {
		list = slices.Insert(list, 0, [2]string{"devservers init", "declare the servers of the project in this directory"})
		list = append(list, [2]string{"devservers demo", "try it with a demo project"})
	}
	return append(list, [2]string{"devservers --help", "show all commands"})
}
