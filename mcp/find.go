package mcp

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// find returns the server or task that name means, as the supervisor resolves it: within the project of the call, else
// near the project of the address.
func (c *call) find(name string) (app.Status, error) {
	ref, err := c.resolve(name)
	if err == nil && ref.Name == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: ref.Project + " is a project; name one of its servers or tasks", Choices: c.names(ref.Project, "")}
	}
	if err != nil {
		return app.Status{}, err
	}
	return c.sup.Status(ref)
}

// resolve returns what name means, which may be all of a project. It refuses one that is not in the project of the call.
func (c *call) resolve(name string) (app.Ref, error) {
	if every := strings.ToLower(name); every == "all" || every == "*" {
		return app.Ref{}, &app.Error{Code: app.CodeInvalid, Detail: "name one server, or a project for all of its servers", Choices: c.projects()}
	}
	project, err := c.findProject()
	if err != nil {
		return app.Ref{}, err
	}
	if c.project == "" {
		return c.sup.Files.Resolve(name, project)
	}
	if !strings.Contains(name, "/") {
		return c.sup.Files.ResolveIn(project, name)
	}
	ref, err := c.sup.Files.Resolve(name, project)
	if err == nil && ref.Project != project {
		err = &app.Error{
			Code: app.CodeInvalid, Detail: name + " is not in the project " + project, Hint: "leave project out, or name one of " + project,
			Choices: append([]string{ref.String()}, c.names(project, "")...),
		}
	}
	return ref, err
}

// projects returns the ids of all projects.
func (c *call) projects() (ids []string) {
	for _, v := range c.sup.Projects() {
		ids = append(ids, v.ID)
	}
	return ids
}

// findServer is find, and refuses a task.
func (c *call) findServer(name string) (app.Status, error) {
	st, err := c.find(name)
	if err == nil && st.Kind == config.KindTask {
		err = aTask(st.Ref())
	}
	return st, err
}

func aTask(ref app.Ref) error {
	return &app.Error{Code: app.CodeInvalid, Detail: ref.String() + " is a task, not a server", Hint: "call run_task"}
}

// findProject returns the project that the call names, else that of the address; "" if there is neither.
func (c *call) findProject() (string, error) {
	if c.project == "" {
		return c.visit.Project, nil
	}
	ref, err := c.sup.Files.Resolve(c.project, "")
	if err == nil && ref.Name != "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: words.Quote(c.project) + " is a server or task, not a project", Choices: []string{ref.Project}}
	}
	return ref.Project, err
}

// findTargets returns the server or task that name means. If that is a project, or name is empty and the call names a
// project, it returns all of the project, and its id.
func (c *call) findTargets(name string) (list []app.Status, whole string, err error) {
	var ref app.Ref
	if name == "" {
		ref.Project, err = c.findProject()
		if err == nil && c.project == "" {
			err = &app.Error{Code: app.CodeInvalid, Detail: "server is missing", Hint: "name a server, or a project for all of its servers", Choices: c.projects()}
			if ref.Project != "" {
				err.(*app.Error).Choices = append([]string{ref.Project}, c.names(ref.Project, "server")...)
			}
		}
	} else {
		ref, err = c.resolve(name)
	}
	if err != nil {
		return nil, "", err
	}
	if ref.Name != "" {
		st, err := c.sup.Status(ref)
		return []app.Status{st}, "", err
	}
	v, err := c.sup.Project(ref.Project)
	return v.Members(), v.ID, err
}

// findAll returns what findTargets does; without a name and a project, all of the project of the address, else all.
func (c *call) findAll(name string) ([]app.Status, error) {
	if name == "" && c.project == "" {
		if c.visit.Project == "" {
			return app.Statuses(c.sup.Projects()), nil
		}
		name = c.visit.Project
	}
	list, _, err := c.findTargets(name)
	return list, err
}

// findPatched returns whose changes a call is about: a server, or a whole project if it names none.
func (c *call) findPatched(server string) (app.Ref, error) {
	if server != "" {
		ref, err := c.resolve(server)
		if err != nil || ref.Name == "" {
			return ref, err
		}
		st, err := c.findServer(server)
		return st.Ref(), err
	}
	project, err := c.findProject()
	if views := c.sup.Projects(); project == "" && len(views) == 1 {
		project = views[0].ID
	}
	if err == nil && project == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: "server and project are missing", Hint: "name one of them", Choices: c.projects()}
	}
	return app.Ref{Project: project}, err
}

// names returns the servers and tasks of a project, or those of one kind.
func (c *call) names(project string, kind config.Kind) (names []string) {
	v, _ := c.sup.Project(project)
	for _, st := range v.Members() {
		if kind == "" || st.Kind == kind {
			names = append(names, st.Ref().String())
		}
	}
	return names
}

// tasks returns the error of a wrong name with the tasks that there are: those of the project of the call first.
func (c *call) tasks(err error) error {
	known := app.AsError(err, app.CodeNotFound)
	copied := *known
	copied.Choices = nil
	here, _ := c.findProject()
	for _, st := range app.Statuses(c.sup.Projects()) {
		switch {
		case st.Kind != config.KindTask:
		case st.Project == here:
			copied.Choices = slices.Insert(copied.Choices, 0, st.Ref().String())
		default:
			copied.Choices = append(copied.Choices, st.Ref().String())
		}
	}
	return &copied
}

// viewerOf returns the page of a run; "" if it is no longer known.
func (c *call) viewerOf(run string) string {
	if run == "" {
		return ""
	}
	if c.about.Name != "" {
		return c.visit.Viewer(c.sup.Kept.ViewerURL(c.about, run))
	}
	for _, st := range app.Statuses(c.sup.Projects()) {
		if st.Run == run {
			return c.visit.Viewer(st.ViewerURL)
		}
	}
	return ""
}
