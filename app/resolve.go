package app

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/words"
)

// Resolve says what a name means: the one answer for command line, pages and tools. near is the project, or a
// directory in one, that the caller is in; "" = none. The name is
//
//	server            a server or task of the project near, or of the only project that has one of that name
//	project           all of a project, by its id or its unique name: then the Ref has no Name
//	/dir              the same, by a directory in it
//	project/server    and /dir/server
//
// An unknown or ambiguous name is an error that names what exists, the nearest first and those of near before others.
func (ps *Projects) Resolve(text, near string) (Ref, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Ref{}, Failf(CodeInvalid, "name a server, a task or a project", "the name is empty")
	}
	if filepath.IsAbs(text) {
		return ps.resolvePath(filepath.Clean(text))
	}
	if at := strings.LastIndexByte(text, '/'); at > 0 {
		return ps.resolveIn(text[:at], text[at+1:])
	}
	home := ""
	if near != "" {
		home, _ = ps.find(near)
	}
	if home != "" && slices.Contains(ps.names(home), text) {
		return Ref{home, text}, nil
	}
	if id, err := ps.find(text); err == nil {
		return Ref{Project: id}, nil
	}
	return ps.resolveAnywhere(text, home)
}

// resolvePath is a project's directory, or that and the name of a server.
func (ps *Projects) resolvePath(path string) (Ref, error) {
	dir, name := filepath.Split(path)
	if id, err := ps.find(filepath.Clean(dir)); err == nil && slices.Contains(ps.names(id), name) {
		if d := ps.declared(id); d != nil && d.reg.Path == filepath.Clean(dir) {
			return Ref{id, name}, nil
		}
	}
	id, err := ps.find(path)
	return Ref{Project: id}, err
}

func (ps *Projects) resolveIn(project, name string) (Ref, error) {
	id, err := ps.find(project)
	if err != nil {
		return Ref{}, err
	}
	ref := Ref{id, name}
	names := ps.names(id)
	if slices.Contains(names, name) {
		return ref, nil
	}
	if d := ps.declared(id); d != nil && d.problem != nil {
		return ref, d.problem
	}
	return ref, unknownName(name, id+" has no server or task", names)
}

// resolveAnywhere finds a name that only one project has.
func (ps *Projects) resolveAnywhere(name, home string) (Ref, error) {
	var found []Ref
	var here, there []string
	for _, id := range ps.ids() {
		for _, n := range ps.names(id) {
			if n == name {
				found = append(found, Ref{id, n})
			}
			if id == home {
				here = append(here, n)
			} else {
				there = append(there, Ref{id, n}.String())
			}
		}
		there = append(there, id)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		e := Failf(CodeInvalid, "write which one: "+words.Or(refNames(found)), "%s exists in %s", name, words.Count(len(found), "project"))
		e.Choices = refNames(found)
		return Ref{}, e
	}
	if d := ps.declared(home); d != nil && d.problem != nil {
		return Ref{}, d.problem
	}
	return Ref{}, unknownName(name, "there is no project, server or task called", append(here, there...))
}

// unknownName is the error for a name that nothing has.
func unknownName(name, what string, all []string) *Error {
	e := Failf(CodeNotFound, "", "%s %s", what, words.Quote(name))
	e.Choices = words.Nearest(name, all)
	if meant := words.Meant(name, all); len(meant) > 0 {
		e.Hint = "did you mean " + words.Or(meant) + "?"
	} else if len(all) > 0 && len(all) <= 12 {
		e.Hint = "it is one of " + words.Or(all)
	}
	return e
}

func refNames(refs []Ref) (names []string) {
	for _, r := range refs {
		names = append(names, r.String())
	}
	return names
}

// names are the servers and tasks of a project: those declared, in order, then those that still run.
func (ps *Projects) names(id string) []string {
	ps.refresh(id)
	var names []string
	if d := ps.declared(id); d != nil {
		for _, s := range d.servers {
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
