package views

import (
	"encoding/json"
	"fmt"
	"net/url"

	"devservers/app"
)

// ShellView is the frame around a page.
type ShellView struct {
	Title    string   // of the page, without the program's name
	Active   string   // the entry of the menu: servers, logs, search, history, settings
	Project  string   // id of the project that the page is about; "" = all
	Projects []Glance // of all projects; the sidebar shows them when there are several
	Trouble  int      // how many servers have failed
	Nonce    string   // of the content policy, on pages that need one
	Wide     bool     // the page takes the whole width
	Refresh  int      // seconds after which a browser without script asks for the page again; 0 = never
	Stream   string   // address of the page's one event stream; "" = the page does not change
	Styles   []string // names of further style sheets under /static
	Modules  []string // names of further scripts under /static; they are modules
}

// Glance is a project in the sidebar.
type Glance struct {
	ID    string
	Count []StateCount // of its servers, the most important first
}

// StateCount says how many servers are in a state.
type StateCount struct {
	State app.State
	N     int
}

// glanced returns the states, the most important first.
func glanced() []app.State {
	return []app.State{app.Failing, app.Failed, app.Waiting, app.Starting, app.Stopping, app.Ready, app.External, app.Sleeping, app.Stopped}
}

// GlanceOf returns the summary of a project.
func GlanceOf(p app.ProjectView) Glance {
	g := Glance{ID: p.ID}
	for _, state := range glanced() {
		n := 0
		for _, s := range p.Servers {
			if s.State == state {
				n++
			}
		}
		if n > 0 {
			g.Count = append(g.Count, StateCount{state, n})
		}
	}
	return g
}

// Troubled reports whether a server doesn't work though nobody stopped it: titles and icons show it.
func Troubled(s app.Status) bool {
	return s.State == app.Failing || s.State == app.Failed && (s.Failure == nil || s.Failure.Code != app.CodeNeedsHuman)
}

// Trouble returns how many servers have failed.
func Trouble(projects []app.ProjectView) (n int) {
	for _, p := range projects {
		for _, s := range p.Servers {
			if Troubled(s) {
				n++
			}
		}
	}
	return n
}

// Tab is what a browser's tab shows.
type Tab struct {
	Title   string `json:"title"`
	Icon    string `json:"icon"`
	Trouble int    `json:"trouble"`
}

// TabOf returns the tab of a page, with trouble before its title.
func TabOf(title string, trouble int) Tab {
	t := Tab{Title: "devservers", Icon: "/static/icon.svg", Trouble: trouble}
	if title != "" {
		t.Title = title + " · devservers"
	}
	if trouble > 0 {
		t.Icon = "/static/icon-trouble.svg"
		t.Title = fmt.Sprintf("(%d failed) %s", trouble, t.Title)
	}
	return t
}

// JSON returns the tab as an event of a stream.
func (t Tab) JSON() string {
	data, _ := json.Marshal(t) // three plain fields: never fails
	return string(data)
}

func (s ShellView) tab() Tab { return TabOf(s.Title, s.Trouble) }

func (s ShellView) sided() bool { return len(s.Projects) > 1 }

func (s ShellView) class() string {
	switch {
	case s.sided() && s.Wide:
		return "shell sided wide"
	case s.sided():
		return "shell sided"
	case s.Wide:
		return "shell wide"
	}
	return "shell"
}

type menuEntry struct{ key, word, path string }

func (s ShellView) menu() []menuEntry {
	logs := "/logs"
	if s.Project != "" {
		logs = ProjectPath(s.Project) + "/logs"
	}
	return []menuEntry{
		{"servers", "Servers", s.serversPath()}, {"logs", "Logs", logs}, {"search", "Search", "/search"},
		{"history", "History", "/history"}, {"settings", "Settings", "/settings"},
	}
}

func (s ShellView) serversPath() string {
	if s.Project != "" && s.sided() {
		return ProjectPath(s.Project)
	}
	return "/"
}

// ProjectPath returns the path of a project's page.
func ProjectPath(id string) string { return "/p/" + url.PathEscape(id) }

// ServerPath returns the path that the pages and actions of a server or task start with.
func ServerPath(ref app.Ref) string { return ProjectPath(ref.Project) + "/" + url.PathEscape(ref.Name) }
