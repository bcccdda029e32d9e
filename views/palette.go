package views

import (
	"devservers/app"
)

// choice is one line of the palette: a page, or an action if it is posted.
type choice struct {
	word, what, path, icon string
	post                   bool
	away                   bool   // an address of a server, in a tab of its own
	copies                 bool   // the path answers a text for the clipboard
	vals                   string // of the form that is posted, as JSON
	confirm                string // asked before
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
	return append(append(list, pageChoices()...), ownChoices()...)
}

func pageChoices() []choice {
	return []choice{
		{word: "All servers", what: "page", path: "/", icon: "servers"},
		{word: "All logs", what: "page", path: "/logs", icon: "lines"},
		{word: "Search all logs", what: "page", path: "/logs?context=2", icon: "find"},
		{word: "Activity", what: "page", path: "/activity", icon: "act"},
		{word: "Settings", what: "page", path: "/settings", icon: "gear"},
	}
}

// ownChoices are about this browser and the person's settings.
func ownChoices() []choice {
	theme := func(value, word string) choice {
		return choice{word: "theme: " + word, what: "setting", path: "/settings/set", icon: "gear", post: true,
			vals: `{"key":"theme","value":"` + value + `"}`}
	}
	return []choice{theme("light", "light"), theme("dark", "dark"), theme("", "as the system"),
		{word: "add a project", what: "setting", path: "/settings#set-projects", icon: "servers"},
		{word: "sign out", what: "this browser", path: "/signout", icon: "x", post: true}}
}

func serverChoices(s app.Status) []choice {
	name, path := s.Ref().String(), ServerPath(s.Ref())
	action := func(word, does, icon string) choice {
		return choice{word: word + " " + name, what: string(s.State), path: path + "/" + does, icon: icon, post: true}
	}
	list := []choice{{word: name, what: "server, " + string(s.State), path: PagePath(s.Ref()), icon: "servers"}}
	switch {
	case s.Active():
		list = append(list, action("stop", "stop", "stop"), action("restart", "restart", "restart"))
	case s.State == app.External && !s.Unmanaged:
		list = append(list, action("adopt", "adopt", "link"))
	case !s.Unmanaged:
		list = append(list, action("start", "start", "play"))
	}
	if Troubled(s) || s.Errors > 0 {
		list = append(list, choice{word: "why " + name, what: "its causes", path: "/?server=" + urlQuery(name), icon: "find"},
			choice{word: "copy errors of " + name + " for an agent", what: "to the clipboard", path: path + "/errors.txt",
				icon: "copy", copies: true})
	}
	if len(s.Overlay) > 0 {
		list = append(list, action("reset environment of", "reset-env", "restart"))
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
		{word: "restart failed, try again " + project, what: what,
			path: manyPath("restart", "failed", project), icon: "restart", post: true},
		{word: "stop all " + project, what: what, path: manyPath("stop", "all", project), icon: "stop", post: true},
	}
}

func projectChoices(p app.ProjectView) []choice {
	return append([]choice{
		{word: p.ID, what: "project", path: ProjectPath(p.ID), icon: "servers"},
		{word: "logs " + p.ID, what: "lines of the project", path: ProjectPath(p.ID) + "/logs", icon: "lines"},
		{word: "review and trust " + p.ID, what: "commands of the project", path: ProjectPath(p.ID) + "/trust",
			icon: "find"},
		{word: "forget " + p.ID, what: "project", path: ProjectPath(p.ID) + "/forget", icon: "x", post: true,
			confirm: "Forget " + p.ID + "? Its servers stop. Its files are not changed."},
	}, manyChoices(p.ID, "project")...)
}
