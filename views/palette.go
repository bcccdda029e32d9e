package views

import (
	"strings"

	"devservers/app"
)

// choice is one line of the palette.
type choice struct {
	word, what, path string
	post             bool // it runs an action
}

func (c choice) words() string { return strings.ToLower(c.word + " " + c.what) }

// choices returns all choices, pages last: people look for servers more often.
func choices(projects []app.ProjectView) []choice {
	var list []choice
	for _, p := range projects {
		for _, s := range p.Servers {
			list = append(list, serverChoices(s)...)
		}
		for _, s := range p.Tasks {
			list = append(list, choice{s.Ref().String(), "run task", ServerPath(s.Ref()) + "/run", true})
		}
	}
	for _, p := range projects {
		list = append(list, choice{p.ID, "project", ProjectPath(p.ID), false}, choice{p.ID + " logs", "logs", ProjectPath(p.ID) + "/logs", false})
	}
	return append(list,
		choice{"All servers", "page", "/", false}, choice{"All logs", "page", "/logs", false}, choice{"Search all logs", "page", "/logs?context=2", false},
		choice{"Activity", "page", "/history", false}, choice{"Settings", "page", "/settings", false})
}

func serverChoices(s app.Status) []choice {
	name, path := s.Ref().String(), ServerPath(s.Ref())
	var list []choice
	if s.Run != "" {
		list = append(list, choice{name, "terminal", runPath(s.Ref(), s.Run), false})
	}
	if s.State.Up() {
		return append(list, choice{name, "stop", path + "/stop", true}, choice{name, "restart", path + "/restart", true})
	}
	return append(list, choice{name, "start", path + "/start", true})
}
