package finders

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// option looks for an option, an argument or a key that a program refuses: in the command and what it leads to, in a
// variable with options, in a file of settings that the command names.
func option(s *Scene, p Pointer) *app.Claim {
	if number := p.Words["line"].Number(); number > 0 {
		if c := lineOf(s, p.Words["file"], number); c != nil {
			return c
		}
	}
	w := p.Words["option"]
	if w.Empty() {
		return nil
	}
	for _, step := range s.Calls() {
		for _, word := range step.Words() {
			option, value, _ := strings.Cut(word, "=")
			bare := strings.TrimLeft(option, "-")
			if given := option; option != bare && (w.Is(option) || w.Is(bare) || w.Is(value) && value != "" || w.Is(word)) {
				return refusedOption(s, step, given)
			}
		}
	}
	for i, step := range s.Calls() {
		if given := w.OneOf(step.Words()); given != "" && (i > 0 || given != filepath.Base(s.Argv[0])) && len(given) > 2 {
			return refusedOption(s, step, given)
		}
	}
	return keyIn(s, w)
}

// refusedOption claims that a step has an argument which its program refuses.
func refusedOption(s *Scene, step code.Step, given string) *app.Claim {
	where := s.StepAt(step)
	c := app.About(app.FindingConfig, app.Known(given), "it does not accept %s, which %s has", where)
	c.ReadIn(where, "%s has %s", app.Known(given)).Certain = true
	return c.Correct("%s", app.Known(step.Correct(s.Workspace)))
}

// keyIn claims that a file with settings has a key or a value that a program refuses.
func keyIn(s *Scene, w app.Printed) *app.Claim {
	for _, part := range []app.Printed{w, w.First("."), w.First("[")} {
		n, ok := s.InFiles(part, s.Configs())
		if !ok || part.OneOf(common) != "" {
			continue
		}
		where := s.Where(n)
		c := app.ItIs(app.FindingConfig, where, "it does not accept %s in %s", app.Known(n.Name), where)
		return c.ReadIn(where, "%s has it").Correct("correct %s in %s", app.Known(n.Name), where)
	}
	return nil
}

// lineOf claims that a line of a file with settings is refused. Without a name, it is the only one that the command
// names.
func lineOf(s *Scene, w app.Printed, number int) *app.Claim {
	path := w.There(s.WorkDir, s.Dir)
	var named []string
	for _, file := range s.StepFiles() {
		if s.Ours(file) && sources.IsSetting(file) {
			named = append(named, file)
		}
	}
	if path == "" && w.Empty() && len(named) == 1 {
		path = named[0]
	}
	if path == "" || !s.Ours(path) || code.LineAt(path, number).Text == "" {
		return nil
	}
	where := s.At(path, number)
	c := app.About(app.FindingConfig, where, "the program complains about %s")
	return c.SeeIn(s.PathOf(path), "%s has that line").Correct("correct %s", where)
}
