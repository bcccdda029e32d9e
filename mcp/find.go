package mcp

import (
	"strings"

	"devservers/app"
	"devservers/app/config"
)

// find returns the server or task that name means, as the supervisor resolves it: within the project of the call, else
// near the project of the address.
func (c *call) find(name string) (app.Status, error) {
	if c.project != "" && !strings.Contains(name, "/") {
		project, err := c.sup.Files.Resolve(c.project, "")
		if err != nil {
			return app.Status{}, err
		}
		name = app.Ref{Project: project.Project, Name: name}.String()
	}
	ref, err := c.sup.Files.Resolve(name, c.visit.Project)
	if err == nil && ref.Name == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: ref.Project + " is a project; name one of its servers or tasks", Choices: c.names(ref.Project)}
	}
	if err != nil {
		return app.Status{}, err
	}
	return c.sup.Status(ref)
}

// findServer is find, and refuses a task.
func (c *call) findServer(name string) (app.Status, error) {
	st, err := c.find(name)
	if err == nil && st.Kind == config.KindTask {
		err = &app.Error{Code: app.CodeInvalid, Detail: st.Ref().String() + " is a task, not a server", Hint: "call run_task"}
	}
	return st, err
}

// findProject returns the project that the call names, else that of the address; "" if there is neither.
func (c *call) findProject() (string, error) {
	if c.project == "" {
		return c.visit.Project, nil
	}
	ref, err := c.sup.Files.Resolve(c.project, "")
	return ref.Project, err
}

// findAll returns the server that name means, else all of the project that the call names, else all.
func (c *call) findAll(name string) ([]app.Status, error) {
	if name != "" {
		st, err := c.find(name)
		return []app.Status{st}, err
	}
	if c.project == "" {
		return app.Statuses(c.sup.Projects()), nil
	}
	project, err := c.findProject()
	if err != nil {
		return nil, err
	}
	v, err := c.sup.Project(project)
	return v.Members(), err
}

// findPatched returns whose changes a call is about: a server, or a whole project if it names none.
func (c *call) findPatched(server string) (app.Ref, error) {
	if server != "" {
		st, err := c.findServer(server)
		return st.Ref(), err
	}
	project, err := c.findProject()
	if views := c.sup.Projects(); project == "" && len(views) == 1 {
		project = views[0].ID
	}
	if err == nil && project == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: "server and project are missing", Hint: "name one of them; list_projects shows what exists"}
	}
	return app.Ref{Project: project}, err
}

// names returns the servers and tasks of a project.
func (c *call) names(project string) (names []string) {
	v, _ := c.sup.Project(project)
	for _, st := range v.Members() {
		names = append(names, st.Ref().String())
	}
	return names
}

// viewerOf returns the page of a run; "" if it is no longer known.
func (c *call) viewerOf(run string) string {
	if run == "" {
		return ""
	}
	for _, st := range app.Statuses(c.sup.Projects()) {
		if st.Run == run {
			return c.visit.Viewer(st.ViewerURL)
		}
	}
	return ""
}
