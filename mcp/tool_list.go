package mcp

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type listing struct {
	inProject
	State  string `arg:"state" oneof:"all running failed stopped"`
	Detail string `arg:"detail" oneof:"concise detailed"`
	After  string `arg:"after"`
}

var listProjects = taking(tool{
	name: "list_projects", title: "List projects and servers",
	about: "List projects with their servers and tasks: state, URL, notices. Call it first, with your working directory " +
		"as project.",
	reads: true,
}, (*call).list)

type listed struct {
	Projects  []render.ListedProject `json:"projects"`
	LeftOut   string                 `json:"left_out,omitempty"`
	Next      string                 `json:"next,omitempty"`
	ViewerURL string                 `json:"viewer_url"`
}

// mostWhole is how many servers are listed whole. Beyond that, each is a line; projects besides the one of the call or
// of the address only count theirs.
const mostWhole = 40

func (c *call) list(a listing) (any, error) {
	views, err := c.views()
	if err != nil {
		return nil, err
	}
	out := listed{Projects: []render.ListedProject{}, ViewerURL: c.visit.Base + "/"}
	servers := 0
	for _, v := range views {
		servers += len(v.Servers)
	}
	whole := c.Finder.Project != "" // and after names one of its servers
	for i, v := range views {
		p := c.listProject(v, a)
		if servers > mostWhole {
			p.Shorten(whole || i == 0 && (len(views) == 1 || v.ID == c.visit.Project))
		}
		if whole {
			if err := p.Page(a.After); err != nil {
				return nil, err
			}
		}
		out.Projects = append(out.Projects, p)
		for _, st := range v.Servers {
			c.note(session.Standing(masked(c, st))...)
		}
	}
	if !whole {
		c.note(c.o.Hosts.For(c.Only)...)
		out.Projects, out.LeftOut, err = render.Page(out.Projects, a.After, len(out.Projects),
			func(p render.ListedProject) string { return p.ID })
	}
	if err != nil {
		return nil, err
	}
	switch {
	case len(views) == 0:
		out.Next = render.Missing(0)
	case c.visit.Dir != "" && c.visit.Project == "" && c.Finder.Project == "" && c.Only == "":
		out.Next = render.Tidy(c.visit.Dir, 200) + " has no project; these are the others. To add it, call patch_config " +
			"with action=propose"
	}
	return out, nil
}

// views returns the project that the call names, else all. The project of the address comes first.
func (c *call) views() ([]app.ProjectView, error) {
	if c.Finder.Project != "" {
		project, err := c.Finder.InProject()
		if err != nil {
			return nil, err
		}
		v, err := c.sup.Project(project)
		return []app.ProjectView{v}, err
	}
	views := c.Views()
	if at := slices.IndexFunc(views, func(v app.ProjectView) bool { return v.ID == c.visit.Project }); at > 0 {
		views = slices.Concat(views[at:at+1], views[:at], views[at+1:])
	}
	return views, nil
}

func (c *call) listProject(v app.ProjectView, a listing) render.ListedProject {
	p := render.ListedProject{ID: v.ID, Path: v.Path, ViewerURL: c.visit.Base + "/p/" + v.ID}
	if v.Problem != nil {
		p.Problem = v.Problem.Detail
	} else if v.Trust != settings.Trusted {
		p.Problem = "its commands are not trusted yet"
		p.Next = render.AskToTrust(v.Path)
	}
	p.Servers = slices.Grow(p.Servers, len(v.Servers))
	for _, st := range v.Servers {
		if render.InState(st, a.State) {
			p.Servers = append(p.Servers, c.listServer(st, a.Detail == "detailed"))
		}
	}
	p.Tasks = words.Each(v.Tasks, func(st app.Status) string { return st.Name })
	return p
}

func (c *call) listServer(st app.Status, detailed bool) render.ListedServer {
	st = masked(c, st)
	s := render.ListedServer{Server: st.Ref().String(), State: st.State, URL: st.URL, Pinned: st.Pinned,
		StartedBy: render.StartedBy(st)}
	if st.State != app.Ready && st.State != app.Stopped || st.Unmanaged {
		s.Reason = render.Tidy(st.Reason, 200)
	}
	if st.State.Up() {
		s.ViewerURL = c.visit.Viewer(st.ViewerURL)
	}
	if detailed {
		s.Command, s.NamedURL, s.Port, s.Run, s.CPU, s.Memory = render.Tidy(st.Command, 200), st.NamedURL, st.Port, st.Run,
			st.CPU, st.Memory
		s.ViewerURL = c.visit.Viewer(st.ViewerURL)
	}
	return s
}
