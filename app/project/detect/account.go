package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// listed adds the processes of a project's lists to the servers that its frameworks show. The first list for
// development is taken as a whole; of a list for deployment, only what the frameworks don't show. What is left out is
// named.
func (f *finder) listed(scanned []ProposedServer) {
	for i, read := range lists.Readers {
		l, ok := read(f.Root)
		if !ok {
			continue
		}
		partial := slices.Contains(lists.Partial, l.File) && !lists.RunsList(f.Checkout)
		if len(scanned) > 0 && (partial || !f.listServes(l)) {
			f.rest(l, scanned)
			continue
		}
		f.given = map[string]string{} // its processes come before what runs them
		if f.take(l); len(f.proposal.Servers) == 0 {
			continue
		}
		f.beside(l.File, scanned)
		for _, later := range lists.Readers[i+1:] {
			if other, ok := later(f.Root); ok && other.Runs() {
				f.note(other.File + " lists processes, too, and is left out beside " + l.File)
			}
		}
		return
	}
	f.proposal.Servers = append(scanned, f.proposal.Servers...)
}

// rest takes the processes of a list that no framework shows, and names the others.
func (f *finder) rest(l lists.List, scanned []ProposedServer) {
	more := lists.List{File: l.File, Notes: l.Notes}
	f.mark(l)
	for _, p := range l.Processes {
		e, err := f.entry(p)
		by := f.covers(scanned, e)
		if err == nil && by != nil && !survey.Once(p.Name, f.lineOf(&e)) && (by.Command == e.Command || by.Port != "" ||
			!strings.HasPrefix(by.From, l.File+":")) { // which another process is already
			program := append(f.programOf(&e), "")
			if prefix, _, ok := strings.Cut(by.Command+" ", program[0]+" "); ok && by.Port == "" { // with a worker's queues
				by.Command, by.From = prefix+strings.TrimSpace(strings.Join(program, " ")), e.From
				if strings.Contains(p.Line, " -- ") { // with what restarts it
					by.Command = e.Command
				}
			} else if by.Command != e.Command {
				if by.Before == nil && programs.FirstTwo(program[:len(program)-1]) == programs.FirstTwo(f.programOf(by)) {
					by.Before = f.Interpreted(by.at(), e.Before...)
				}
				if e.About == "" { // else its tool's configuration names the port, which the other tool doesn't read
					by.take(survey.Address{Port: e.standard, File: p.From}.Named(e.Port))
				}
				f.note(p.From + ": " + p.Name + " is left out: " + by.Command + " does the same for development")
			} else if l.File != "Procfile" { // which is for deployment
				by.addEnv(e.Env)
			}
			continue
		}
		if err == nil && f.runsPackages(e) { // whose scripts are found where they are
			f.leave(p.From + " is left out: it runs scripts of other packages: " + e.Command)
			continue
		}
		more.Processes = append(more.Processes, p)
	}
	f.take(more)
}

// runsPackages reports whether a command runs a script that runs those of other packages.
func (f *finder) runsPackages(e ProposedServer) bool {
	var m programs.Manifest
	_ = f.JSON(e.at(), "package.json", &m)
	return slices.ContainsFunc(m.Named(e.Command), func(name string) bool {
		return programs.Runners().MatchString(m.Scripts[name])
	})
}

// listServes reports whether a process of a list is a server, not only workers and builds.
func (f *finder) listServes(l lists.List) bool {
	f.mark(l)
	return slices.ContainsFunc(l.Processes, func(p lists.Listed) bool {
		e, err := f.entry(p)
		return err != nil || e.Port != "" || p.Name == "web"
	})
}

// addEnv adds the variables that a server lacks.
func (e *ProposedServer) addEnv(more []Var) {
	for _, v := range more {
		if !slices.ContainsFunc(e.Env, func(own Var) bool { return own.Name == v.Name }) {
			e.Env = append(e.Env[:len(e.Env):len(e.Env)], v)
		}
	}
}

// beside names the servers of frameworks that a list for development doesn't have.
func (f *finder) beside(file string, scanned []ProposedServer) {
	for _, e := range scanned {
		program := strings.Join(f.programOf(&e)[:min(2, len(f.programOf(&e)))], " ")
		failed := slices.ContainsFunc(f.proposal.Notes, func(note string) bool {
			return strings.HasPrefix(note, file) && program != "" && strings.Contains(note, program)
		})
		switch {
		case f.covers(f.proposal.Servers, e) != nil:
		case failed:
			f.proposal.Servers = append(f.proposal.Servers, e)
		default:
			f.note(e.From + " is left out: " + file + " has no process for it: " + e.Command)
		}
	}
}

// covers returns the server that does what another one would, or nil: the same command, tool or source in the same
// directory, all packages of a workspace, or that of the framework beside the server of a deployment.
func (f *finder) covers(servers []ProposedServer, e ProposedServer) *ProposedServer {
	for i, s := range servers {
		all := programs.Runners().MatchString(s.Command) && strings.Contains(e.From, "package.json")
		if all || s.at() == e.at() && f.alike(s, e) || f.entersFor(&e, s) {
			return &servers[i]
		}
	}
	return nil
}

// entersFor reports whether a command names the directory in which a server runs the same program.
func (f *finder) entersFor(e *ProposedServer, s ProposedServer) bool {
	one, other := f.programOf(e), f.programOf(&s)
	return s.at() != e.at() && len(one) > 1 && len(other) > 0 && one[0] == other[0] &&
		slices.ContainsFunc(one[1:], func(word string) bool { return filepath.Join(e.at(), word) == s.at() })
}

// published gives the only server in a directory the port at which a compose file publishes it.
func (f *finder) published(dir string, p lists.Listed) {
	at := func(e ProposedServer) bool {
		other := slices.Contains(survey.Sites, path.Base(e.From)) || programs.ElsewhereIn().MatchString(e.Command) ||
			programs.NodeCommand(strings.Join(survey.Last(p.Built), " ")) && !programs.NodeCommand(e.Command)
		own := e.at() == dir || dir == "." && p.Image != "" && programs.Built(f.Checkout, e.at(), f.lineOf(&e)) != nil
		return own && !other && (e.Port == auto || e.Port == "" && p.Image != "" && f.opens(&e))
	}
	i := slices.IndexFunc(f.proposal.Servers, at)
	if i >= 0 && dir == "." && programs.NodeCommand(f.proposal.Servers[i].Command) && slices.ContainsFunc(
		f.proposal.Servers, func(e ProposedServer) bool { return e.at() == dir && e.Port != "" && e.Port != auto }) {
		return // that one is in the container
	}
	taken := slices.ContainsFunc(f.proposal.Servers, func(e ProposedServer) bool { return e.Port == number(p.Port) })
	if i >= 0 && !taken && p.Port > 1023 && !slices.ContainsFunc(f.proposal.Servers[i+1:], at) {
		file, _, _ := strings.Cut(p.From, ":")
		f.proposal.Servers[i].Port = auto
		f.proposal.Servers[i].take(survey.Address{Port: p.Port, File: file})
	}
}

// told gives servers the ports that a script, or a rule of a Makefile, names for the same program.
func (f *finder) told() {
	f.starters = f.all()
	for i := range f.proposal.Servers {
		e := &f.proposal.Servers[i]
		for _, s := range f.starters {
			if f.meant(e, s); s.Ends || s.Checks || s.Why != "" && s.Line == "" {
				continue
			}
			n, with := code.NamedPort(s.Line)
			if f.serves(s, e) {
				for _, part := range programs.Parts(f.Checkout, s.File) {
					e.take(survey.AddressIn(part.File, part.Text, true))
				}
			}
			if n = max(n, code.AssignedPort(s.Line)); n > 0 && s.Why == "" && e.at() == filepath.Clean(s.Dir) &&
				f.alike(*e, ProposedServer{Command: s.Line, Dir: e.Dir}) {
				l, err := command.ParseLine(with)
				if err == nil && e.defaulted() && with != s.Line && !code.UsesPort(e.Command) {
					e.Command, e.Before, e.Port = l.Command, l.Before, auto
				}
				e.take(survey.Address{Port: n, File: strings.TrimSuffix(s.File+": "+s.Name, ": ")})
			}
		}
	}
}

// meant makes a server that only its source shows run as people start it: by the rule that they wrote for that, with
// its variables, its options, and what it does before.
func (f *finder) meant(e *ProposedServer, s survey.Starter) {
	place := strings.TrimSuffix(s.File+": "+s.Name, ": ")
	if s.Name == "" && survey.HasJobs(strings.TrimSuffix(s.File, path.Ext(s.File))) { // a script for a shell
		s.Name = "worker"
	}
	if s.Line == "" || e.Command == "" || s.Why != "" || strings.Contains(e.From, ":") ||
		!survey.ServesByName(s.Name) && !survey.HasJobs(s.Name) {
		return
	}
	own, err := f.entry(lists.Listed{Line: s.Line, Dir: s.Dir, From: place})
	runner := survey.RunnerOf(s.File)
	if err != nil && runner != "" && e.at() == filepath.Clean(path.Dir(s.File)) {
		last := ProposedServer{Command: strings.Join(survey.Last(s.Line), " "), Dir: e.Dir}
		if f.sameSource(e, &last) {
			e.Command, e.From = runner+" "+s.Name, place
		}
		return
	}
	if err == nil && f.entersFor(&own, *e) {
		e.addEnv(own.Env)
	}
	bare := append(f.programOf(e), "")
	if prefix, _, ok := strings.Cut(e.Command, bare[0]+" "); ok && err == nil && survey.HasJobs(s.Name) {
		if own.at() == e.at() && strings.HasPrefix(own.Command, bare[0]+" ") && !strings.Contains(own.Command, "$") &&
			(f.runsNoOther(e, &own) || strings.HasSuffix(s.File, contained)) &&
			slices.Equal(programs.Verbs(f.programOf(&own)), programs.Verbs(bare)) { // with its queues
			e.Command, e.From = prefix+own.Command, place
		}
		return
	}
	if err != nil || own.at() != e.at() || !f.sameSource(e, &own) && programs.FirstTwo(bare[:len(bare)-1]) !=
		programs.FirstTwo(f.programOf(&own)) && !strings.HasPrefix(own.Command+" ", strings.Join(bare, " ")) {
		return
	}
	first, _, _ := strings.Cut(own.Command, " ")
	if e.Before = f.Interpreted(e.at(), own.Before...); strings.HasPrefix(e.Command+" ", first+" ") {
		e.Command, e.From = own.Command, place
		if own.Port != "" {
			e.Port, e.standard, e.About, e.takes = own.Port, own.standard, own.About, own.takes
			e.guessed, e.reached = own.guessed, own.reached
		}
	}
	e.addEnv(own.Env)
	e.portIn(own.Env, f.Address(f.entries(e, f.programOf(e))).Vars, place)
}

// portIn makes the value of a variable from which a server's own source takes its port that port.
func (e *ProposedServer) portIn(env []Var, read []string, place string) {
	for _, v := range env {
		if n, err := strconv.Atoi(v.Value); err == nil && slices.Contains(read, v.Name) {
			e.Port, e.standard, e.About = v.Value, n, place+" names this port"
		}
	}
}

// runsNoOther reports whether two commands name no sources, or one of the same.
func (f *finder) runsNoOther(a, b *ProposedServer) bool {
	return f.sameSource(a, b) || len(f.entries(a, f.programOf(a))) == 0 && len(f.entries(b, f.programOf(b))) == 0
}

// defaulted reports whether a server's port is only the default of a source, which an option changes.
func (e *ProposedServer) defaulted() bool {
	file, _, _ := strings.Cut(e.About, " ")
	return !strings.Contains(file, ".config.") && slices.Contains(survey.SourceExts, filepath.Ext(file))
}

// serves reports whether a program of Python starts the application of a server, which it names.
func (f *finder) serves(s survey.Starter, e *ProposedServer) bool {
	program := strings.HasPrefix(s.Line, "python ") && strings.HasSuffix(s.File, ".py")
	return program && slices.ContainsFunc(f.programOf(e), func(word string) bool {
		return len(word) > 4 && strings.Contains(word, ":") && strings.Contains(f.Read(".", s.File), word)
	})
}

func (f *finder) alike(a, b ProposedServer) bool {
	one, other := f.programOf(&a), f.programOf(&b)
	toolA, okA := code.FindTool(one)
	toolB, okB := code.FindTool(other)
	if okA && okB && toolA.Words == toolB.Words && toolA.Port > 0 {
		return true
	}
	if okA && okB && toolA.Words == toolB.Words &&
		slices.ContainsFunc(programs.Verbs(one), func(w string) bool { return slices.Contains(other, w) }) {
		return true
	}
	deployed := (b.Name == "web" || survey.OneConfig(one, other)) && a.Port != "" &&
		programs.NodeCommand(a.Command) == programs.NodeCommand(b.Command) &&
		(okA || len(f.entries(&b, other)) == 0 || f.sameSource(&a, &b)) &&
		!slices.Contains(survey.Sites, a.From) && strings.HasPrefix(b.From, "Procfile:")
	return deployed || a.Command == b.Command || len(one) > 1 && len(other) > 1 && programs.Same(one, other)
}

// programOf returns the program that a server's command, or its script, starts.
func (p *project) programOf(e *ProposedServer) []string {
	return code.ProgramOf(survey.Last(p.lineOf(e)))
}
