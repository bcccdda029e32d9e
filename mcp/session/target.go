package session

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/supervisor"
)

// Finder finds what names mean.
type Finder struct {
	Sup     *supervisor.Supervisor
	Project string // that the call names; "" = none
	Near    string // the project of the address; "" = none
}

// Find returns the server or task that name means, as the supervisor resolves it: within the project of the call, else
// near the project of the address.
func (f Finder) Find(name string) (app.Status, error) {
	ref, err := f.Resolve(name)
	if err == nil && ref.Name == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: ref.Project + " is a project; name one of its servers or tasks",
			Choices: f.names(ref.Project, "")}
	}
	if err != nil {
		return app.Status{}, err
	}
	return f.Sup.Status(ref)
}

// Resolve returns what name means, which may be all of a project. It refuses one that is not in the project of the
// call.
func (f Finder) Resolve(name string) (app.Ref, error) {
	if every := strings.ToLower(name); every == "all" || every == "*" {
		return app.Ref{}, &app.Error{Code: app.CodeInvalid, Detail: "name one server, or a project for all of its servers",
			Choices: f.Projects()}
	}
	project, err := f.InProject()
	if err != nil {
		return app.Ref{}, err
	}
	if f.Project == "" {
		return f.Sup.Files.Resolve(name, project)
	}
	if !strings.Contains(name, "/") {
		return f.Sup.Files.ResolveIn(project, name)
	}
	ref, err := f.Sup.Files.Resolve(name, project)
	if err == nil && ref.Project != project {
		err = &app.Error{
			Code: app.CodeInvalid, Detail: name + " is not in the project " + project,
			Hint:    "leave project out, or name one of " + project,
			Choices: append([]string{ref.String()}, f.names(project, "")...),
		}
	}
	return ref, err
}

// Projects returns the ids of all projects.
func (f Finder) Projects() (ids []string) {
	for _, v := range f.Sup.Projects() {
		ids = append(ids, v.ID)
	}
	return ids
}

// Server is find, and refuses a task.
func (f Finder) Server(name string) (app.Status, error) {
	st, err := f.Find(name)
	if err == nil && st.Kind == config.KindTask {
		err = IsTask(st.Ref())
	}
	return st, err
}

// IsTask returns the error of a task where a server is meant.
func IsTask(ref app.Ref) error {
	return &app.Error{Code: app.CodeInvalid, Detail: ref.String() + " is a task, not a server", Hint: "call run_task"}
}

// InProject returns the project that the call names, else that of the address; "" if there is neither.
func (f Finder) InProject() (string, error) {
	if f.Project == "" {
		return f.Near, nil
	}
	ref, err := f.Sup.Files.Resolve(f.Project, "")
	if err == nil && ref.Name != "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: words.Quote(f.Project) + " is a server or task, not a project",
			Choices: []string{ref.Project}}
	}
	return ref.Project, err
}

// Targets returns the server or task that name means. If that is a project, or name is empty and the call names a
// project, it returns all of the project, and its id.
func (f Finder) Targets(name string) (list []app.Status, whole string, err error) {
	var ref app.Ref
	if name == "" {
		ref.Project, err = f.InProject()
		if err == nil && f.Project == "" {
			choices := f.Projects()
			if ref.Project != "" {
				choices = append([]string{ref.Project}, f.names(ref.Project, "server")...)
			}
			err = &app.Error{Code: app.CodeInvalid, Detail: "server is missing",
				Hint: "name a server, or a project for all of its servers", Choices: choices}
		}
	} else {
		ref, err = f.Resolve(name)
	}
	if err != nil {
		return nil, "", err
	}
	if ref.Name != "" {
		st, err := f.Sup.Status(ref)
		return []app.Status{st}, "", err
	}
	v, err := f.Sup.Project(ref.Project)
	return v.Members(), v.ID, err
}

// All returns what Targets does; without a name and a project, all of the project of the address, else all.
func (f Finder) All(name string) ([]app.Status, error) {
	if name == "" && f.Project == "" {
		if f.Near == "" {
			return app.Statuses(f.Sup.Projects()), nil
		}
		name = f.Near
	}
	list, _, err := f.Targets(name)
	return list, err
}

// Patched returns whose changes a call is about: a server, or a whole project if it names none.
func (f Finder) Patched(server string) (app.Ref, error) {
	if server != "" {
		ref, err := f.Resolve(server)
		if err != nil || ref.Name == "" {
			return ref, err
		}
		st, err := f.Server(server)
		return st.Ref(), err
	}
	project, err := f.InProject()
	if views := f.Sup.Projects(); project == "" && len(views) == 1 {
		project = views[0].ID
	}
	if err == nil && project == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: "server and project are missing", Hint: "name one of them",
			Choices: f.Projects()}
	}
	return app.Ref{Project: project}, err
}

// names returns the servers and tasks of a project, or those of one kind.
func (f Finder) names(project string, kind config.Kind) (names []string) {
	v, _ := f.Sup.Project(project)
	for _, st := range v.Members() {
		if kind == "" || st.Kind == kind {
			names = append(names, st.Ref().String())
		}
	}
	return names
}

// Tasks returns the error of a wrong name with the existing tasks: the call's project first.
func (f Finder) Tasks(err error) error {
	known := app.AsError(err, app.CodeNotFound)
	copied := *known
	copied.Choices = nil
	here, _ := f.InProject()
	for _, st := range app.Statuses(f.Sup.Projects()) {
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
