package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// unaccounted names what starts something and is neither declared nor named yet.
func (f *finder) unaccounted() {
	var left []survey.Starter
	for _, s := range append(f.starters, f.waiting...) {
		works := func(e ProposedServer) bool {
			return strings.Contains("/"+strings.ReplaceAll(e.Command, " ", "/"),
				"/"+strings.ReplaceAll(s.Name, " ", "/"))
		}
		if s.By = f.by(s); !f.itself(s) && !f.mentioned(s) && (s.Why == "" || s.Name == "" ||
			!slices.ContainsFunc(f.proposal.Servers, works)) {
			left = append(left, s)
		}
	}
	f.proposal.LeftOut, f.proposal.Notes = lists.LeftOut(append(f.proposal.Notes, f.left...), left)
}

// all returns what starts something: entries of files, and programs.
func (f *finder) all() []survey.Starter {
	if f.starters == nil {
		f.starters = programs.Entries(f.Checkout)
	}
	return f.starters
}

// plain proposes the first program of a directory without a server that serves when it is run as it is, or works beside
// servers of other directories.
func (f *finder) plain(servers []ProposedServer) (more []ProposedServer) {
	for _, s := range f.all() {
		works := s.Why == programs.StaysWithoutPort && len(servers) > 0 && s.Dir != "."
		own := programs.ServerEntry(f.Checkout, s)
		if own != "" { // which a package installs
			s.Line, s.Why = own, programs.ServesWhenRun
		}
		if !works && s.Why != programs.ServesWhenRun || filepath.Ext(s.File) == ".py" || s.Line == "" ||
			slices.ContainsFunc(append(servers, more...), func(e ProposedServer) bool { return e.at() == path.Clean(s.Dir) }) {
			continue
		}
		e := ProposedServer{Name: nameIn(s.Dir, "web"), Command: f.Own(s.Dir, s.Line), Dir: below(s.Dir), From: s.File}
		if e.Command = f.Interpreted(s.Dir, e.Command)[0]; own != "" {
			e.Command, e.From = own, s.File+": "+s.Name
		}
		if works {
			more = append(more, e)
			continue
		}
		if f.settle(&e); e.Port == "" {
			if e.Port = auto; !e.take(survey.AddressIn(s.File, programs.EntryText(f.Checkout, s), true)) {
				e.Port = ""
			}
		}
		more = append(more, e)
	}
	return more
}

// staying proposes what runs until it is stopped by its words, each command once, where nothing else is known.
func (f *finder) staying() (servers []ProposedServer) {
	for _, s := range f.all() {
		if s.Ends || s.Checks || s.Why != "" || s.Line == "" || programs.EntryPoint().MatchString(s.Line) {
			continue
		}
		p := lists.Listed{Name: cmp.Or(s.Name, strings.TrimSuffix(path.Base(s.File), path.Ext(s.File))), Line: s.Line,
			Dir: s.Dir, From: strings.TrimSuffix(s.File+": "+s.Name, ": ")}
		if strings.HasSuffix(s.File, "package.json") {
			p.Line, p.Script, p.From = "", s.Name, s.File+": scripts."+s.Name
		}
		if e, err := f.entry(p); err == nil && f.covers(servers, e) == nil {
			servers = append(servers, e)
		}
	}
	if len(servers) > 0 {
		return servers
	}
	stay := slices.DeleteFunc(slices.Clone(f.all()), func(s survey.Starter) bool {
		return s.Ends || s.Line == "" || s.Name != ""
	})
	if len(stay) == 1 { // all that there is
		e := ProposedServer{Name: "worker", Command: stay[0].Line, Dir: below(stay[0].Dir), From: stay[0].File}
		e.Command = f.Interpreted(e.at(), e.Command)[0]
		servers = append(servers, e)
	}
	return servers
}

// itself reports whether a starter is declared: as a server, or as a task.
func (f *finder) itself(s survey.Starter) bool {
	return slices.ContainsFunc(slices.Concat(f.proposal.Servers, f.proposal.Tasks), func(d ProposedServer) bool {
		file, _, _ := strings.Cut(d.From, " (")
		entry, ok := strings.CutPrefix(file, s.File+": ")
		return s.Name != "" && (ok && strings.HasSuffix("."+entry, "."+s.Name) ||
			slices.Contains([]string{"make " + s.Name, "just " + s.Name, "task " + s.Name}, f.lineOf(&d)))
	})
}

// by returns the name of the proposed server that starts what a starter would, or "".
func (f *finder) by(s survey.Starter) string {
	e := ProposedServer{Name: s.Name, Command: s.Line, Dir: below(s.Dir), From: s.File}
	if at := programs.ElsewhereIn().FindStringSubmatch(s.Line); at != nil {
		s.Dir = path.Join(s.Dir, at[1])
	}
	by := slices.IndexFunc(f.proposal.Servers, func(d ProposedServer) bool {
		file, _, _ := strings.Cut(d.From, " (")
		switch {
		case s.Ends && f.sameSource(&d, &e) && (s.Name == "" || s.Named || programs.FirstTwo(append(f.programOf(&d), "")) ==
			programs.FirstTwo(append(f.programOf(&e), ""))), s.Alone && (s.Dir == "" || d.at() == path.Clean(s.Dir)),
			s.Name == "" && f.names(&d, s):
			return true
		case s.Name == "" && (file == s.File || path.Dir(file) == s.File || strings.HasPrefix(file, s.File+":")):
			return true
		case strings.HasSuffix(s.File, "package.json") && d.at() == path.Clean(s.Dir) &&
			programs.LeadsTo(f.Checkout, d.at(), d.Command, s.Name):
			return true
		}
		if s.Name == s.Line && s.Line != "" && strings.Contains(" "+strings.Join(f.programOf(&d), " ")+" ",
			" "+strings.Join(code.ProgramOf(code.Words(s.Line)), " ")+" ") {
			return true
		}
		return f.serves(s, &d) || s.Line != "" && d.at() == path.Clean(s.Dir) &&
			(f.alike(d, e) || d.Command == s.Line || slices.Equal(f.programOf(&d), f.programOf(&e)))
	})
	if by < 0 {
		return ""
	}
	return f.proposal.Servers[by].Name
}

// names reports whether a server's command names the file of a starter, or the server has one of its ports.
func (f *finder) names(d *ProposedServer, s survey.Starter) bool {
	own, _ := strconv.Atoi(d.Port)
	return slices.Contains(f.programOf(d), survey.Relative(d.at(), s.File)) || slices.Contains(s.Ports, own) ||
		slices.Contains(s.Ports, d.standard) && d.standard > 0 || s.Ports != nil && path.Dir(s.File) != "." &&
		strings.HasPrefix(d.About, path.Dir(s.File)+"/") || // its other settings
		slices.Contains(f.entries(d, append(code.Words(f.lineOf(d)), code.Words(d.Command)...)), s.File)
}

// sameSource reports whether two commands start the same source.
func (f *finder) sameSource(a, b *ProposedServer) bool {
	files, own := f.startedBy(b), append(f.startedBy(a), sourceOf(a.From))
	return slices.ContainsFunc(files, func(file string) bool {
		return slices.Contains(own, file)
	})
}

// startedBy returns the sources that a command starts, without its program, such as a wrapper of the project.
func (f *finder) startedBy(e *ProposedServer) []string {
	program := f.programOf(e)
	if !strings.Contains(f.lineOf(e), " -m ") { // whose program is the module
		program = program[min(1, len(program)):]
	}
	return slices.Clip(f.entries(e, program))
}

// mentioned reports whether a note names a starter already.
func (f *finder) mentioned(s survey.Starter) bool {
	return slices.Contains(f.builders, s.Dir) && survey.Rebuilds(s.Line) ||
		lists.Mentioned(slices.Concat(f.proposal.Notes, f.left), s)
}

// jobs adds what works on the jobs of servers, where no server does.
func (f *finder) jobs() {
	for _, s := range f.all() {
		works := func(by ProposedServer) bool { return strings.Contains(by.Command, s.Name) }
		if s.Jobs && !slices.ContainsFunc(f.proposal.Servers, works) {
			f.proposal.Servers = append(f.proposal.Servers, ProposedServer{Name: survey.JobsName(s.Line), Command: s.Line,
				Dir: below(s.Dir), From: s.File + ": " + s.Name})
		}
	}
}
