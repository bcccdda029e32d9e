package finders

import (
	"os"
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/command"
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
		return unset(s, p.Of)
	case w.Empty():
		return behind(s, p)
	}
	if name := variableOf(s, w); name != "" {
		return unset(s, name)
	}
	if p.At > 0 && s.Lines[p.At-1].Text.Fits(pythonFrame()) || p.At >= 0 && s.Lines[p.At].Text == w {
		return nil // the code of a frame states nothing, nor does a word alone
	}
	if name, at := listed(s, w); name != "" {
		if c := unset(s, name); c != nil {
			return c.ReadIn(s.Line(at), "%s names it")
		}
		return nil
	}
	return setting(s, w, p.At)
}

var (
	computes = words.Lazy(`(?:\benviron(?:\.get)?\s*[\[(]|[gG]etenv\(|LookupEnv\(|process\.env\[|\bENV(?:\.fetch\(|\[)|` +
		`env::var(?:_os)?\()\s*[a-z_]\w*\s*[\]),]`)
	inCapitals = words.Lazy("[\"'`]([A-Z][A-Z0-9_]{2,100})[\"'`]")
)

// listed returns the name that a line of a source has in quotes, if that source reads variables by names that it
// computes.
func listed(s *Scene, w app.Printed) (name string, at code.SourceLine) {
	names := func(at code.SourceLine) bool {
		for _, m := range inCapitals().FindAllStringSubmatch(at.Text, 40) {
			if w.Is(m[1]) && !code.IsComment(at.Text) {
				name = m[1]
			}
		}
		return name != ""
	}
	for _, file := range s.Written() {
		if sources.IsSource(file) && computes().MatchString(s.Text(file)) {
			if at, ok := code.Lines([]string{file}, names); ok {
				return name, at
			}
		}
	}
	return "", at
}

// variableOf returns the variable of the project that a printed word names, in any case, or "".
func variableOf(s *Scene, w app.Printed) string {
	for _, v := range s.Variables() {
		if !v.Default && (w.Is(v.Name) || w.Is(strings.ToLower(v.Name))) {
			return v.Name
		}
	}
	for _, file := range s.VariableFiles() {
		for _, v := range definitions().FindAllStringSubmatch(s.Text(file), 500) {
			if w.Is(v[1]) {
				return v[1]
			}
		}
	}
	return ""
}

var definitions = words.Lazy(`(?m)^\s*(?:export\s+)?#?\s*([A-Z][A-Z0-9_]*)\s*[=:]`)

// unset claims that a variable has no value, or that its value is not accepted.
func unset(s *Scene, name string) *app.Claim {
	c := app.About(app.FindingEnv, app.Known(name), "the environment variable %s is not set")
	if value, set := s.Env[name]; set {
		return setNow(s, c, name, value)
	}
	c.See("environment", "a start now gives it no value")
	for _, v := range s.Variables() {
		if v.Name == name {
			c.ReadIn(s.Line(v.SourceLine), "%s reads it")
			break
		}
	}
	example := s.Near(sources.Examples...)
	if !sources.Defines(example, name) {
		return give(s, c, name, "")
	}
	c.Read(app.OwnerOf(s.PathOf(example)), "it is in %s", s.PathOf(example))
	return give(s, c, name, example)
}

// give sets how the variable gets its value.
func give(s *Scene, c *app.Claim, name, example string) *app.Claim {
	env := s.Near(".env")
	if file := s.Unread(name, s.EnvFiles); file != "" {
		c.SeeIn(s.PathOf(file), "%s sets it, but env_file does not name that file").Certain = true
		return c.Correct("add to the server in devservers.yml: env_file: [%s]", s.PathOf(file))
	}
	if at := sources.BrokenEnv(env); at > 0 {
		c.SeeIn(s.At(env, at), "%s is not NAME=value").Certain = true
		return c.Correct("correct %s", s.At(env, at))
	}
	if len(s.EnvFiles) == 0 && env == "" && example != "" {
		return c.Correct("copy %s to .env, fill it in, and add env_file: [.env] to the server in devservers.yml",
			s.PathOf(example))
	}
	if command.RunsCode(name) != "" {
		return c.Correct("check who needs %s before setting it: it can make programs load code", app.Known(name))
	}
	if c.SetEnv(s.Server(), app.Known(name), ""); len(s.EnvFiles) > 0 {
		c.Or("write %s=... into %s", app.Known(name), s.PathOf(s.EnvFiles[0]))
	}
	return c
}

// setNow claims that a variable was given its value after the run began, or that it is empty.
func setNow(s *Scene, c *app.Claim, name, value string) *app.Claim {
	if value == "" {
		c.Problem = app.Say("the environment variable %s is empty", app.Known(name))
		c.See("environment", "a start now gives it an empty value")
		return give(s, c, name, "")
	}
	at, ok := s.Gives(name)
	info, err := os.Stat(at.File)
	if !ok || err != nil || s.Started.IsZero() || !info.ModTime().After(s.Started) {
		return nil
	}
	c.Problem = app.Say("the environment variable %s was not set when the run began, and is now", app.Known(name))
	c.ReadIn(s.Line(at), "%s gives it its value")
	c.See("disk", "%s was written after the run began", s.PathOf(at.File)).Certain = true
	return c.Do(app.StepRestart, s.Server())
}

// behind claims that a variable is not set on which the place of the error depends, directly or over the configuration
// that it uses. Without a place, it is the only one that the sources read and an example lists.
func behind(s *Scene, p Pointer) *app.Claim {
	spot, ok := s.SpotAt(p.At)
	if !ok {
		return onlyUnset(s)
	}
	if c := behindLine(s, spot.File, spot.Line); c != nil {
		return c
	}
	text := code.Statement(s.Text(spot.File), spot.Line)
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
				if c := behindLine(s, at.File, at.Line); c != nil {
					return c
				}
			}
		}
	}
	return nil
}

// member matches a name that a line uses, with what it takes of it.
var member = words.Lazy(`(?:^|[^\w$.])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?`)

// behindLine claims that a variable is not set which a line of a source reads or uses.
func behindLine(s *Scene, file string, line int) *app.Claim {
	last := line + strings.Count(code.Statement(s.Text(file), line), "\n")
	for n := line; n <= last; n++ {
		for _, v := range code.Behind(file, n) {
			if s.Env[v.Name] != "" {
				continue
			}
			if c := unset(s, v.Name); c != nil {
				return c.ReadIn(s.Line(v.SourceLine), "%s reads it")
			}
		}
	}
	return nil
}

// onlyUnset claims that the only variable that the sources read without a default and an example lists is not set.
func onlyUnset(s *Scene) *app.Claim {
	example := s.Near(sources.Examples...)
	var found []code.Variable
	for _, v := range code.Unset(s.Variables(), s.Env) {
		if sources.Defines(example, v.Name) {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return unset(s, found[0].Name)
}

var pythonFrame = words.Lazy(`^\s+File "[^"]+", line \d+, in `)

// setting claims that a setting of the project is what a line names; the sources make it of a variable or by
// themselves.
func setting(s *Scene, w app.Printed, said int) *app.Claim {
	for _, file := range s.Written() {
		if !sources.IsSource(file) || w.In(s.Text(file)) == "" {
			continue
		}
		at, ok := code.Lines([]string{file}, func(at code.SourceLine) bool {
			name := w.In(at.Text)
			return name != "" && text.LevelOf(name) == "" && !s.Prints(at.Text, said) && !code.IsComment(at.Text) &&
				code.Assigns(at.Text, name)
		})
		if !ok {
			continue
		}
		for _, v := range at.Variables() {
			if _, set := s.Env[v.Name]; set {
				continue
			}
			if c := unset(s, v.Name); c != nil {
				return c.ReadIn(s.Line(at), "%s takes a setting from it")
			}
		}
		name, where := app.Known(w.In(at.Text)), s.Line(at)
		c := app.ItIs(app.FindingConfig, where, "the setting %s in %s is not accepted", name, where)
		return c.ReadIn(where, "%s makes it").Correct("correct %s in %s", name, where)
	}
	return nil
}
