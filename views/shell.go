package views

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"devservers/app"
	"devservers/app/config/settings"
)

// ShellView is the frame around a page.
type ShellView struct {
	Title    string   // of the page, without the program's name
	Active   string   // the entry of the menu: servers, logs, search, history, settings
	Project  string   // id of the project that the page is about; "" = all
	Projects []Glance // of all projects, or of the ones in use if there are many
	More     int      // how many are left out
	Hosts    []app.HostView
	Trouble  int      // how many servers are in trouble
	Asks     int      // how much waits for the person
	Theme    string   // light or dark; "" = that of the system
	Nonce    string   // of the content policy, on pages that need one
	Refresh  int      // seconds after which a browser without script asks for the page again; 0 = never
	Stream   string   // address of the page's one event stream; "" = the page does not change
	Drawn    string   // tokens of the parts as the page shows them, which the stream leaves out
	Styles   []string // names of further style sheets under /static
	Modules  []string // names of further scripts under /static; they are modules
}

// Glance is a project in the rail: numbers only where something is wrong.
type Glance struct {
	ID      string
	Trouble int // servers that don't work
	Asks    int // what waits for the person
}

// maxGlances is how many projects the rail shows at least; beyond them it has those in trouble and the ones that run.
const maxGlances = 40

// Glances returns the summaries of projects for the rail, and how many it leaves out: of many, the ones that were not
// used for the longest time.
func Glances(projects []app.ProjectView, asks []Ask, alone string) (list []Glance, more int) {
	waiting := map[string]int{}
	for _, a := range asks {
		waiting[a.Ref.Project]++
	}
	recent := usedLast(projects)
	for i, p := range projects {
		g := Glance{ID: p.ID, Trouble: Trouble(projects[i : i+1]), Asks: waiting[p.ID]}
		if p.ID != alone && g.Trouble == 0 && !recent[i] && AtRest(p, len(projects)) {
			more++
		} else {
			list = append(list, g)
		}
	}
	return list, more
}

// usedLast reports for each project whether it is one of the ones that were used last, as many as the rail shows.
func usedLast(projects []app.ProjectView) []bool {
	order, recent := make([]int, len(projects)), make([]bool, len(projects))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return projects[b].LastAccessed.Compare(projects[a].LastAccessed) })
	for _, i := range order[:min(maxGlances, len(order))] {
		recent[i] = true
	}
	return recent
}

// option returns the project's line in a list of choices.
func (g Glance) option() string {
	if g.Trouble > 0 {
		return fmt.Sprintf("%s ✗ %d", g.ID, g.Trouble)
	}
	return g.ID
}

// Unreviewed reports whether a person must review a project's file before anything of it starts.
func Unreviewed(p app.ProjectView) bool {
	return p.Trust == settings.NeverTrusted || p.Trust == settings.Changed
}

// Troubled reports whether a server doesn't work though nobody stopped it, or an edit broke it: titles and icons show
// it.
func Troubled(s app.Status) bool { return troubled(&s) }

func troubled(s *app.Status) bool {
	return s.State == app.Failing || s.State == app.Failed && (s.Failure == nil || s.Failure.Code != app.CodeNeedsHuman) ||
		s.Broken != nil && s.State.Up()
}

// Trouble returns how many servers are in trouble.
func Trouble(projects []app.ProjectView) (n int) {
	for _, p := range projects {
		for i := range p.Servers {
			if troubled(&p.Servers[i]) {
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
		t.Title = fmt.Sprintf("✗ %d · %s", trouble, t.Title)
	}
	return t
}

// JSON returns the tab as an event of a stream.
func (t Tab) JSON() string {
	data, _ := json.Marshal(t) // three plain fields: never fails
	return string(data)
}

func (s ShellView) tab() Tab { return TabOf(s.Title, s.Trouble) }

// StreamAddress returns the address of the page's stream. Each name of on asks for more than the frame.
func (s ShellView) StreamAddress(on ...string) string {
	q := url.Values{"title": {s.Title}, "active": {s.Active}}
	if s.Project != "" {
		q.Set("project", s.Project)
	}
	if s.Drawn != "" {
		q.Set("drawn", s.Drawn)
	}
	for _, name := range on {
		q.Add("on", name)
	}
	return "/stream?" + q.Encode()
}

type menuEntry struct{ key, word, icon, path string }

func (s ShellView) menu() []menuEntry {
	logs := "/logs"
	if s.Project != "" {
		logs = ProjectPath(s.Project) + "/logs"
	}
	return []menuEntry{
		{"servers", "Servers", "servers", s.serversPath()}, {"logs", "Logs", "lines", logs},
		{"history", "Activity", "act", "/activity"}, {"settings", "Settings", "gear", "/settings"},
	}
}

func (s ShellView) serversPath() string {
	if s.Project != "" {
		return ProjectPath(s.Project)
	}
	return "/"
}

// ProjectPath returns the path of a project's page.
func ProjectPath(id string) string { return "/p/" + url.PathEscape(id) }

// ServerPath returns the path that the pages and actions of a server or task start with.
func ServerPath(ref app.Ref) string { return ProjectPath(ref.Project) + "/" + url.PathEscape(ref.Name) }

// onceMore returns the refresh of a page that reloads immediately if again is set.
func onceMore(again bool) string {
	if again {
		return "0"
	}
	return ""
}
