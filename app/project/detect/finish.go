package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// maxTasks and maxBuilders keep a proposal readable.
const maxTasks, maxBuilders = 24, 6

// fewBuilders leaves out the packages of a workspace that only build again after edits, if they are many.
func (f *finder) fewBuilders() {
	builds := func(e ProposedServer) bool {
		return e.Dir != "" && e.Port == "" && strings.Contains(e.From, "package.json") && survey.Rebuilds(f.lineOf(&e))
	}
	for _, e := range f.proposal.Servers {
		if builds(e) && !slices.Contains(f.builders, e.at()) {
			f.builders = append(f.builders, e.at())
		}
	}
	if len(f.builders) <= maxBuilders {
		f.builders = nil
		return
	}
	f.proposal.Servers = slices.DeleteFunc(f.proposal.Servers, builds)
	for _, dir := range f.builders {
		f.leave(dir + " is left out: they only build again after edits, for other packages: declare those that you edit")
	}
}

// tasks takes the tasks of each directory that has a server, and of the project's own.
func (f *finder) tasks() {
	dirs := []string{"."}
	for _, e := range f.proposal.Servers {
		if !slices.Contains(dirs, e.at()) {
			dirs = append(dirs, e.at())
		}
	}
	var found []ProposedServer
	for _, dir := range dirs {
		found = append(found, f.nodeTasks(dir)...)
		found = append(found, f.djangoTasks(dir)...)
		found = append(found, f.pythonTasks(dir)...)
		for _, e := range f.found {
			if e.at() == dir {
				found = append(found, e)
			}
		}
		for _, by := range lists.Installs {
			if f.Has(dir, by[0]) {
				found = append(found, ProposedServer{Name: "install", Command: by[1], Dir: below(dir),
					From: filepath.Join(dir, by[0])})
			}
		}
	}
	for _, e := range found {
		if f.wanted(e) && len(f.proposal.Tasks) < maxTasks {
			f.proposal.Tasks = append(f.proposal.Tasks, e)
		}
	}
}

// wanted reports whether a task isn't done by one of the project's own directory: installing a workspace's packages.
func (f *finder) wanted(e ProposedServer) bool {
	if e.Name != "install" || !f.Has(e.at(), "package.json") {
		return true
	}
	listed := func(own ProposedServer) bool {
		return own.Name == e.Name && own.at() == e.at() && code.Words(own.Command)[0] == code.Words(e.Command)[0]
	}
	_, lock := f.Manager(e.at())
	return (lock == "" || path.Dir(lock) == e.at()) && !slices.ContainsFunc(f.proposal.Tasks, listed)
}

// finish decides on ports, gives each entry a name of its own, and leaves out what could not be declared.
func (f *finder) finish() {
	p := &f.proposal
	f.told()
	f.inSettings()
	f.choose(p.Servers)
	f.oneEach()
	taken := map[string]bool{}
	rename := func(list []ProposedServer) (kept []ProposedServer) {
		kept = []ProposedServer{}
		for _, e := range list {
			own, remarks, err := programs.Unwrapped(f.Checkout, e.at(), e.Command)
			for e.Command = own; len(remarks) > 0; remarks = remarks[1:] {
				f.once(remarks[0])
			}
			if err == nil && !e.External {
				_, err = command.Parse(e.Command)
			}
			if err != nil {
				f.note(e.From + ": " + e.Name + " is left out: " + programs.Reason(err))
				continue
			}
			e.Name = lists.Unique(taken, e.Name, e.Dir, e.Command)
			kept = append(kept, e)
		}
		return kept
	}
	p.Servers = rename(p.Servers)
	for i := range p.Servers {
		e := &p.Servers[i]
		if code.Compiles(e.Command) {
			e.Ready = append(e.Ready, Var{"timeout", "5m"})
		}
		if above := programs.EnvAbove(f.Checkout, e.at()); above != "" && e.EnvFiles == nil && !e.External {
			e.EnvFiles = []string{above}
		}
		f.watchSources(e)
	}
	p.Tasks = rename(p.Tasks)
	f.distinct()
	f.unaccounted()
	if len(p.Servers) == 0 && len(p.Tasks) > 0 {
		f.note("nothing here starts a server that could be found: declare yours below servers:")
	}
	if f.Partial() {
		f.note("there is more than was looked at: sources beyond the first 24 MB were not read")
	}
	f.needs()
	f.settingsFirst()
	f.missing()
}

// distinct gives the second of two servers with the same port a free one instead, if its command or its sources take
// it. Otherwise it is left out, as the two can't run at once.
func (f *finder) distinct() {
	seen, kept := map[string]string{}, []ProposedServer{}
	for _, e := range f.proposal.Servers {
		by := seen[e.Port]
		switch {
		case e.Port == "" || e.Port == auto || by == "":
		case strings.Contains(e.Command, "$PORT") || e.takes:
			e.Port, e.About = auto, ""
		case free(kept, e.Port):
		case e.reached:
			e.Port, e.About = "", ""
		default:
			f.note(e.From + " is left out: it listens on port " + e.Port + ", as " + by + " does: " + e.Command)
			continue
		}
		seen[e.Port] = e.Name
		kept = append(kept, e)
	}
	f.proposal.Servers = kept
}

// free gives the server that has a port a free one instead, if its command takes it.
func free(servers []ProposedServer, port string) bool {
	i := slices.IndexFunc(servers, func(e ProposedServer) bool { return e.Port == port })
	if i < 0 || !strings.Contains(servers[i].Command, "$PORT") {
		return false
	}
	servers[i].Port, servers[i].About = auto, ""
	return true
}

// settingsFirst lets programs wait for the server from which they get their settings.
func (f *finder) settingsFirst() {
	for _, by := range f.proposal.Servers {
		if is, _ := programs.ConfigServer(f.Checkout, by.at()); !is {
			continue
		}
		for i := range f.proposal.Servers {
			if _, needs := programs.ConfigServer(f.Checkout, f.proposal.Servers[i].at()); needs {
				f.proposal.Servers[i].Needs = append(f.proposal.Servers[i].Needs, Var{by.Name, "ready"})
			}
		}
	}
}

// needs leaves out dependencies on what isn't proposed.
func (f *finder) needs() {
	known := func(v Var) bool {
		has := func(e ProposedServer) bool { return e.Name == v.Name }
		return slices.ContainsFunc(f.proposal.Servers, has) || slices.ContainsFunc(f.proposal.Tasks, has)
	}
	for i := range f.proposal.Servers {
		e := &f.proposal.Servers[i]
		e.Needs = slices.DeleteFunc(e.Needs, func(v Var) bool { return !known(v) })
	}
}

// missing notes what is to be done before the first start.
func (f *finder) missing() {
	for _, e := range f.proposal.Servers {
		dir := e.at()
		switch {
		case strings.Contains(e.Command, "python3 -m") && f.Has(dir, survey.Python...):
			f.once("no virtual environment was found for " + e.Name +
				"; if its packages are in one, write its path instead of python3, such as .venv/bin/python")
		case programs.NodeCommand(e.Command) && f.Uninstalled(dir):
			f.once("packages aren't installed yet: " + f.Install(dir))
		}
	}
	for _, env := range f.Lacked() {
		f.once(env[1] + " is missing: copy " + env[0] + " and fill it in")
	}
}

func (f *finder) once(text string) {
	if !slices.Contains(f.proposal.Notes, text) {
		f.note(text)
	}
}
