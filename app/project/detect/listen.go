package detect

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

// configured makes the port that env files, the tool's configuration or its sources name the server's own. Programs
// that take the port by an option have only the sources that their command names.
func (p *project) configured(e *ProposedServer, program []string) {
	if e.Port != auto {
		return
	}
	name := ""
	if len(program) > 0 {
		name = program[0]
	}
	own := p.address(p.reached(p.entries(e, program)))
	if own.File == "" && len(own.Vars) == 0 && !code.UsesPort(e.Command) {
		own.Vars = p.listens(e.at()).Vars
	}
	config := p.Configured(e.at(), name)
	for _, file := range programs.Operands(p.Checkout, e.at(), program) {
		if survey.ToolConfig(file) {
			config = p.ConfigIn(file).And(config)
		}
	}
	for at := e.at(); at != "." && config.Port == 0; { // such as that of an umbrella
		at = filepath.Dir(at)
		if whole := p.Configured(at, name); strings.Contains(p.Read(".", whole.File), filepath.Base(e.Dir)) {
			config = config.And(p.Block(whole, filepath.Base(e.Dir)))
		}
	}
	p.takeGiven(e, name, strings.Join(program, " "), slices.Concat(config.Vars, own.Vars))
	_ = e.take(config) || e.take(own)
}

// takeGiven makes the port that an env file names the server's own, unless another line has it. vars are those that its
// program reads.
func (p *project) takeGiven(e *ProposedServer, name, line string, vars []string) {
	for _, dir := range []string{e.at(), "."} {
		for _, file := range survey.EnvFiles {
			path := filepath.Join(dir, file)
			a := p.Given(path, name, vars)
			if dir != e.at() && a.Set[0] == "PORT" && !slices.Contains(vars, "PORT") && p.Has(".", workspaces...) {
				continue // of another package
			}
			if by, ok := p.given[path]; ok && by != line || !e.take(a) {
				continue
			}
			if p.given[path] = line; a.Set[0] != "PORT" && !code.UsesPort(e.Command) {
				e.addEnv([]Var{{a.Set[0], a.Set[1]}})
			}
		}
	}
}

// workspaces are files that say that a project has several packages.
var workspaces = []string{"pnpm-workspace.yaml", "turbo.json", "nx.json", "lerna.json"}

// take sets the port that files show, unless the server has one, and reports whether it did.
func (e *ProposedServer) take(a survey.Address) bool {
	if a.Port == 0 || e.Port != auto {
		return false
	}
	e.Port, e.standard, e.About = strconv.Itoa(a.Port), a.Port, a.About()
	return true
}

// entries returns the sources that a command starts: files and modules that it names.
func (p *project) entries(e *ProposedServer, program []string) []string {
	return survey.Remember(p.sources, e.at()+"\x00"+strings.Join(program, "\x00"), func() []string {
		return slices.Clip(programs.Named(p.Checkout, e.at(), program))
	})
}

// reached returns sources, and what those of JavaScript and Go import.
func (p *project) reached(files []string) (all []string) {
	for _, file := range files {
		all = append(append(all, file), programs.Reached(p.Checkout, file)...)
		if filepath.Ext(file) == ".go" && !slices.Contains(all[:len(all)-1], file) {
			for _, piece := range programs.Closure(p.Checkout, filepath.Dir(file)) {
				all = append(all, piece.File)
			}
		}
	}
	return all
}

// inSources matches the names of sources that have a program's settings.
var inSources = text.Lazy(`(?:^|/)(?:config|conf|settings|options)\w*(?:/\w+)?\.(?:go|rs)$|(?:^|/)config/(?:\w+/)?server\.php$`)

// address returns what files show of where their program listens. Each is looked at once.
func (p *project) address(files []string) (a survey.Address) {
	for _, file := range files {
		a = a.And(survey.Remember(p.heard, file, func() survey.Address {
			return survey.AddressIn(file, programs.Valued(p.Checkout, file), inSources().MatchString(file))
		}))
	}
	return a
}

// listens returns where the sources in a directory listen; nothing if none opens a server. more are files that a
// command names.
func (p *project) listens(dir string, more ...string) survey.Address {
	alone := slices.ContainsFunc(more, func(file string) bool { return filepath.Ext(file) == ".go" }) // it names all
	if reached := p.reached(more); alone || len(reached) > len(more) {
		if a := p.address(reached); alone || a.Port > 0 || len(a.Vars) > 0 || slices.ContainsFunc(reached, p.listensIn) {
			return a
		}
	}
	all := p.Files(dir, 3, survey.SourceExts...)
	all = append(all, p.Files(filepath.Join(dir, "src/main"), 8, survey.SourceExts...)...)
	sources := slices.ContainsFunc(more, func(file string) bool {
		return slices.Contains(survey.SourceExts, filepath.Ext(file))
	})
	files := slices.DeleteFunc(all, func(file string) bool {
		return sources && survey.ToolConfig(file) || slices.Contains(p.started, file) || slices.Contains(more, file) ||
			filepath.Ext(file) == ".py" && p.runsAlone(file) || !p.Belongs(dir, file) // to another program
	})
	a := p.address(append(slices.Clone(more), files...))
	if others := slices.ContainsFunc(files, func(file string) bool {
		by := p.address([]string{file}).Port
		return by > 0 && by != a.Port && p.listensIn(file) && p.listensIn(a.File)
	}); others {
		a.Port, a.File, a.Also = 0, "", nil // nothing shows which program is meant
	}
	return a
}

// runsAlone reports whether a source of Python opens a server when it is run. Each is looked at once.
func (p *project) runsAlone(file string) bool {
	return survey.Remember(p.alone, file, func() bool { return code.PythonRuns(p.Read(".", file)) })
}

// listensIn reports whether a source of JavaScript opens a server itself.
func (p *project) listensIn(file string) bool {
	return programs.Script(file) && strings.Contains(p.Read(".", file), ".listen(")
}
