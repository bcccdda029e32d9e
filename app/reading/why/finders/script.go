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
	"devservers/app/transcript/text"
)

// script looks for a script of package.json, a target of a Makefile or a workspace that a step names.
func script(s *Scene, p Pointer) *app.Claim {
	w := p.Words["script"]
	for _, step := range s.calls() {
		name := w.OneOf(step.Words())
		for _, word := range step.Words() {
			if _, value, ok := strings.Cut(word, "="); name == "" && ok && w.Is(value) {
				name = value
			}
		}
		switch {
		case name == "":
		case p.Of == "make":
			return s.noTarget(step, name)
		case p.Of == "workspace":
			return s.noWorkspace(step, name)
		default:
			return s.noScript(step, name)
		}
	}
	return nil
}

var target = text.Lazy(`(?m)^([A-Za-z][\w.-]*)\s*:(?:[^=]|$)`)

// noTarget claims that a Makefile has no rule for a target, or lacks a file that one needs.
func (s *Scene) noTarget(step code.Step, name string) *app.Claim {
	file := s.Near("Makefile", "makefile", "GNUmakefile")
	if file == "" || exists(filepath.Join(step.Dir, name)) {
		return nil
	}
	var targets []string
	for _, m := range target().FindAllStringSubmatch(s.text(file), 200) {
		if m[1] == name {
			return nil
		}
		targets = append(targets, m[1])
	}
	where := app.Name(step.Where(s.Workspace))
	c := itIs(app.FindingConfig, app.Name(name), "%s has no target %s", s.path(file), app.Name(name))
	c.Read(s.path(file), "its targets are %s", app.Name(strings.Join(targets[:min(len(targets), 12)], ", "))).See("disk",
		"there is no file %s", app.Name(name))
	if like := words.Meant(name, targets); len(like) > 0 {
		return c.Correct("correct the target in %s: did you mean %s?", where, app.Name(like[0]))
	}
	return c.Correct("correct the target in %s, or add it to %s", where, s.path(file))
}

func (s *Scene) noWorkspace(step code.Step, name string) *app.Claim {
	c := itIs(app.FindingFile, app.Name(name), "package.json has no workspace %s", app.Name(name))
	where := app.Name(step.Where(s.Workspace))
	names := s.WorkspaceNames()
	if len(names) == 0 {
		return nil
	}
	c.Read("package.json", "the workspaces are %s", app.Name(strings.Join(names, ", "))).See("disk",
		"none of them has the name %s", app.Name(name))
	return c.Correct("correct the name in %s", where)
}

// noScript claims that the package.json in whose directory a step runs a script has none of that name.
func (s *Scene) noScript(step code.Step, name string) *app.Claim {
	dir := scriptDir(step)
	file := above(dir, "package.json")
	where := app.Name(step.Where(s.Workspace))
	if file == "" {
		return missing(s, filepath.Join(dir, "package.json"), nil)
	}
	scripts := sources.Package(file).Scripts
	has := slices.Sorted(maps.Keys(scripts))
	if scripts[name] != "" {
		return s.withoutRun(step, name, file)
	}
	c := itIs(app.FindingFile, app.Name(name), "%s has no script %s", s.path(file), app.Name(name))
	c.See("disk", "%s has %s", s.path(file), app.Name(strings.Join(has[:min(len(has), 20)], ", "))).Read(where,
		"%s calls it", where)
	c.Certain = true
	others := s.withScript(name)
	switch like := words.Meant(name, has); {
	case len(like) > 0:
		return c.Correct("%s: did you mean %s?", app.Name(step.Correct(s.Workspace)), app.Name(like[0]))
	case len(others) == 1 && dir == s.WorkDir:
		c.See("disk", "%s has it", app.Name(others[0]))
		return c.Correct("set working_dir: %s in devservers.yml", app.Name(filepath.Dir(others[0])))
	case len(others) > 0:
		c.See("disk", "%s has it", app.Name(strings.Join(others[:min(len(others), 8)], ", ")))
		return c.Correct("set working_dir in devservers.yml to the directory that is meant, or correct %s", where)
	}
	return c.Correct("add the script, or use another in %s", where)
}

// withoutRun claims that a script is called without run, which npm wants.
func (s *Scene) withoutRun(step code.Step, name, file string) *app.Claim {
	list := step.Words()
	i := slices.Index(list, name)
	if i < 1 || list[i-1] != "npm" {
		return nil
	}
	where := app.Name(step.Where(s.Workspace))
	c := itIs(app.FindingConfig, app.Name(name), "npm has no command %s", app.Name(name))
	c.Read(s.path(file), "%s has a script of that name", s.path(file)).See("command", "%s has it", where)
	return c.Correct("%s: npm run %s", app.Name(step.Correct(s.Workspace)), app.Name(name))
}

// scriptDir returns the directory in which the package.json of a step is looked for.
func scriptDir(step code.Step) string {
	list := step.Words()
	for i, word := range list {
		option, value, given := strings.Cut(word, "=")
		if !slices.Contains([]string{"--prefix", "--dir", "--cwd", "-C", "cd"}, option) {
			continue
		}
		if !given && i+1 < len(list) {
			value = list[i+1]
		}
		if filepath.IsAbs(value) {
			return filepath.Clean(value)
		}
		return filepath.Join(step.Dir, value)
	}
	return step.Dir
}

// withScript returns the package.json files of the project with a script.
func (s *Scene) withScript(name string) (list []string) {
	s.Search(func(dir string) bool {
		if file := filepath.Join(dir, "package.json"); sources.Package(file).Scripts[name] != "" {
			list = append(list, s.Shown(file))
		}
		return false
	})
	return list
}

// above returns the file of that name in dir or in the nearest directory above it, or "".
func above(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if path := sources.Existing(filepath.Join(dir, name)); path != "" || dir == filepath.Dir(dir) {
			return path
		}
	}
}
