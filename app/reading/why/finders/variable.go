package finders

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config/envvar"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// variable looks for a variable of the environment that a line names: who reads it, which file lists it, whether the
// next start has it. Without a name, it looks at what the place of the error reads.
func variable(s *Scene, p Pointer) *app.Claim {
	w := p.Words["name"]
	switch {
	case p.Of != "":
		return s.unset(p.Of)
	case w.Empty():
		return s.behind(p)
	}
	if name := s.variableOf(w); name != "" {
		return s.unset(name)
	}
	return s.setting(w)
}

// variableOf returns the variable of the project that a printed word names, in any case, or "".
func (s *Scene) variableOf(w app.Printed) string {
	for _, v := range code.VariablesIn(s.sources()) {
		if !v.Default && (w.Is(v.Name) || w.Is(strings.ToLower(v.Name))) {
			return v.Name
		}
	}
	for _, file := range s.examples() {
		for _, v := range definitions().FindAllStringSubmatch(s.text(file), 500) {
			if w.Is(v[1]) {
				return v[1]
			}
		}
	}
	return ""
}

var definitions = text.Lazy(`(?m)^\s*(?:export\s+)?#?\s*([A-Z][A-Z0-9_]*)\s*[=:]`)

// examples are the files of the project that list its variables.
func (s *Scene) examples() (list []string) {
	compose := []string{"compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml", "devservers.yml",
		".env", ".env.local"}
	for _, dir := range s.Above() {
		for _, base := range slices.Concat(sources.Examples, compose) {
			if file := filepath.Join(dir, base); exists(file) {
				list = append(list, file)
			}
		}
	}
	return list
}

// unset claims that a variable has no value, or that its value is not accepted.
func (s *Scene) unset(name string) *app.Claim {
	c := itIs(app.FindingEnv, app.Name(name), "the environment variable %s is not set", app.Name(name))
	if value, set := s.Env[name]; set {
		return s.setNow(c, name, value)
	}
	c.See("environment", "a start now gives it no value")
	for _, v := range code.VariablesIn(s.sources()) {
		if v.Name == name {
			c.Read(s.path(v.File), "%s reads it", app.Name(v.Shown(s.Workspace)))
			break
		}
	}
	example := s.Near(sources.Examples...)
	switch env := s.Near(".env"); {
	case sources.Defines(example, name):
		c.Read(s.path(example), "it is in %s", s.path(example))
	default:
		example = ""
		_ = env
	}
	return s.give(c, name, example)
}

// give sets how the variable gets its value.
func (s *Scene) give(c *app.Claim, name, example string) *app.Claim {
	env := s.Near(".env")
	if file := s.Unread(name, s.EnvFiles); file != "" {
		c.See(s.path(file), "%s sets it, but the server does not read that file", s.path(file)).Certain = true
		return c.Correct("add to the server in devservers.yml: env_file: [%s]", s.path(file))
	}
	if at := sources.BrokenEnv(env); at > 0 {
		c.See(s.path(env), "%s is not NAME=value", s.shown(env, at)).Certain = true
		return c.Correct("correct %s", s.shown(env, at))
	}
	if len(s.EnvFiles) == 0 && env == "" && example != "" {
		return c.Correct("copy %s to .env, fill it in, and add env_file: [.env] to the server in devservers.yml",
			s.path(example))
	}
	if envvar.RunsCode(name) != "" {
		return c.Correct("check who needs %s before setting it: it can make programs load code", app.Name(name))
	}
	otherwise := app.Sentence{}
	if len(s.EnvFiles) > 0 {
		otherwise = app.Say("write %s=... into %s", app.Name(name), s.path(s.EnvFiles[0]))
	}
	return c.Do(app.Step{Do: app.StepSetEnv, Server: s.Ref, Name: name}, otherwise)
}

// setNow claims that a variable was given its value after the run began, or that it is empty.
func (s *Scene) setNow(c *app.Claim, name, value string) *app.Claim {
	if value == "" {
		c.Problem = app.Say("the environment variable %s is empty", app.Name(name))
		c.See("environment", "a start now gives it an empty value")
		return s.give(c, name, "")
	}
	at, ok := s.Gives(name)
	info, err := os.Stat(at.File)
	if !ok || err != nil || s.Started.IsZero() || !info.ModTime().After(s.Started) {
		return nil
	}
	c.Problem = app.Say("the environment variable %s was not set when the run began, and is now", app.Name(name))
	c.Read(s.path(at.File), "%s gives it its value", app.Name(at.Shown(s.Workspace)))
	c.See("disk", "%s was written after the run began", s.path(at.File)).Certain = true
	return c.Do(s.step(app.StepRestart), app.Sentence{})
}

// behind claims that a variable is not set on which the place of the error depends, directly or over the configuration
// that it uses. Without a place, it is the only one that the sources read and an example lists.
func (s *Scene) behind(p Pointer) *app.Claim {
	spot, ok := s.spotAt(p.At)
	if !ok {
		return s.onlyUnset()
	}
	if c := s.behindLine(spot.File, spot.Line); c != nil {
		return c
	}
	text := statement(s.text(spot.File), spot.Line)
	imports := code.Imports(spot.File)
	for _, used := range member().FindAllStringSubmatch(text, 40) {
		for _, i := range imports {
			path := s.Source(spot.File, i.Module)
			key := used[2]
			if i.Of != "" && i.Of != "default" {
				key = i.Of
			}
			if i.Name != used[1] || path == "" || key == "" {
				continue
			}
			assigns := regexp.MustCompile(`(?:^|[^\w$.])["']?` + regexp.QuoteMeta(key) +
				`["']?(?:\s*:\s*[\w.]+)?\s*(?:=|:=|:)[^=]`)
			if at, ok := code.Lines([]string{path}, func(at code.SourceLine) bool { return assigns.MatchString(at.Text) }); ok {
				if c := s.behindLine(at.File, at.Line); c != nil {
					return c
				}
			}
		}
	}
	return nil
}

// behindLine claims that a variable is not set which a line of a source reads or uses.
func (s *Scene) behindLine(file string, line int) *app.Claim {
	last := line + strings.Count(statement(s.text(file), line), "\n")
	for n := line; n <= last; n++ {
		for _, v := range code.Behind(file, n) {
			if value, set := s.Env[v.Name]; set && value != "" {
				continue
			}
			c := s.unset(v.Name)
			if c == nil {
				continue
			}
			return c.Read(s.path(file), "%s reads it", app.Name(v.Shown(s.Workspace)))
		}
	}
	return nil
}

// onlyUnset claims that the only variable that the sources read without a default and an example lists is not set.
func (s *Scene) onlyUnset() *app.Claim {
	example := s.Near(sources.Examples...)
	var found []code.Variable
	for _, v := range code.Unset(code.VariablesIn(s.sources()), s.Env) {
		if sources.Defines(example, v.Name) {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return s.unset(found[0].Name)
}

// setting claims that a setting of the project is what a line names; the sources make it of a variable or by
// themselves.
func (s *Scene) setting(w app.Printed) *app.Claim {
	for _, file := range s.sources() {
		if !isSource(file) || w.In(s.text(file)) == "" {
			continue
		}
		at, ok := code.Lines([]string{file}, func(at code.SourceLine) bool {
			name := w.In(at.Text)
			return name != "" && !code.IsComment(at.Text) && assigned(at.Text, name)
		})
		if !ok {
			continue
		}
		for _, v := range at.Variables() {
			if _, set := s.Env[v.Name]; !set {
				c := s.unset(v.Name)
				if c == nil {
					continue
				}
				return c.Read(s.path(file), "%s takes a setting from it", app.Name(at.Shown(s.Workspace)))
			}
		}
		name, where := app.Name(w.In(at.Text)), app.Name(at.Shown(s.Workspace))
		c := itIs(app.FindingConfig, where, "the setting %s in %s is not accepted", name, where)
		return c.Read(s.path(file), "%s makes it", where).Correct("correct %s in %s", name, where)
	}
	return nil
}

// assigned reports whether a line gives a name a value.
func assigned(line, name string) bool {
	q := regexp.QuoteMeta(name)
	return regexp.MustCompile(`(?:^\s*|[.\[("'])` + q +
		`["']?[\])]*\s*(?::\s*[\w\[\], ]+)?\s*(?:\+?=[^=]|=>|:\s|,)`).MatchString(line)
}
