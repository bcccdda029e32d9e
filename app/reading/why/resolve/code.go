package resolve

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// Exported returns the finding that a module of the project does not export a name that from imports. name may be default.
func Exported(p *sources.Project, from, module, name string) *app.Finding {
	path := Source(p, from, module)
	if path == "" {
		return ofPackage(p, module, name)
	}
	if !identifier().MatchString(name) {
		return nil
	}
	m := ModuleAt(path)
	at := p.Shown(from)
	if line := quotedIn(from, module); line > 0 {
		at += ":" + strconv.Itoa(line)
	}
	if slices.Contains(m.Types, name) {
		return &app.Finding{Kind: app.FindingCode, Problem: p.Shown(path) + " declares " + name + " as a type, which does not exist at run time", Evidence: []string{at + " imports or exports it as a value"},
			Fix: "write import type or export type in " + at}
	}
	return m.lacks(p, name, at)
}

var identifier = sayings.Lazily(`^[A-Za-z_$][\w$]{0,100}$`)

// lacks returns the finding that the module does not export a name, which the source at at uses.
func (m Module) lacks(p *sources.Project, name, at string) *app.Finding {
	file := p.Shown(m.Path)
	f := &app.Finding{Kind: app.FindingCode, Problem: file + " does not export " + name + ", which " + at + " takes from it", Fix: "export it in " + file + ", or correct " + at}
	if name == "default" {
		f.Problem = file + " has no default export, which " + at + " imports"
	}
	switch meant := m.Meant(name); {
	case m.Has(name):
		return nil
	case m.Nothing():
		f.Problem, f.Fix = file+" exports nothing, but "+at+" imports it", "export in "+file+" what the other file needs (module.exports = ..., or export)"
		if m.common.expression != "" {
			f.Evidence, f.Fix = m.common.explain(p, m.Path, name)
		}
		return f
	case meant != "":
		f.Fix = "correct " + at + ": " + meant
	case m.Default && name != "default":
		f.Fix = "import its default export in " + at + " (without braces), or export " + name + " in " + file
	}
	if len(m.Names) > 0 {
		f.Evidence = []string{file + " exports " + strings.Join(m.Names[:min(len(m.Names), 8)], ", ")}
	}
	return f
}

// member matches a name of the sources with the member that is taken of it.
var member = sayings.Lazily(`(?:^|[^\w$.])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?`)

// Undefined returns the finding that what a line of the sources uses is not there because the module that should export it
// does not, or because it is exported otherwise.
func Undefined(p *sources.Project, from string, line int) *app.Finding {
	text := statement(from, line)
	imports := Imports(from)
	for _, used := range member().FindAllStringSubmatch(withoutStrings(text), 30) {
		i := slices.IndexFunc(imports, func(i Import) bool { return i.Name == used[1] })
		if i < 0 {
			continue
		}
		if f := imports[i].missing(p, from, used[2], line); f != nil {
			return f
		}
	}
	for _, m := range requires().FindAllStringSubmatch(text, 5) {
		if f := (Import{Name: m[1], Module: m[1], Line: line, Require: true}).missing(p, from, "", line); f != nil {
			return f
		}
	}
	return nil
}

var requires = sayings.Lazily(`\brequire\(\s*["'](\.[^"']+)["']\s*\)`)

// missing returns the finding that an import has not what is used of it; taken is the member, or "", and line the one
// that uses it.
func (i Import) missing(p *sources.Project, from, taken string, line int) *app.Finding {
	at := p.Shown(from) + ":" + strconv.Itoa(i.Line)
	path := Source(p, from, i.Module)
	if path == "" {
		return i.onlyDefault(p, from, at, taken)
	}
	m := ModuleAt(path)
	switch {
	case i.Require && slices.ContainsFunc(Imports(path), func(back Import) bool { return Source(p, path, back.Module) == from }):
		return circular(p, from, path)
	case m.Nothing():
		return m.lacks(p, cmp.Or(i.Of, taken, "default"), at)
	case i.Of != "" && i.Of != "default":
		return m.lacks(p, i.Of, at)
	case i.Require && i.Of == "" && taken == "" && m.Default && !m.CommonJS:
		return &app.Finding{Kind: app.FindingCode, Problem: p.Shown(path) + " is an ES module with a default export, and require returns it as default", Fix: "write require('" + i.Module + "').default in " + at + ", or import it"}
	case i.Of == "" && taken != "" && taken != "default" && len(m.Names) > 0:
		return m.lacks(p, taken, p.Shown(from)+":"+strconv.Itoa(line))
	}
	return nil
}

// circular returns the finding that two modules require each other.
func circular(p *sources.Project, from, path string) *app.Finding {
	a, b := p.Shown(from), p.Shown(path)
	return &app.Finding{Kind: app.FindingCode, Problem: a + " and " + b + " require each other: the first that is loaded has not exported anything yet when the other one uses it",
		Fix: "move what both need into a third file, or require it inside of the function that uses it"}
}

// onlyDefault finds an installed package that is an ES module and whose default export require returns as a member.
func (i Import) onlyDefault(p *sources.Project, from, at, taken string) *app.Finding {
	if !i.Require || i.Of != "" || taken != "" || strings.HasPrefix(i.Module, ".") || !sources.NodeName().MatchString(i.Module) {
		return nil
	}
	dir := Installed(p, filepath.Dir(from), i.Module)
	var pkg struct{ Type string }
	if dir == "" || json.Unmarshal([]byte(sources.Read(filepath.Join(dir, "package.json"))), &pkg) != nil || pkg.Type != "module" {
		return nil
	}
	return &app.Finding{Kind: app.FindingCode, Problem: "the package " + i.Module + " is an ES module: require returns its default export as default", Fix: "write require('" + i.Module + "').default in " + at + ", or import it"}
}

// Installed returns the directory of an installed package of npm that a file in dir finds, or "".
func Installed(p *sources.Project, dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if found := sources.Existing(filepath.Join(dir, "node_modules", name)); found != "" || dir == filepath.Dir(dir) {
			return found
		}
	}
}

// statement returns a line of a source, with those before and after it that belong to the same call.
func statement(file string, line int) string {
	lines := strings.Split(sources.Read(file), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	to := line
	for to < min(len(lines), line+12) && open(strings.Join(lines[line-1:to], "\n")) > 0 {
		to++
	}
	return strings.Join(lines[line-1:to], "\n")
}

func open(text string) int {
	return strings.Count(text, "(") + strings.Count(text, "{") - strings.Count(text, ")") - strings.Count(text, "}")
}

var quoted = sayings.Lazily(`'[^'\n]*'|"[^"\n]*"`)

func withoutStrings(text string) string { return quoted().ReplaceAllString(text, "''") }

// Place is a line of a source.
type Place struct {
	File string
	Line int
}

// Given returns the lines that decide what a line of the sources uses: its own statement, and those of the project's modules
// that give it a value, such as the configuration.
func Given(p *sources.Project, from string, line int) (list []Place) {
	text := statement(from, line)
	for n := range strings.Count(text, "\n") + 1 {
		list = append(list, Place{from, line + n})
	}
	imports := Imports(from)
	for _, used := range member().FindAllStringSubmatch(withoutStrings(text)+" "+templated(text), 40) {
		for _, i := range imports {
			if path := Source(p, from, i.Module); i.Name == used[1] && path != "" {
				list = append(list, i.assigned(path, used[2])...)
			}
		}
	}
	return slices.Compact(list)
}

// assigned returns the lines of a module that give a value to what is taken of it.
func (i Import) assigned(path, taken string) (list []Place) {
	key := taken
	if i.Of != "" && i.Of != "default" {
		key = i.Of
	}
	if !identifier().MatchString(key) {
		return nil
	}
	assigns := regexp.MustCompile(`(?:^|[^\w$.])["']?` + regexp.QuoteMeta(key) + `["']?(?:\s*:\s*[\w.]+)?\s*(?:=|:=|:)[^=]`)
	for n, l := range strings.Split(sources.Read(path), "\n") {
		if assigns.MatchString(l) {
			list = append(list, Place{path, n + 1})
		}
	}
	return list
}

var inTemplate = sayings.Lazily(`\$\{([^}]*)\}`)

// templated returns the expressions in the templates of a text.
func templated(text string) (all string) {
	for _, m := range inTemplate().FindAllStringSubmatch(text, 20) {
		all += " " + m[1]
	}
	return all
}
