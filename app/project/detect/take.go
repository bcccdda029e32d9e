package detect

import (
	"cmp"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// take adds the processes of a list.
func (f *finder) take(l lists.List) {
	f.mark(l)
	for _, p := range l.Processes {
		e, err := f.entry(p)
		e.Command = programs.OwnPython(f.Checkout, e.at(), e.Command)
		switch {
		case err != nil:
			f.note(p.From + ": " + p.Name + " is left out: " + programs.Reason(err) +
				". Put it into a script and declare that: " + p.Line)
		case p.Once && lists.Elsewhere(code.Words(e.Command)[0]):
			f.note(p.From + ": " + p.Name + " is left out: only its container has " + e.Command)
		case !p.Once && survey.WatchesTests(f.lineOf(&e)):
			f.note(p.From + " is left out: it only checks the code")
		case p.Once, survey.Once(p.Name, f.lineOf(&e)):
			f.proposal.Tasks = append(f.proposal.Tasks, e)
		default:
			f.proposal.Servers = append(f.proposal.Servers, e)
		}
	}
	f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
}

// oneGuess leaves a port that only the sources of a directory name to one server of it: one that has another sign of a
// port, or that is called web, or the first.
func oneGuess(servers []ProposedServer) {
	for i := range servers {
		if e := &servers[i]; e.reached && slices.ContainsFunc(servers, func(by ProposedServer) bool {
			return by.Port == e.Port && by.at() != e.at() && !by.reached && !by.guessed
		}) {
			e.Port, e.standard, e.About, e.reached = "", 0, "", false // what it reaches names the other server
		}
	}
	known := map[string]int{}
	rank := func(e ProposedServer) int {
		return map[bool]int{true: 3}[e.Port != "" && !e.guessed] + map[bool]int{true: 2}[e.Name == "web"]
	}
	for i, e := range servers {
		best, ok := known[e.at()]
		t, _ := code.FindTool(code.Words(e.Command))
		tool := slices.Contains(survey.Sites, e.From) || !e.guessed && (strings.Contains(e.About, ".config.") || t.Port > 0)
		if e.Port != "" && !tool && (!ok || rank(e) > rank(servers[best])) {
			known[e.at()] = i
		}
	}
	for i := range servers {
		if e := &servers[i]; e.guessed && known[e.at()] != i {
			e.Port, e.standard, e.About = "", 0, ""
		}
	}
}

// mark notes the sources that the processes of a list start.
func (f *finder) mark(l lists.List) {
	for _, p := range l.Processes {
		f.Taken = append(f.Taken, programs.Operands(f.Checkout, filepath.Join(".", p.Dir), code.Words(p.Line))...)
	}
}

// entry returns a process in the keys of devservers.yml.
func (f *finder) entry(p lists.Listed) (ProposedServer, error) {
	l := command.ShellLine{Command: command.Line(p.Argv)}
	if len(p.Argv) > 0 && p.Argv[0] == "env" {
		p.Line = l.Command
	}
	if p.Script != "" {
		manager, _ := f.Manager(filepath.Join(".", p.Dir))
		l.Command = programs.RunScript(manager, p.Script)
	}
	if p.Line != "" {
		var err error
		if l, err = command.ParseLine(programs.Cargo(f.Checkout, filepath.Join(".", p.Dir), p.Line)); err != nil {
			return ProposedServer{}, err
		}
		if strings.HasPrefix(l.Command, "$") {
			return ProposedServer{}, errForeign
		}
	}
	dir := filepath.Join(".", p.Dir, l.Dir)
	if bare, ok := programs.OfPackage(f.Checkout, dir, l.Command); ok {
		l.Command = f.executable(dir, bare)
	}
	e := ProposedServer{Name: p.Name, Command: l.Command, Before: l.Before, Dir: below(dir), EnvFiles: p.EnvFiles,
		Restart: p.Restart, From: p.From, standard: l.Port}
	for _, v := range p.Env {
		e.Env = append(e.Env, Var(v))
	}
	for _, v := range l.Env {
		e.Env = append(e.Env, Var{v[0], v[1]})
	}
	for _, name := range sorted(p.Needs) {
		e.Needs = append(e.Needs, Var{name, cmp.Or(p.Needs[name], "started")})
	}
	if !p.Once {
		f.portOf(&e, p)
	}
	return e, nil
}

// errForeign is the reason why a program whose place only the list's own tool knows can't be declared.
var errForeign = errors.New("a variable says where its program is")

// portOf decides on the port and the check of a process: those that its list gives, or else those of its tool.
func (f *finder) portOf(e *ProposedServer, p lists.Listed) {
	container := len(p.Argv) > 0 && p.Argv[0] == "docker"
	if !container {
		f.settle(e)
	}
	e.takePort()
	if p.Port > 0 {
		e.Port, e.standard, e.guessed = p.PortKey(), p.Port, false
	}
	switch {
	case container && e.Port != "":
		e.Ready = []Var{{"tcp", e.Port}}
	case p.HTTP != "" && e.Port != "":
		e.Ready = []Var{{"http", p.HTTP}}
	case p.Check != "":
		e.Ready = []Var{{"command", p.Check}}
	}
}

// takePort makes a variable PORT with a number the port, as devservers sets that variable.
func (e *ProposedServer) takePort() {
	for i, v := range e.Env {
		if n, err := strconv.Atoi(v.Value); v.Name == "PORT" && err == nil {
			e.Port, e.standard = v.Value, n
			e.Env = append(e.Env[:i:i], e.Env[i+1:]...)
			return
		}
	}
}

var placed = words.Lazy(`^[^\s:]+\.(?:py|go|php|psgi|pl)`)

// sourceOf returns the source file that a place begins with, or "".
func sourceOf(from string) string { return placed().FindString(from) }

// services takes the databases and the like that a compose file starts in containers.
func (f *finder) services() {
	l, ok := lists.Compose(f.Root)
	if !ok {
		f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
		return
	}
	l = f.built(l)
	if missing := lists.MissingForCompose(); missing != "" {
		for _, p := range l.Processes {
			f.note(p.From + " is left out: " + missing + " isn't installed here")
		}
		f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
		return
	}
	apps := len(f.proposal.Servers)
	f.take(l)
	f.await(f.proposal.Servers[:apps], l.Processes)
}

// await lets servers wait for the services that their containers wait for, or that their own files name.
func (f *finder) await(servers []ProposedServer, services []lists.Listed) {
	using := programs.Programs{Checkout: f.Checkout}
	for _, e := range servers {
		using.Dirs = append(using.Dirs, e.at())
	}
	for i := range servers {
		e := &servers[i]
		for _, s := range services {
			if slices.Contains(survey.Sites, path.Base(e.From)) {
				continue
			}
			node := programs.NodeCommand(e.Command)
			if (e.Port != "" || !node) && slices.Contains(f.awaited[e.at()], s.Name) ||
				s.Image != "" && using.Uses(e.at(), node, s.Image, s.Port) {
				e.Needs = append(e.Needs, Var{s.Name, "ready"})
			}
		}
	}
}
