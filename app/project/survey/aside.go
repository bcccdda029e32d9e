package survey

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
)

var (
	// sideName matches directories that aren't looked at for the project's own servers, but may have others.
	sideName = words.Lazy(`(?i)example|^(?:docs?|documentation|demos?|samples?|playground|(?:\w+-)?templates?|boilerplates?)$`)
	// entryName matches the sources of Python in which an application that is served is made.
	entryName = words.Lazy(`^(?:main|app|api|server|[aw]sgi|web|run|hello|index|application|autoapp|__init__|__main__)\.py$`)
)

// aside names the directories of examples and documentation with programs of their own in one remark.
func (p *Checkout) aside() []Starter {
	var with []string
	docs := p.documentation()
	for _, dir := range append(slices.Clone(p.Dirs), docs...) {
		for _, e := range p.List(dir) {
			at := join(dir, e.Name())
			if e.IsDir() && !slices.Contains(p.Dirs, at) && !slices.Contains(docs, at) &&
				(sideName().MatchString(e.Name()) || slices.Contains(docs, dir)) {
				with = append(with, p.promisingBelow(at, 3)...)
			}
		}
	}
	if len(with) == 0 {
		return nil
	}
	return []Starter{{File: words.AtMost(with), Name: "aside", Dir: ".",
		Why: "left out, as examples and documentation aren't " +
			"declared unless you ask for it: declare what you need"}}
}

// promisingBelow returns the directories below one that have a file from which a server could be proposed.
func (p *Checkout) promisingBelow(dir string, depth int) (found []string) {
	if slices.ContainsFunc(p.List(dir), func(e fs.DirEntry) bool { return p.promising(dir, e) }) {
		return []string{dir}
	}
	for _, e := range p.List(dir) {
		if name := e.Name(); e.IsDir() && depth > 0 && name[0] != '.' && name[0] != '_' && !slices.Contains(skipped, name) {
			found = append(found, p.promisingBelow(join(dir, name), depth-1)...)
		}
	}
	return found
}

// promising reports whether a file of a directory may start a server.
func (p *Checkout) promising(dir string, e fs.DirEntry) bool {
	switch name := e.Name(); {
	case name == "package.json":
		return slices.ContainsFunc(p.Scripts(dir, name), func(s Starter) bool { return !s.Ends || s.Named })
	case name == "go.mod", name == "Makefile", slices.Contains(Python, name):
		return false // its programs show that
	case name == "index.html":
		return !strings.HasPrefix(dir, "doc") && !strings.Contains(dir, "templates") // they may be pages of its own
	case path.Ext(name) == ".go":
		return main().MatchString(p.Read(dir, name)) && stays().MatchString(p.Read(dir, name))
	case path.Ext(name) == ".py":
		return code.PythonRuns(p.Read(dir, name)) || name == "manage.py"
	default:
		return slices.Contains(signs(), name) || slices.Contains(Sites, name)
	}
}

// Unserved returns why an application that a source of Python makes is no server, or "": nothing of the project serves
// it, and its name doesn't say so.
func (p *Checkout) Unserved(dir, file, module, variable string) string {
	if entryName().MatchString(path.Base(file)) || code.PythonRuns(p.Read(".", file)) {
		return ""
	}
	for at := dir; ; at = path.Dir(at) {
		for _, e := range p.List(at) {
			if e.IsDir() || path.Ext(e.Name()) == ".py" && at != dir {
				continue
			}
			if text := p.Read(at, e.Name()); strings.Contains(text, module+":"+variable) ||
				strings.Contains(text, "FLASK_APP="+module) || strings.Contains(text, Relative(at, file)[2:]) {
				return ""
			}
		}
		if at == "." {
			return "it makes an application that nothing here serves: declare the command, if it is a server"
		}
	}
}

// besideMain matches the names of directories with what a project has beside its main program.
var besideMain = words.Lazy(`(?i)(?:^|[/_-])(?:docs?|documentation|handbook|landing|website|storybook|emails?|examples?|demos?|` +
	`extension|mobile|mocks?|e2e|load-?gen|load-?tests?|benchmarks?)(?:$|[/_-])`)

// BesideMain reports whether a directory has something beside the project's main program, by its name.
func BesideMain(dir string) bool { return besideMain().MatchString(dir) }
