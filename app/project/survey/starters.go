package survey

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// Starter is something in a project's files that starts a server, a watcher or a worker.
type Starter struct {
	File   string // that has it
	Name   string // in that file; "" = the file is all of it
	Dir    string // of the command
	Line   string // the command, as far as it is known
	Checks bool   // it only checks the code
	Ends   bool   // nothing shows that it runs until it is stopped
	Named  bool   // but its name says so
	Passes bool   // it only runs other entries
	By     string // the declared server that it starts, too
	Alone  bool   // it counts only where its directory has no server
	Ports  []int  // that the file names; it counts only if no server has one of them
	Jobs   bool   // it works on the jobs of servers, which wait without it
	Why    string // there is no proposal for it; "" = it serves, watches or works, and something else is declared
}

// Starters returns all that starts something in the directories of a project, and in its documentation.
func (p *Checkout) Starters() (found []Starter) {
	docs := p.documentation()
	for _, dir := range append(slices.Clone(p.Dirs), docs...) {
		found = append(append(found, p.Scripts(dir, "package.json")...), p.Scripts(dir, "composer.json")...)
		found = append(append(found, p.rules(dir)...), p.tasks(dir)...)
		found = append(found, p.workers(dir)...)
		found = append(append(found, p.settings(dir)...), p.shellScripts(dir)...)
		for _, e := range p.List(dir) {
			if slices.Contains(Sites, e.Name()) && slices.Contains(docs, dir) {
				found = append(found, Starter{File: join(dir, e.Name()), Dir: dir, Why: "documentation isn't declared unless " +
					"you ask for it"})
			}
		}
	}
	return append(append(found, p.unreadable()...), p.aside()...)
}

// unreadable returns the manifests of scripts that are no JSON, so that nothing of them is read.
func (p *Checkout) unreadable() (found []Starter) {
	for _, dir := range p.Dirs {
		for _, name := range []string{"package.json", "composer.json", "project.json"} {
			if content := p.Read(dir, name); strings.TrimSpace(content) != "" && !json.Valid([]byte(content)) {
				found = append(found, Starter{File: join(dir, name), Dir: dir, Why: "it is not valid JSON, so its scripts " +
					"can't be read"})
			}
		}
	}
	return found
}

// Sites are files that show a generator of documentation.
var Sites = []string{"mkdocs.yml", "zensical.toml", "conf.py", "book.toml", "hugo.toml", "hugo.yaml", "_config.yml"}

// documentation returns the directories of the project that aren't looked at for its own servers, but may have a site.
func (p *Checkout) documentation() (dirs []string) {
	for _, dir := range []string{"docs", "doc", "documentation"} {
		if !slices.Contains(p.Dirs, dir) && len(p.List(dir)) > 0 {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Scripts returns the scripts of a package.json or composer.json.
func (p *Checkout) Scripts(dir, file string) (found []Starter) {
	var m struct {
		Scripts map[string]any `json:"scripts"`
	}
	p.JSON(dir, file, &m)
	for _, name := range slices.Sorted(maps.Keys(m.Scripts)) {
		lines := texts(m.Scripts[name])
		if len(lines) == 0 { // it has entries of its own
			lines = []string{""}
		}
		for _, line := range lines {
			found = append(found, p.entry(Starter{File: join(dir, file), Name: name, Dir: dir, Line: line}))
		}
	}
	return found
}

var (
	// stays matches sources of compiled programs that run until they are stopped.
	stays = words.Lazy(`signal\.Notify|\bfor \{|select \{\}|ListenAndServe|net\.Listen\(|\.Consume\(|\.Subscribe\(|` +
		`\bloop \{`)
	main = words.Lazy(`(?m)^package main\b`)
)

func join(dir, name string) string { return filepath.Join(dir, name) }

// Once reports whether an entry that ends builds, checks or changes something.
func (s Starter) Once() bool {
	return s.Checks || Ends(s.Line) || soon().MatchString(s.Name) || ended().MatchString(s.Name) ||
		built().MatchString(s.Line)
}

// Together reports whether a rule is one of several that another rule of its file, named as one that starts servers,
// starts side by side: make -j2 api css, or what a task of Task depends on.
func Together(starters []Starter, s Starter) bool {
	return slices.ContainsFunc(starters, func(by Starter) bool {
		names := strings.Fields(by.Line)
		return by.File == s.File && by.Passes && ServesByName(by.Name) && len(names) > 2 &&
			slices.Contains(names[1:], s.Name) && (names[0] == "task" || strings.Contains(by.Line, " -j"))
	})
}
