package web

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/views"
)

// shell is the frame of a page: active is its entry in the menu. A page that is about one project, in its path, says
// so to its stream too.
func (s *Server) shell(r *http.Request, title, active string) views.ShellView {
	return s.shellFor(r, title, active, s.sup.Projects())
}

func (s *Server) shellFor(r *http.Request, title, active string, projects []app.ProjectView) views.ShellView {
	v := views.ShellView{Title: title, Active: active, Trouble: views.Trouble(projects)}
	for _, p := range projects {
		v.Projects = append(v.Projects, views.GlanceOf(p))
		if p.ID == r.PathValue("id") {
			v.Project = p.ID
		}
	}
	v.Stream = streamAddress(v)
	return v
}

// streamAddress is where a page's stream comes from. More of `on` asks for more than the frame: see feeds.
func streamAddress(v views.ShellView, on ...string) string {
	q := url.Values{"title": {v.Title}, "active": {v.Active}}
	if v.Project != "" {
		q.Set("project", v.Project)
	}
	for _, name := range on {
		q.Add("on", name)
	}
	return "/stream?" + q.Encode()
}

// render sends a page or a fragment.
func (s *Server) render(w http.ResponseWriter, r *http.Request, c templ.Component) error {
	return show(w, r, http.StatusOK, c)
}
