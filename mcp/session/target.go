package session

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
)

// Finder finds what names mean.
type Finder struct {
	Sup     *supervisor.Supervisor
	Only    string                // the only project that the caller may know of; "" = all
	Project string                // that the call names; "" = none
	Near    string                // the project of the address or the directory; "" = none
	Mine    string                // the project that the caller named last; "" = none
	Named   func(app.Ref)         // notes what a name meant
	Guessed func(project string)  // notes which project a call without a name is about
	Took    func(text, as string) // notes what a name that nothing has was taken for
}

// Find returns the server or task that name means, as the supervisor resolves it: within the project of the call, else
// near the project of the address.
func (f Finder) Find(name string) (app.Status, error) {
	ref, err := f.Resolve(name)
	if err == nil && ref.Name == "" {
		servers := f.servers(ref.Project)
		if len(servers) == 1 {
			return f.Find(servers[0])
		}
		err = &app.Error{Code: app.CodeInvalid, Detail: ref.Project + " is a project; name one of its servers or tasks",
			Choices: f.names(ref.Project)}
	}
	if err != nil {
		return app.Status{}, err
	}
	return f.Sup.Status(ref)
}

// Resolve returns what name means, which may be all of a project: a name, an address, a port, a run or a directory. It
// refuses one that is not in the project of the call.
func (f Finder) Resolve(name string) (app.Ref, error) {
	if every := strings.ToLower(name); every == "all" || every == "*" {
		return app.Ref{}, &app.Error{Code: app.CodeInvalid, Detail: "name one server, or a project for all of its servers",
			Hint: "repeat the call with one of these", Choices: f.Projects()}
	}
	project, err := f.InProject()
	if err != nil {
		return app.Ref{}, err
	}
	ref, err := f.resolve(name, project)
	if err = f.inside(ref, err, name); err == nil && f.Project != "" && ref.Project != project {
		err = &app.Error{
			Code: app.CodeInvalid, Detail: name + " is not in the project " + project,
			Hint:    "leave project out, or name one of " + project,
			Choices: append([]string{ref.String()}, f.names(project)...),
		}
	}
	if err == nil && f.Named != nil {
		f.Named(ref)
	}
	return ref, err
}

// resolve finds name, or what has it as its address, port, run or directory.
func (f Finder) resolve(name, project string) (ref app.Ref, err error) {
	name = bare(name)
	if f.Project != "" && !strings.Contains(name, "/") {
		ref, err = f.Sup.Files.ResolveIn(project, name)
	} else {
		ref, err = f.Sup.Files.Resolve(name, cmp.Or(project, f.Mine))
	}
	if err == nil {
		return ref, nil
	}
	if meant, ok := f.meant(name); ok {
		return meant, nil
	}
	if strings.Contains(name, "://") {
		return ref, &app.Error{Code: app.CodeNotFound,
			Detail:  "no server has the address " + words.Quote(words.Clip(name, 100)),
			Choices: append(f.servers(cmp.Or(project, f.Mine)), f.Projects()...)}
	}
	if meant, ok := f.spelled(name, project); ok {
		if f.Took != nil {
			f.Took(name, strings.TrimSuffix(meant.String(), "/"))
		}
		return meant, nil
	}
	return ref, err
}

// Projects returns the ids of all projects that the caller may know of.
func (f Finder) Projects() (ids []string) {
	for _, d := range f.Sup.Files.All() {
		if f.Only == "" || d.Reg.ID == f.Only {
			ids = append(ids, d.Reg.ID)
		}
	}
	return ids
}

// Views returns all projects that the caller may know of.
func (f Finder) Views() []app.ProjectView {
	return slices.DeleteFunc(f.Sup.Projects(), func(v app.ProjectView) bool { return f.Only != "" && v.ID != f.Only })
}

// inside returns err, or the error of something that the caller must not know of: for a caller of one project nothing
// else exists, so it gets the same answer whether it does.
func (f Finder) inside(ref app.Ref, err error, name string) error {
	if f.Only == "" || err == nil && ref.Project == f.Only {
		return err
	}
	return &app.Error{Code: app.CodeNotFound, Detail: "there is no " + words.Quote(words.Clip(name, 60)) + " in " +
		f.Only +
		", the only project that this access is for", Choices: f.names(f.Only)}
}

// Server is find, and refuses a task.
func (f Finder) Server(name string) (app.Status, error) {
	st, err := f.Find(name)
	if err == nil && st.Kind.IsTask() {
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
		return cmp.Or(f.Only, f.Near), nil
	}
	ref, err := f.Sup.Files.Resolve(f.Project, "")
	if err != nil {
		if meant, ok := f.meant(f.Project); ok {
			ref, err = app.Ref{Project: meant.Project}, nil
		}
	}
	if err = f.inside(ref, err, f.Project); err == nil && ref.Name != "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: words.Quote(f.Project) + " is a server or task, not a project",
			Choices: []string{ref.Project}}
	}
	if err == nil && f.Named != nil {
		f.Named(ref)
	}
	return ref.Project, err
}

// Own returns the project of a call that names none: that of the address or directory, else the one that the caller
// named last, else the only one; "" if there is none of these.
func (f Finder) Own() (string, error) {
	project, err := f.InProject()
	if err != nil || project != "" {
		return project, err
	}
	if _, err := f.Sup.Files.Find(f.Mine); f.Mine != "" && err == nil {
		return f.Mine, nil
	}
	if ids := f.Projects(); len(ids) == 1 {
		return ids[0], nil
	}
	return "", nil
}

// Targets returns the server or task that name means. If that is a project, or name is empty, it returns all of the
// project, and its id.
func (f Finder) Targets(name string) (list []app.Status, whole string, err error) {
	return f.targets(f.Patched(name))
}

func (f Finder) targets(ref app.Ref, err error) (list []app.Status, whole string, _ error) {
	if err == nil && ref.Project == "" {
		err = &app.Error{Code: app.CodeInvalid, Detail: "server is missing",
			Hint: "name a server, or a project for all of its servers", Choices: f.Projects()}
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

// Everything is what Every returns for all projects.
const Everything = "all projects"

// Every returns what Targets does, and everything if the call names nothing and the caller has no project.
func (f Finder) Every(name string) (list []app.Status, whole string, err error) {
	ref, err := f.Patched(name)
	if err == nil && ref.Project == "" {
		return app.Statuses(f.Views()), Everything, nil
	}
	return f.targets(ref, err)
}

// All returns what Every does, for a tool whose answer doesn't depend on what was named.
func (f Finder) All(name string) ([]app.Status, error) {
	list, _, err := f.Every(name)
	return list, err
}

// Patched returns what a call is about: a server, a whole project, or the zero Ref if it names nothing and the caller
// has no project.
func (f Finder) Patched(name string) (app.Ref, error) {
	if name != "" {
		return f.Resolve(name)
	}
	project, err := f.Own()
	if err == nil && project != "" && f.Project == "" && f.Near == "" && f.Guessed != nil {
		f.Guessed(project)
	}
	return app.Ref{Project: project}, err
}

// names returns the servers and tasks of a project.
func (f Finder) names(project string) []string {
	v, _ := f.Sup.Project(project)
	return namesOf(v.Members())
}

func (f Finder) servers(project string) []string {
	v, _ := f.Sup.Project(project)
	return namesOf(v.Servers)
}

func namesOf(list []app.Status) []string {
	return words.Each(list, func(st app.Status) string { return st.Ref().String() })
}

// Tasks returns the error of a wrong name with the existing tasks: the call's project first.
func (f Finder) Tasks(err error) error {
	known := app.AsError(err, app.CodeNotFound)
	copied := *known
	copied.Choices = nil
	here, _ := f.InProject()
	for _, st := range app.Statuses(f.Views()) {
		switch {
		case !st.Kind.IsTask():
		case st.Project == here:
			copied.Choices = slices.Insert(copied.Choices, 0, st.Ref().String())
		default:
			copied.Choices = append(copied.Choices, st.Ref().String())
		}
	}
	return &copied
}

// Directory returns the directory that name means: a path, a project, or, if it is "", the client's own.
func (f Finder) Directory(name, own string) (string, error) {
	if f.Only != "" {
		own = ""
	}
	if f.Project = cmp.Or(name, own); filepath.IsAbs(f.Project) && f.Only == "" {
		return filepath.Clean(f.Project), nil
	}
	project, err := f.InProject()
	if err != nil && f.Only != "" {
		return "", err
	}
	if err != nil || project == "" {
		return "", &app.Error{Code: app.CodeInvalid, Detail: "directory is not an absolute path", Choices: f.Projects(),
			Hint: "give the path of the project's directory"}
	}
	v, err := f.Sup.Project(project)
	return v.Path, err
}
