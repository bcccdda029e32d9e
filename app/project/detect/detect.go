// Package detect proposes a devservers.yml for a project from the files that already describe how it is run: lists of
// processes of other tools, package scripts, manifests and lock files. Each server and task shows where it comes from.
// It reads files, and asks docker whether it has compose. Nothing of the project is run, nothing is written, and what
// can't be determined is left out and listed in a note.
package detect

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// Detect returns the proposal for the project in a directory. The error means that the directory can't be read.
func Detect(dir string) (Proposal, error) {
	root, err := yml.Existing(dir)
	if err != nil {
		return Proposal{}, err
	}
	if _, err := os.ReadDir(root); err != nil {
		return Proposal{}, err
	}
	f := finder{project: look(root), awaited: map[string][]string{}, proposal: Proposal{Servers: []ProposedServer{},
		Tasks: []ProposedServer{}, Notes: []string{}}}
	f.proposal.Project = cmp.Or(yml.Suggest(filepath.Base(root)), "my-app")
	f.servers()
	f.fewBuilders()
	oneGuess(f.proposal.Servers) // before brokers, whose ports are no guess about the others
	f.told()                     // before containers, which publish other ports
	f.services()
	f.jobs()
	f.proposeBrokers()
	dirs := words.Each(f.proposal.Servers, func(e ProposedServer) string { return e.at() })
	f.proposal.Notes = append(append(f.proposal.Notes, programs.RailsHosts(f.Checkout)...),
		lists.Databases(f.Checkout, dirs, fmt.Sprint(f.proposal.Notes, f.proposal.Servers))...)
	f.tasks()
	f.finish()
	return f.proposal, nil
}

// project is a checkout, and what was found in it.
type project struct {
	programs.Listening
	lines    map[string]string   // of shell, by command
	sources  map[string][]string // that a program starts, by it
	given    map[string]string   // programs that have the PORT of an env file
	left     []string            // what was seen and left out, and why
	starters []survey.Starter    // what starts something
	waiting  []survey.Starter    // libraries whose jobs nothing is known to work on
	builders []string            // directories of packages that are left out as they only build
}

func look(root string) *project {
	return &project{Listening: programs.Listen(survey.Look(root)), given: map[string]string{}, lines: map[string]string{},
		sources: map[string][]string{}}
}

// leave notes what is left out, and why.
func (p *project) leave(text string) { p.left = append(p.left, text) }

// finder collects what a project's files contain.
type finder struct {
	*project
	proposal Proposal
	found    []ProposedServer    // tasks of frameworks
	awaited  map[string][]string // services that the container of a directory's program waits for
}

// servers takes the servers of the lists and frameworks, or else what is left.
func (f *finder) servers() {
	f.listed(f.scan())
	if len(f.proposal.Servers) == 0 {
		f.proposal.Servers = append(f.proposal.Servers, f.fallback()...)
	}
}

// scan returns the servers of all frameworks in all directories.
func (f *finder) scan() (servers []ProposedServer) {
	for _, dir := range f.Dirs {
		servers = slices.Concat(servers, f.node(dir), f.django(dir), f.pythonApps(dir))
		more, tasks := f.other(dir)
		more = slices.DeleteFunc(more, func(e ProposedServer) bool { return f.covers(servers, e) != nil })
		servers, f.found = append(servers, more...), append(f.found, tasks...)
		more, tasks = f.golang(dir)
		more = slices.DeleteFunc(more, func(e ProposedServer) bool { return f.runsAir(servers, e) })
		servers, f.found = append(servers, more...), append(f.found, tasks...)
		servers = slices.Concat(servers, f.deno(dir), f.nx(dir), f.php(dir), f.caddy(dir))
	}
	servers = append(servers, f.plain(servers)...)
	for _, dir := range f.Dirs {
		for _, e := range f.together(dir) {
			by := f.covers(servers, e)
			if by == nil || by.From == e.From && !slices.Equal(by.Env, e.Env) { // with variables of its own
				servers = append(servers, e)
			} else {
				by.take(survey.Address{Port: e.standard, File: e.From}.Named(e.Port))
			}
		}
	}
	return f.without(f.ruled(servers))
}

// superfluous returns why a server is left out beside others, or "": one starts it, or it runs what a build of the
// workspace has made.
func (f *finder) superfluous(servers []ProposedServer, e ProposedServer) string {
	if e.at() == "." && len(servers) > 1 && f.Has(".", programs.Workspaces...) && survey.RunsBuild(f.lineOf(&e)) {
		return "it runs what a build has made: " + e.Command
	}
	for _, by := range servers {
		part, host := strings.ReplaceAll(survey.Relative(by.at(), e.From), "/", `\`), f.Read(".", by.From)
		whole := strings.Contains(host, "Aspire.AppHost")
		page := strings.Contains(f.Read(".", e.From), "BlazorWebAssembly")
		file := sourceOf(e.From)
		if file != "" && by.at() != e.at() && f.serves(survey.Starter{File: file, Line: "python "}, &by) {
			return by.Command + " does the same"
		}
		if (whole || page) && strings.Contains(host, `"`+part+`"`) || whole && strings.Contains(
			f.Read(by.at(), "AppHost.cs")+f.Read(by.at(), "Program.cs"), `"`+survey.Relative(by.at(), e.at())+`"`) {
			return by.From + map[bool]string{true: " starts it", false: " serves it"}[whole]
		}
	}
	return ""
}

// without leaves out what two directories have in common, such as an application found from both.
func (f *finder) without(servers []ProposedServer) (kept []ProposedServer) {
	seen, owner := map[string]bool{}, map[string]string{}
	for _, e := range servers {
		file, key := sourceOf(e.From), fmt.Sprint(e.at(), "\x00", e.Command, e.Env)
		if by, ok := owner[file]; seen[key] || file != "" && ok && by != e.at() {
			continue
		}
		if why := f.superfluous(servers, e); why != "" {
			f.leave(e.From + " is left out: " + why)
			continue
		}
		seen[key], owner[file] = true, e.at()
		kept = append(kept, e)
	}
	return kept
}

// fallback is a script for development, a target of a justfile or a Makefile, or a directory of static files.
func (f *finder) fallback() []ProposedServer {
	for _, script := range []string{"bin/dev", "script/server", "scripts/dev"} {
		if info, err := os.Stat(filepath.Join(f.Root, script)); err == nil && info.Mode().IsRegular() &&
			info.Mode()&0o111 != 0 {
			return []ProposedServer{{Name: "web", Command: "./" + script, From: script}}
		}
	}
	for _, s := range f.all() {
		runner := survey.RunnerOf(s.File)
		if runner == "" || path.Dir(s.File) != "." || s.Ends || !survey.ServeRule().MatchString(s.Name+":") {
			continue
		}
		e := ProposedServer{Name: "web", Command: runner + " " + s.Name, From: s.File + ": " + s.Name}
		if f.settle(&e); e.Port == "" {
			e.standard, _ = code.NamedPort(s.Line)
			e.Port = number(e.standard)
		}
		return []ProposedServer{e}
	}
	if stays := f.staying(); len(stays) > 0 {
		return stays
	}
	for _, dir := range []string{".", "public", "static", "site", "www"} {
		if f.Has(dir, "index.html") {
			return []ProposedServer{{Name: "web", Command: "python3 -m http.server $PORT --bind 127.0.0.1", Port: auto,
				Dir: below(dir), From: filepath.Join(dir, "index.html")}}
		}
	}
	return nil
}

func (f *finder) note(text string) { f.proposal.Notes = append(f.proposal.Notes, text) }

// Promising reports whether a directory has a file from which a server could be proposed, by the names in it alone.
func Promising(dir string) bool { return survey.Promising(dir) }
