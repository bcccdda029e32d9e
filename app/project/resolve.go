package project

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Resolve returns what a name refers to, the same for command line, pages and tools. near is the caller's project, or a
// directory in it; "" = none. The name is one of
//
//	server            a server or task of the project near, or of the only project that has one of that name, unless
//	                  the file of near can't be used: the name may be declared there
//	project           all of a project, by its id or its unique name: then the Ref has no Name
//	/dir              the same, by a directory in it
//	project/server    and /dir/server
//
// An unknown or ambiguous name is an error that lists what exists: the closest first, and names in near before others.
func (ps *Projects) Resolve(text, near string) (app.Ref, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return app.Ref{}, app.Failf(app.CodeInvalid, "name a server, a task or a project", "the name is empty")
	}
	if filepath.IsAbs(text) {
		return ps.resolvePath(filepath.Clean(text))
	}
	if at := strings.LastIndexByte(text, '/'); at > 0 {
		return ps.ResolveIn(text[:at], text[at+1:])
	}
	home := ""
	if near != "" {
		home, _ = ps.Find(near)
	}
	if home != "" && slices.Contains(ps.names(home), text) {
		return app.Ref{Project: home, Name: text}, nil
	}
	if id, err := ps.Find(text); err == nil {
		return app.Ref{Project: id}, nil
	}
	return ps.resolveAnywhere(text, home)
}

// Find returns the id of a project by its id, its unique name, or a directory in it.
func (ps *Projects) Find(text string) (string, error) {
	if ps.loaders.of(text) != nil {
		return text, nil
	}
	var found, all []string
	for _, d := range ps.All() {
		all = append(all, d.Reg.ID)
		if d.Reg.Name == text || d.Conf.Name == text || d.holds(text) {
			found = append(found, d.Reg.ID)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := app.Failf(app.CodeNotFound, "register it: run `devservers register` in its directory", "there is no project %s",
		words.Quote(text))
	if len(found) > 1 {
		e = app.Failf(app.CodeNotFound, "use one of their ids: "+words.Or(found), "%d projects are called %s", len(found),
			words.Quote(text))
	}
	e.Choices = words.Nearest(text, all)
	return "", e
}

// resolvePath resolves a project's directory, with or without the name of a server.
func (ps *Projects) resolvePath(path string) (app.Ref, error) {
	dir, name := filepath.Split(path)
	if id, err := ps.Find(filepath.Clean(dir)); err == nil && slices.Contains(ps.names(id), name) {
		if d := ps.Declared(id); d != nil && d.Reg.Path == filepath.Clean(dir) {
			return app.Ref{Project: id, Name: name}, nil
		}
	}
	id, err := ps.Find(path)
	return app.Ref{Project: id}, err
}

// Lookup returns the Ref of a server or task of a project, or of the project if name is "". The project is given by its
// id, its unique name, or a directory in it.
func (ps *Projects) Lookup(project, name string) (app.Ref, error) {
	if name == "" {
		id, err := ps.Find(project)
		return app.Ref{Project: id}, err
	}
	return ps.ResolveIn(project, name)
}

// ResolveIn returns the server or task with this name in a project, which may be given as for Find.
func (ps *Projects) ResolveIn(project, name string) (app.Ref, error) {
	id, err := ps.Find(project)
	if err != nil {
		return app.Ref{}, err
	}
	ref := app.Ref{Project: id, Name: name}
	names := ps.names(id)
	if slices.Contains(names, name) {
		return ref, nil
	}
	if d := ps.Declared(id); d != nil && d.Problem != nil {
		return ref, d.Problem
	}
	return ref, UnknownName(name, id+" has no server or task", names)
}

func (ps *Projects) resolveAnywhere(name, home string) (app.Ref, error) {
	var found []app.Ref
	var here, there []string
	for _, d := range ps.All() {
		id := d.Reg.ID
		for _, n := range ps.names(id) {
			if n == name {
				found = append(found, app.Ref{Project: id, Name: n})
			}
			if id == home {
				here = append(here, n)
			} else {
				there = append(there, app.Ref{Project: id, Name: n}.String())
			}
		}
		there = append(there, id)
	}
	if d := ps.Declared(home); d != nil && d.Problem != nil { // the name may be declared there
		return app.Ref{}, d.Problem
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		names := words.Each(found, app.Ref.String)
		e := app.Failf(app.CodeInvalid, "write which one: "+words.Or(names), "%s exists in %s", name,
			words.Count(len(found), "project"))
		e.Choices = names
		return app.Ref{}, e
	}
	return app.Ref{}, UnknownName(name, "there is no project, server or task called", append(here, there...))
}

// UnknownName returns the error for a name that does not exist.
func UnknownName(name, what string, all []string) *app.Error {
	e := app.Failf(app.CodeNotFound, "", "%s %s", what, words.Quote(name))
	e.Choices = words.Nearest(name, all)
	if meant := words.Meant(name, all); len(meant) > 0 {
		e.Hint = "did you mean " + words.Or(meant) + "?"
	} else if len(all) > 0 && len(all) <= 12 {
		e.Hint = "it is one of " + words.Or(all)
	}
	return e
}

// names returns the servers and tasks of a project: those declared, in order, then the ones that still run.
func (ps *Projects) names(id string) []string {
	ps.Refresh(id)
	var names []string
	if d := ps.Declared(id); d != nil {
		for _, s := range d.Servers {
			names = append(names, s.Name)
		}
	}
	for _, name := range ps.o.Running(id) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
