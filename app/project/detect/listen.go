package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
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
	own := p.Address(p.AllReached(p.entries(e, program)))
	if own.File == "" && len(own.Vars) == 0 && !code.UsesPort(e.Command) {
		own.Vars = p.Listens(e.at()).Vars
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
	p.takeGiven(e, name, strings.Join(program, " "), slices.Concat(config.Vars, own.Vars),
		p.Address(p.entries(e, program)))
	_ = e.take(config) || e.take(own)
}

// takeGiven makes the port that an env file names the server's own, unless another line has it. vars are those that its
// program reads, and own what its source shows: one that names a port for variables of its own doesn't take PORT.
func (p *project) takeGiven(e *ProposedServer, name, line string, vars []string, own survey.Address) {
	other := own.Port > 0 && !own.Env && len(own.Vars) > 0
	for _, dir := range []string{e.at(), path.Join(e.at(), "src"), "."} {
		for _, file := range survey.EnvFiles {
			place := filepath.Join(dir, file)
			a := p.Given(place, name, vars, func(name string) bool {
				by := p.given[place+":"+name]
				return name == "PORT" && other || by != "" && by != line
			})
			if dir == "." && e.at() != "." && a.Set[0] == "PORT" && !slices.Contains(vars, "PORT") &&
				programs.Workspace(p.Checkout) {
				continue // of another package
			}
			if !e.take(a) {
				continue
			}
			e.guessed = e.guessed && a.Set[0] == "PORT"
			if p.given[place+":"+a.Set[0]] = line; a.Set[0] != "PORT" && !code.UsesPort(e.Command) {
				e.addEnv([]Var{{a.Set[0], a.Set[1]}})
			}
		}
	}
}

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
