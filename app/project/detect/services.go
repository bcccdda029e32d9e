package detect

import (
	"cmp"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// proposeBrokers adds the brokers that manifests name and nothing else provides.
func (f *finder) proposeBrokers() {
	dirs := []string{"."}
	for _, e := range f.proposal.Servers {
		dirs = append(dirs, e.at())
	}
	for _, b := range code.Brokers {
		file, extra := lists.Names(f.Checkout, dirs, b)
		if file == "" || len(dirs) == 1 || f.provides(b) {
			continue
		}
		port, used := lists.Addressed(f.Checkout, b, extra)
		e := ProposedServer{Name: b.Name, Port: strconv.Itoa(port), From: file, standard: port}
		program := slices.IndexFunc(b.Programs, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
		switch {
		case !used && !slices.ContainsFunc(f.proposal.Servers, waits):
			f.note(file + " names a client of " + b.Name + ", but nothing here says where it runs, or " +
				"that it is needed: it is left out")
			continue
		case program >= 0:
			if e.Command = b.Programs[program] + b.Option; lists.Answers(port) {
				f.note("port " + e.Port + " answers already: to use what runs there, write managed: false instead of the command " +
					"of " + b.Name)
			}
		default:
			f.note(file + " names a client of " + b.Name + ", which is neither installed here nor in a compose file: " +
				"servers that need it fail until it listens on port " + e.Port)
			continue
		}
		for i := range f.proposal.Servers {
			if s := &f.proposal.Servers[i]; waits(*s) {
				s.Needs = append(s.Needs, Var{b.Name, "ready"})
			}
		}
		f.proposal.Servers = append(f.proposal.Servers, e)
	}
}

// provides reports whether a proposed server is the broker: by its name, command or image.
func (f *finder) provides(b code.Broker) bool {
	re := regexp.MustCompile(`\b(?:` + strings.Join(append(b.Programs, b.Name, b.Scheme), "|") + `)\b`)
	return slices.ContainsFunc(f.proposal.Servers, func(e ProposedServer) bool {
		return re.MatchString(e.Name) || re.MatchString(e.From) || len(b.Programs) > 0 &&
			slices.ContainsFunc(b.Programs, func(name string) bool { return strings.Contains(e.Command, name) })
	})
}

// waits reports whether a server waits for jobs, by its command or name.
func waits(e ProposedServer) bool {
	return programs.Working().MatchString(e.Command) || survey.HasJobs(e.Name)
}

// built takes the services of a compose file that are built from sources: those whose sources show a server of the
// proposal are named, and with them those with another command. The others stay in their containers.
func (f *finder) built(l lists.List) lists.List {
	kept, gone := l.Processes[:0:0], map[string]bool{}
	for _, p := range l.Processes {
		p.Context = cmp.Or(p.Context, f.imaged(p))
		context := filepath.Clean(p.Context)
		declared := slices.ContainsFunc(f.proposal.Servers, func(e ProposedServer) bool {
			return p.Context != "" && (context == "." || e.at() == context || strings.HasPrefix(e.at(), context+"/"))
		})
		f.awaited[context] = append(f.awaited[context], p.Awaits...)
		own := p.Image != "" && len(f.proposal.Servers) > 0 && programs.OwnImage(f.Checkout, p.Image)
		if !own && !declared {
			kept = append(kept, p)
			continue
		}
		gone[p.Name] = true
		for i := range f.proposal.Servers {
			f.meant(&f.proposal.Servers[i], survey.Starter{File: l.File + contained, Name: p.Name, Dir: context, Line: p.Built})
		}
		e, err := f.entry(lists.Listed{Name: p.Name, Line: p.Built, Dir: context, From: p.From})
		other := p.Built != "" && (err != nil || f.covers(f.proposal.Servers, e) == nil)
		program := append(f.programOf(&e), "")
		if known := f.tool(&e) || program[0] == "manage.py"; !other || !known {
			if err == nil || programs.Serving().MatchString(p.Name) { // else what the container runs isn't known
				f.published(context, p)
			}
		} else if survey.Works(p.Built) {
			f.proposal.Servers = append(f.proposal.Servers, f.uncontained(e, p.Port))
			continue
		}
		switch {
		case other:
			f.note(p.From + " is left out: declare its command without a container, if you need it: " + p.Built)
		case own:
			f.note(p.From + " is left out: it is this project's program, which is declared without a container")
		default:
			f.note(p.From + " is left out: what its sources show is declared without a container" + lists.Unset(p.Sets))
		}
	}
	kept, notes := lists.Without(kept, gone)
	l.Processes, f.proposal.Notes = kept, append(f.proposal.Notes, notes...)
	return l
}

// contained follows the name of a compose file in the place of what a container runs.
const contained = ": services"

// uncontained returns a worker of a container as it runs without one.
func (f *finder) uncontained(e ProposedServer, port int) ProposedServer {
	e.Command = f.Interpreted(e.at(), e.Command)[0]
	if name, rest, _ := strings.Cut(e.Command, " "); programs.OfPython().MatchString(e.Command) {
		e.Command = f.Module(e.at(), name) + " " + rest
	}
	if t, _ := code.FindTool(f.programOf(&e)); t.Port > 0 { // which other workers publish for all of them
		e.Port, e.standard = number(port), port
	}
	return e
}

// imaged returns the directory of a server from which the image of a service is made, as its name ends with that one's.
func (f *finder) imaged(p lists.Listed) string {
	image, _, _ := strings.Cut(path.Base(p.Image), ":")
	for _, e := range f.proposal.Servers {
		if e.at() != "." && image != "" && (image == path.Base(e.at()) || strings.HasSuffix(image, "-"+path.Base(e.at()))) {
			return e.at()
		}
	}
	return ""
}
