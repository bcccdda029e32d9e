package finders

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// ofOptions matches names of variables whose values are options.
var ofOptions = text.Lazy(`(?:OPT|OPTS|OPTIONS|FLAGS|ARGS)$`)

// option looks for an option, an argument or a key that a program refuses: in the command and what it leads to, in a
// variable with options, in a file of settings that the command names.
func option(s *Scene, p Pointer) *app.Claim {
	if number := p.Words["line"].Number(); number > 0 {
		if c := s.lineOf(p.Words["file"], number); c != nil {
			return c
		}
	}
	w := p.Words["option"]
	if w.Empty() {
		return nil
	}
	for _, step := range s.calls() {
		for _, word := range step.Words() {
			option, value, _ := strings.Cut(word, "=")
			bare := strings.TrimLeft(option, "-")
			if given := option; option != bare && (w.Is(option) || w.Is(bare) || w.Is(value) && value != "" || w.Is(word)) {
				return s.refusedOption(step, given)
			}
		}
	}
	for i, step := range s.calls() {
		if given := w.OneOf(step.Words()); given != "" && (i > 0 || given != filepath.Base(s.Argv[0])) && len(given) > 2 {
			return s.refusedOption(step, given)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		for _, given := range strings.Fields(s.Env[name]) {
			if option, _, _ := strings.Cut(given, "="); ofOptions().MatchString(name) && (w.Is(option) || w.Is(given)) {
				return s.optionOf(name, option)
			}
		}
	}
	return s.keyIn(w)
}

// refusedOption claims that a step has an argument which its program refuses.
func (s *Scene) refusedOption(step code.Step, given string) *app.Claim {
	where := app.Name(step.Where(s.Workspace))
	c := itIs(app.FindingConfig, app.Name(given), "it does not accept %s, which %s has", app.Name(given), where)
	c.Read(where, "%s has %s", where, app.Name(given)).Certain = true
	return c.Correct("%s", app.Name(step.Correct(s.Workspace)))
}

func (s *Scene) optionOf(variable, option string) *app.Claim {
	c := itIs(app.FindingConfig, app.Name(option), "it does not accept %s, which the variable %s has", app.Name(option),
		app.Name(variable))
	c.See("environment", "%s has %s", app.Name(variable), app.Name(option))
	if at, ok := s.Gives(variable); ok {
		c.Read(s.path(at.File), "%s gives it its value", app.Name(at.Shown(s.Workspace)))
	}
	return c.Correct("correct %s", app.Name(variable))
}

// configs returns the files with settings that the command and what it leads to name, then those of the project.
func (s *Scene) configs() (list []string) {
	for _, file := range append(s.StepFiles(), s.Sources()...) {
		if !isSource(file) && s.Ours(file) && filepath.Base(file) != "devservers.yml" && !slices.Contains(list, file) &&
			!strings.Contains(filepath.Base(file), "lock") {
			list = append(list, file)
		}
	}
	return list
}

// keyIn claims that a file with settings has a key or a value that a program refuses.
func (s *Scene) keyIn(w app.Printed) *app.Claim {
	for _, part := range []app.Printed{w, w.First("."), w.First("[")} {
		n, ok := s.inFiles(part, s.configs())
		if !ok || part.OneOf(common) != "" {
			continue
		}
		where := n.where(s)
		c := itIs(app.FindingConfig, where, "it does not accept %s in %s", app.Name(n.name), where)
		return c.Read(s.path(n.at.File), "%s has it", where).Correct("correct %s in %s", app.Name(n.name), where)
	}
	return nil
}

// lineOf claims that a line of a file with settings is refused. Without a name, it is the only one that the command
// names.
func (s *Scene) lineOf(w app.Printed, number int) *app.Claim {
	path := w.There(s.WorkDir, s.Dir)
	var named []string
	for _, file := range s.StepFiles() {
		if s.Ours(file) && sources.IsSetting(file) {
			named = append(named, file)
		}
		if path == "" && filepath.Base(file) != "" && w.Is(filepath.Base(file)) {
			path = file
		}
	}
	if path == "" && w.Empty() && len(named) == 1 {
		path = named[0]
	}
	if path == "" || !s.Ours(path) || code.LineAt(path, number).Text == "" {
		return nil
	}
	where := s.shown(path, number)
	c := itIs(app.FindingConfig, where, "the program complains about %s", where)
	return c.See(s.path(path), "%s has that line", s.path(path)).Correct("correct %s", where)
}
