package mcp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// find is the server or task that name means: project/server, directory/server, or a bare name, of the project that
// the call or the address names, or of all projects when only one has it.
func (c *call) find(name string) (app.Status, error) {
	if at := strings.LastIndexByte(name, '/'); at > 0 {
		return c.in(name[:at], name[at+1:])
	}
	if c.project != "" {
		return c.in(c.project, name)
	}
	if c.visit.project != "" {
		if st, err := c.in(c.visit.project, name); err == nil {
			return st, nil
		}
	}
	return c.anywhere(name)
}

func (c *call) in(project, name string) (app.Status, error) {
	view, err := c.sup.Project(cleanDir(project))
	if err != nil {
		return app.Status{}, err
	}
	return c.sup.Status(app.Ref{Project: view.ID, Name: name})
}

// cleanDir lets a directory be written with a slash at its end.
func cleanDir(project string) string {
	if filepath.IsAbs(project) {
		return filepath.Clean(project)
	}
	return project
}

func (c *call) anywhere(name string) (app.Status, error) {
	var found []app.Status
	var all []string
	for _, st := range c.statuses() {
		if st.Name == name {
			found = append(found, st)
		}
		all = append(all, st.Ref().String())
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := &app.Error{Code: app.CodeNotFound, Detail: fmt.Sprintf("there is no server or task %q", tidy(name, 40)), Choices: words.Nearest(name, all)}
	if len(found) > 1 {
		e = &app.Error{Code: app.CodeInvalid, Detail: fmt.Sprintf("%d projects have %q", len(found), name), Hint: "write which one: project/server"}
		for _, st := range found {
			e.Choices = append(e.Choices, st.Ref().String())
		}
	}
	return app.Status{}, e
}

// statuses are all servers and tasks of all projects.
func (c *call) statuses() []app.Status {
	var all []app.Status
	for _, p := range c.sup.Projects() {
		all = slices.Concat(all, p.Servers, p.Tasks)
	}
	return all
}

// findServer refuses a task.
func (c *call) findServer() (app.Status, error) {
	st, err := c.find(c.args.text("server"))
	if err == nil && st.Kind == config.KindTask {
		err = &app.Error{Code: app.CodeInvalid, Detail: st.Ref().String() + " is a task, not a server", Hint: "call run_task"}
	}
	return st, err
}

// viewerOf is the page of a run; "" when it is not known any more.
func (c *call) viewerOf(run string) string {
	if run == "" {
		return ""
	}
	for _, st := range c.statuses() {
		if st.Run == run {
			return c.visit.viewer(st.ViewerURL)
		}
	}
	return ""
}
