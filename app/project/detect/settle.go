package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

const auto = "auto"

// at is the directory of an entry as the project has it.
func (e *ProposedServer) at() string { return filepath.Clean("./" + e.Dir) }

// home is the directory with the sources of a server that runs in its workspace's.
func (e *ProposedServer) home() string {
	if file, _, _ := strings.Cut(e.From, ": "); strings.Contains(e.Command, "nx run ") {
		return path.Dir(file)
	}
	return e.at()
}

// settle decides on the port of a server and passes it on: a port that the command names, one that it takes from $PORT,
// or that of its tool, which is given $PORT by its option.
func (p *project) settle(e *ProposedServer) {
	if n, with := code.NamedPort(e.Command); n > 0 {
		e.Command, e.Port, e.standard = with, strconv.Itoa(n), n
		return
	}
	text := p.lineOf(e)
	program := code.ProgramOf(survey.Last(text))
	if code.UsesPort(e.Command) {
		e.Port = cmp.Or(e.Port, auto)
		p.configured(e, program)
		return
	}
	if n := code.AssignedPort(text); n > 0 {
		e.Port, e.standard = strconv.Itoa(n), n
		return
	}
	if n, _ := code.NamedPort(text); n > 0 {
		e.Port, e.standard = strconv.Itoa(n), n
		return
	}
	p.settleTool(e, survey.Last(text), program)
}

// lineOf returns the line of shell that a command runs: its own, or that of the script to which it leads.
func (p *project) lineOf(e *ProposedServer) string {
	return survey.Remember(p.lines, e.at()+"\x00"+e.Command+"\x00"+e.From, func() string { return p.lineIn(e) })
}

func (p *project) lineIn(e *ProposedServer) string {
	line := e.Command
	for range 4 {
		next, script := code.Script(survey.Last(line), filepath.Join(p.Root, e.at()))
		if !script {
			next, script = code.Script(code.ProgramOf(survey.Last(line)), filepath.Join(p.Root, e.at()))
		}
		if !script || next == line {
			break
		}
		if n := code.AssignedPort(line); n > 0 && code.AssignedPort(next) == 0 {
			next = "PORT=" + number(n) + " " + next
		}
		line = next
	}
	return programs.Told(p.Checkout, e.at(), e.From, line)
}

// settleTool gives the tool that a command or script starts its port, and any other program the one that its sources
// show.
func (p *project) settleTool(e *ProposedServer, words, program []string) {
	t, ok := code.FindTool(words)
	own := p.entries(e, program)
	if !ok && own == nil && e.standard == 0 && slices.Index(program, "watch") == len(program)-1 && len(program) > 0 {
		return // it builds, beside the server to which ports belong
	}
	if ok && t.Port == 0 {
		own = programs.Built(p.Checkout, e.at(), p.lineOf(e))
	}
	if ok && (t.Port > 0 || own == nil) {
		if e.standard = t.Port; t.Port == 0 { // a builder, whose configuration may open a server
			if a := p.Configured(e.at(), program[0]); a.Port > 0 && survey.Opens(p.Read(".", a.File)) {
				e.Port = auto
				e.take(a)
			}
			return
		}
		if t.Flag != "" && !programs.Passes(e.Command, filepath.Join(p.Root, e.at())) {
			if e.Port = cmp.Or(e.Port, auto); t.Port > 0 {
				p.configured(e, program)
			}
			if e.Port == auto {
				e.Port, e.About = number(t.Port), "the usual one of "+program[0]+": its script passes no other on"
			}
			return
		}
		if t.Flag != "" {
			e.Command = programs.WithFlag(e.Command, t.Flag)
		}
		if name, value, ok := strings.Cut(t.Env, "="); ok {
			e.Env = append(e.Env, Var{name, value})
		}
		e.Port, e.takes = cmp.Or(e.Port, auto), t.Flag == ""
		p.configured(e, program)
		return
	}
	if p.Silent(e.at(), program, own) {
		return
	}
	named := p.Address(p.AllReached(own)).And(programs.Shown(p.Checkout, own))
	shown := named
	if !ok {
		shown = named.And(p.Listens(e.at(), own...))
	}
	e.guessed, e.reached = named.Port == 0 && !named.Env, named.Port > 0 && p.Address(own).Port == 0
	e.standard, e.takes = cmp.Or(shown.Port, e.standard), shown.Env
	if shown.Port == 0 && len(shown.Vars) == 0 && len(program) == 0 {
		return
	}
	before := e.Port
	e.Port = cmp.Or(e.Port, auto)
	if p.configured(e, program); shown.Env && shown.Port == 0 { // its default may stand in a schema
		for _, file := range p.Files(e.at(), 3, survey.SourceExts...) {
			if text := p.Read(".", file); strings.Contains(text, "PORT") {
				e.take(survey.AddressIn(file, text, true))
			}
		}
	}
	if e.Port == auto && !e.take(shown) && !shown.Env {
		if e.Port = before; len(program) > 0 && program[0] == "go" && shown.Port == 0 && shown.OwnVariable() != "" {
			e.Port, e.guessed = auto, false
			e.addEnv([]Var{{shown.OwnVariable(), "$PORT"}})
		}
	}
}

// choose replaces auto by the tool's own port where another file of the project names that.
func (p *project) choose(servers []ProposedServer) {
	taken := map[int]bool{}
	for _, e := range servers {
		if n, err := strconv.Atoi(e.Port); err == nil {
			taken[n] = true
		}
	}
	dirs := make([]string, len(servers))
	for i := range servers {
		dirs[i] = servers[i].at()
	}
	for _, i := range p.mainFirst(servers) {
		e := &servers[i]
		if program := code.ProgramOf(code.Words(e.Command)); len(program) > 0 && e.Port == auto && e.standard > 0 &&
			!taken[e.standard] && slices.ContainsFunc(code.Brokers, func(b code.Broker) bool {
			return slices.Contains(b.Programs, program[0])
		}) {
			e.Port, e.About = strconv.Itoa(e.standard), "where its clients look for it"
		}
		if file, port := programs.Tested(p.Checkout, e.at()); e.Port == auto && e.standard == 0 && !taken[port] {
			e.take(survey.Address{Port: port, File: file})
		}
		if e.Port != auto || e.standard == 0 || taken[e.standard] {
			continue
		}
		if file := p.Referrer(e.at(), e.standard, dirs); file != "" {
			e.Port, e.About = strconv.Itoa(e.standard), file+" names this port"
			taken[e.standard] = true
		}
	}
	p.chooseProxied(servers)
}

// mainFirst returns the indices of servers, with those of documentation and the like at the end.
func (p *project) mainFirst(servers []ProposedServer) (order []int) {
	var last []int
	for i, e := range servers {
		site := func(file string) bool { return strings.HasPrefix(file, append(p.programOf(&e), "")[0]+".") }
		if survey.BesideMain(e.at()) || slices.ContainsFunc(survey.Sites, site) {
			last = append(last, i)
		} else {
			order = append(order, i)
		}
	}
	return append(order, last...)
}

// chooseProxied gives the only server with a free port the port to which another one's configuration passes requests
// on, if nothing else has that.
func (p *project) chooseProxied(servers []ProposedServer) {
	asked, ports := programs.Asked(p.Checkout, words.Each(servers, func(e ProposedServer) string { return e.home() }))
	for _, front := range servers {
		file, port := programs.PassesOn(p.Checkout, front.home())
		if port == "" || !programs.NodeCommand(front.Command) || slices.ContainsFunc(servers, func(e ProposedServer) bool {
			return e.Port == port || number(e.standard) == port
		}) {
			continue
		}
		open := func(e ProposedServer) bool {
			weak := (e.guessed || e.reached) && !p.tool(&e) && e.Port == number(e.standard) && !slices.Contains(ports, e.Port)
			return (e.Port == auto || weak || e.Port == "" && !p.tool(&e) && !e.External) &&
				(e.home() != front.home() && asked[e.home()] == "" || !programs.NodeCommand(e.Command))
		}
		if free := onlyOne(servers, open); free >= 0 {
			servers[free].Port, servers[free].About = port, file+" names this port"
		}
	}
}

// onlyOne returns the index of the only server that may be meant, or else the only one of them that Node doesn't run,
// or a negative number.
func onlyOne(servers []ProposedServer, may func(ProposedServer) bool) (i int) {
	for _, node := range []bool{true, false} {
		other := func(e ProposedServer) bool { return may(e) && (node || !programs.NodeCommand(e.Command)) }
		if i = slices.IndexFunc(servers, other); i >= 0 && !slices.ContainsFunc(servers[i+1:], other) {
			return i
		}
	}
	return -1
}
