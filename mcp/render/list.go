package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// ListedProject is one of a list. It has Lines and States in place of Servers in the short forms.
type ListedProject struct {
	ID        string         `json:"id"`
	Path      string         `json:"path"`
	Problem   string         `json:"problem,omitempty"`
	Next      string         `json:"next,omitempty"`
	Servers   []ListedServer `json:"servers,omitempty"`
	Lines     []string       `json:"server_lines,omitempty"` // name, state, URL
	States    string         `json:"states,omitempty"`       // how many are in each
	LeftOut   string         `json:"left_out,omitempty"`
	Tasks     []string       `json:"tasks,omitempty"`
	ViewerURL string         `json:"viewer_url,omitempty"`
}

// ListedServer is one of a Project. It has Command and what follows only in the detailed form.
type ListedServer struct {
	Server    string    `json:"server"`
	State     app.State `json:"state"`
	URL       string    `json:"url,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	StartedBy string    `json:"started_by,omitempty"`
	Pinned    bool      `json:"pinned,omitempty"`
	Command   string    `json:"command,omitempty"`
	NamedURL  string    `json:"named_url,omitempty"`
	Port      int       `json:"port,omitempty"`
	Run       string    `json:"run,omitempty"`
	CPU       float64   `json:"cpu_percent,omitempty"`
	Memory    int64     `json:"memory_bytes,omitempty"`
	ViewerURL string    `json:"viewer_url,omitempty"`
}

// serverLines bounds the servers of one project in the short form.
const serverLines = 120

// Shorten makes a line of each server if named, else counts them.
func (p *ListedProject) Shorten(named bool) {
	most := serverLines
	if named { // Page follows
		most = len(p.Servers)
	}
	counts := map[string]int{}
	for _, s := range p.Servers {
		counts[string(s.State)]++
		line := s.Server[len(p.ID)+1:] + " " + string(s.State)
		if s.URL != "" {
			line += " " + s.URL
		}
		if named || s.State == app.Failed || s.State == app.Failing {
			p.Lines = append(p.Lines, line)
		}
	}
	states := words.Each(slices.Sorted(maps.Keys(counts)), func(state string) string {
		return fmt.Sprintf("%d %s", counts[state], state)
	})
	p.States, p.Servers = strings.Join(states, ", "), nil
	if !named {
		p.Tasks, p.ViewerURL = nil, ""
	}
	if more := len(p.Lines) - most; more > 0 {
		p.Lines, p.LeftOut = p.Lines[:most], words.Count(more, "more server")+"; name the project"
	}
}

// Page leaves a page of the servers, those behind the one with the name after.
func (p *ListedProject) Page(after string) (err error) {
	name := func(line string) string { return strings.Fields(line)[0] }
	if p.Servers == nil {
		p.Lines, p.LeftOut, err = Page(p.Lines, after, serverLines, name)
		return err
	}
	p.Servers, p.LeftOut, err = Page(p.Servers, after, len(p.Servers),
		func(s ListedServer) string { return s.Server[len(p.ID)+1:] })
	return err
}

// InState reports whether a server is in a state as list_projects names it: running, failed, stopped, or any.
func InState(st app.Status, state string) bool {
	failed := st.State == app.Failed || st.Failure != nil
	switch state {
	case "running":
		return st.State.Up()
	case "failed":
		return failed
	case "stopped":
		return !st.State.Up() && !failed
	}
	return true
}

// ListedRuns is the answer of get_runs.
type ListedRuns struct {
	Runs      []ListedRun `json:"runs"`
	LeftOut   string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"` // of a run: /p/<server>/runs/<run> below it
}

// ListedRun is one of them.
type ListedRun struct {
	Run    string `json:"run"`
	Of     string `json:"of"`     // a server, or a task and its number
	Result string `json:"result"` // running, succeeded, stopped, failed: ...
	Ended  string `json:"ended,omitempty"`
	Took   string `json:"took"`
	By     string `json:"by"`
	New    bool   `json:"new,omitempty"`
}
