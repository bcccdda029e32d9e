package detect

import (
	"path"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// ruled adds the servers that rules of the project start from its own sources, if these serve or stay. One that only
// its source showed runs as its rule says.
func (f *finder) ruled(servers []ProposedServer) []ProposedServer {
	for _, s := range f.all() {
		if survey.RunnerOf(s.File) == "" && path.Ext(s.File) != ".toml" || s.Checks || s.Line == "" ||
			programs.Instead().MatchString(s.Name) || programs.EntryPoint().MatchString(s.Line) {
			continue
		}
		e, err := f.entry(lists.Listed{Name: s.Name, Line: s.Line, Dir: s.Dir, From: s.File + ": " + s.Name})
		if err != nil || !f.lasts(servers, &e, s) {
			continue
		}
		i := slices.IndexFunc(servers, func(by ProposedServer) bool {
			return f.sameSource(&by, &e) && (!survey.HasJobs(s.Name) || f.toldSame(&by, &e))
		})
		if n, _ := code.NamedPort(s.Line); survey.HasJobs(s.Name) && n == 0 { // its source's is the server's
			e.Port, e.standard, e.About = "", 0, ""
		}
		for _, file := range f.startedBy(&e) {
			if usual, serves := programs.PythonServes(f.Checkout, file); serves && !survey.HasJobs(s.Name) && !f.tool(&e) {
				f.pythonPort(&e, file, usual)
			}
		}
		if survey.ServesByName(s.Name) {
			e.Name = nameIn(e.at(), "web")
		}
		e.Before, e.Command = f.Interpreted(e.at(), e.Before...), f.Interpreted(e.at(), e.Command)[0]
		if i < 0 && f.covers(servers, e) == nil {
			servers = append(servers, e)
		} else if i >= 0 && servers[i].From == sourceOf(servers[i].From) && path.Ext(servers[i].From) == ".py" &&
			!f.tool(&servers[i]) && f.toldSame(&servers[i], &e) {
			servers[i] = e
		}
	}
	return servers
}

// toldSame reports whether two commands tell their program to do the same.
func (f *finder) toldSame(a, b *ProposedServer) bool {
	return slices.Equal(programs.Verbs(append(f.programOf(a), "")), programs.Verbs(append(f.programOf(b), "")))
}

func (p *project) tool(e *ProposedServer) bool {
	_, known := code.FindTool(p.programOf(e))
	return known
}

// lasts reports whether a rule starts a program of the project that serves, works or stays.
func (f *finder) lasts(servers []ProposedServer, e *ProposedServer, s survey.Starter) bool {
	if !s.Ends && survey.Together(f.all(), s) {
		return true
	}
	program := f.programOf(e)
	tool, known := code.FindTool(program)
	files := f.entries(e, program)
	if len(program) > 1 && (program[0] == "python" || program[0] == "node") {
		program = program[1:]
	}
	port, _ := code.NamedPort(s.Line)
	if len(files) == 0 || known && tool.Port > 0 {
		there := func(by ProposedServer) bool { return by.at() == e.at() && (port == 0 || by.Port == number(port)) }
		alone := len(servers) > 0 && !survey.BesideMain(e.at()) && !slices.ContainsFunc(servers, there)
		return known && tool.Port > 0 && (len(files) > 0 || alone) || survey.HasJobs(s.Name) && survey.Works(s.Line)
	} else if !s.Ends && (survey.HasJobs(s.Name) || port > 0) {
		return true
	}
	command := strings.Join(program[:min(2, len(program))], " ")
	files = f.entries(e, program[:min(1, len(program))]) // and not what it is told to look at
	if !survey.ServesByName(s.Name) && !programs.OneStays(f.Checkout, files) {
		return false // what it imports may serve, when others start it
	}
	its := func(by survey.Starter) bool { // what shows that a source of it stays
		return by.Name == "" && !by.Ends && (slices.Contains(files, by.File) ||
			by.Line == command && by.Why == programs.StaysUnlisted)
	}
	return slices.ContainsFunc(files, f.ListensIn) || slices.ContainsFunc(f.all(), its)
}
