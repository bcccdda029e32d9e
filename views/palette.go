package views

import (
	"devservers/app"
)

// choice is one line of the palette: a page, or an action if it is posted.
type choice struct {
	word, what, path, icon string
	post                   bool
	away                   bool // an address of a server, in a tab of its own
}

// choices returns all choices: servers first, because people look for them most often.
func choices(projects []app.ProjectView) []choice {
	var list []choice
	for _, p := range projects {
		for _, s := range p.Servers {
			list = append(list, serverChoices(s)...)
		}
		for _, s := range p.Tasks {
			name, path := s.Ref().String(), ServerPath(s.Ref())
			list = append(list, choice{word: "run " + name, what: "task", path: path + "/run", icon: "play", post: true},
				choice{word: name, what: "page of the task", path: PagePath(s.Ref()), icon: "term"})
		}
	}
	list = append(list, manyChoices("", "all servers")...)
	for _, p := range projects {
		list = append(list, projectChoices(p)...)
	}
	return append(list,
		choice{word: "All servers", what: "page", path: "/", icon: "servers"},
		choice{word: "All logs", what: "page", path: "/logs", icon: "lines"},
		choice{word: "Search all logs", what: "page", path: "/logs?context=2", icon: "find"},
		choice{word: "Activity", what: "page", path: "/activity", icon: "act"},
		choice{word: "Settings", what: "page", path: "/settings", icon: "gear"})
}

func serverChoices(s app.Status) []choice {
	name, path := s.Ref().String(), ServerPath(s.Ref())
	action := func(word, does, icon string) choice {
		return choice{word: word + " " + name, what: string(s.State), path: path + "/" + does, icon: icon, post: true}
	}
	list := []choice{{word: name, what: "server, " + string(s.State), path: PagePath(s.Ref()), icon: "servers"}}
	if s.State.Up() || s.Retry != nil {
		list = append(list, action("stop", "stop", "stop"), action("restart", "restart", "restart"))
	} else {
		list = append(list, action("start", "start", "play"))
	}
	if address, ok := link(s.Address()); ok {
		list = append(list, choice{word: "open " + name, what: address, path: address, icon: "open", away: true})
	}
	list = append(list, choice{word: "logs " + name, what: "its lines", path: ServerView{Status: s}.logs(), icon: "lines"})
	for _, tab := range []string{TabErrors, TabRuns, TabEnvironment} {
		list = append(list, choice{word: tab + " " + name, what: "tab of the server", path: PagePath(s.Ref()) + "?tab=" + tab,
			icon: "servers"})
	}
	if s.Pinned {
		return append(list, action("unpin", "unpin", "pin"))
	}
	return append(list, action("pin", "pin", "pin"))
}

func manyChoices(project, what string) []choice {
	return []choice{
		{word: "start all " + project, what: what, path: manyPath("start", "all", project), icon: "play", post: true},
		{word: "restart all " + project, what: what, path: manyPath("restart", "all", project), icon: "restart", post: true},
		{word: "try failed again " + project, what: what, path: manyPath("restart", "failed", project), icon: "restart",
			post: true},
		{word: "stop all " + project, what: what, path: manyPath("stop", "all", project), icon: "stop", post: true},
	}
}

func projectChoices(p app.ProjectView) []choice {
	return append([]choice{
		{word: p.ID, what: "project", path: ProjectPath(p.ID), icon: "servers"},
		{word: "logs " + p.ID, what: "lines of the project", path: ProjectPath(p.ID) + "/logs", icon: "lines"},
		{word: "review and trust " + p.ID, what: "commands of the project", path: ProjectPath(p.ID) + "/trust", icon: "find"},
	}, manyChoices(p.ID, "project")...)
}
