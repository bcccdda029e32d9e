package finders

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// script looks for a script of package.json or a target of a Makefile that a step names.
func script(s *Scene, p Pointer) *app.Claim {
	w := p.Words["script"]
	for _, step := range s.Calls() {
		name := w.OneOf(step.Words())
		for _, word := range step.Words() {
			if _, value, ok := strings.Cut(word, "="); name == "" && ok && w.Is(value) {
				name = value
			}
		}
		switch {
		case name == "":
		case p.Of == "make":
			return noTarget(s, step, name)
		default:
			return noScript(s, step, name)
		}
	}
	return nil
}

var target = words.Lazy(`(?m)^([A-Za-z][\w.-]*)\s*:(?:[^=]|$)`)

// noTarget claims that a Makefile has no rule for a target, or lacks a file that one needs.
func noTarget(s *Scene, step code.Step, name string) *app.Claim {
	file := s.Near("Makefile", "makefile", "GNUmakefile")
	if file == "" || sources.IsThere(filepath.Join(step.Dir, name)) {
		return nil
	}
	var targets []string
	for _, m := range target().FindAllStringSubmatch(s.Text(file), 200) {
		if m[1] == name {
			return nil
		}
		targets = append(targets, m[1])
	}
	where := s.StepAt(step)
	c := app.ItIs(app.FindingConfig, app.Known(name), "%s has no target %s", s.PathOf(file), app.Known(name))
	c.Read(app.OwnerOf(s.PathOf(file)), "its targets are %s",
		app.Known(strings.Join(targets[:min(len(targets), 12)], ", "))).See("disk",
		"there is no file %s", app.Known(name))
	if like := words.Meant(name, targets); len(like) > 0 {
		return c.Correct("correct the target in %s: did you mean %s?", where, app.Known(like[0]))
	}
	return c.Correct("correct the target in %s, or add it to %s", where, s.PathOf(file))
}

// noScript claims that the package.json in whose directory a step runs a script has none of that name.
func noScript(s *Scene, step code.Step, name string) *app.Claim {
	dir := code.ScriptDir(step)
	file := code.NearestAbove(dir, "package.json")
	where := s.StepAt(step)
	if file == "" {
		return Missing(s, filepath.Join(dir, "package.json"), nil)
	}
	scripts := sources.Package(file).Scripts
	has := slices.Sorted(maps.Keys(scripts))
	if scripts[name] != "" {
		return withoutRun(s, step, name, file)
	}
	c := app.ItIs(app.FindingFile, app.Known(name), "%s has no script %s", s.PathOf(file), app.Known(name))
	c.See("disk", "%s has %s", s.PathOf(file), app.Known(strings.Join(has[:min(len(has), 20)], ", "))).ReadIn(where,
		"%s calls it")
	c.Certain = true
	others := s.WithScript(name)
	switch like := words.Meant(name, has); {
	case len(like) > 0:
		return c.Correct("%s: did you mean %s?", app.Known(step.Correct(s.Workspace)), app.Known(like[0]))
	case len(others) == 1 && dir == s.WorkDir:
		c.See("disk", "%s has it", app.Known(others[0]))
		return c.Correct("set working_dir: %s in devservers.yml", app.Known(filepath.Dir(others[0])))
	case len(others) > 0:
		c.See("disk", "%s has it", app.Known(strings.Join(others[:min(len(others), 8)], ", ")))
		return c.Correct("set working_dir in devservers.yml to the directory that is meant, or correct %s", where)
	}
	return c.Correct("add the script, or use another in %s", where)
}

// withoutRun claims that a script is called without run, which npm wants.
func withoutRun(s *Scene, step code.Step, name, file string) *app.Claim {
	list := step.Words()
	i := slices.Index(list, name)
	if i < 1 || list[i-1] != "npm" {
		return nil
	}
	where := s.StepAt(step)
	c := app.About(app.FindingConfig, app.Known(name), "npm has no command %s")
	c.ReadIn(s.PathOf(file), "%s has a script of that name").See("command", "%s has it", where)
	return c.Correct("%s: npm run %s", app.Known(step.Correct(s.Workspace)), app.Known(name))
}
