package programs

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// steps is how many calls a program is followed through the project's sources.
const steps = 3

// reach follows the calls of a program.
type reach struct {
	*survey.Checkout
	seen  map[string]bool
	parts []survey.Piece
}

// Parts returns a source of Python or Go and what it calls in the project's other sources: functions and classes, with
// what their own sources import.
func Parts(p *survey.Checkout, file string) []survey.Piece {
	return survey.Remember(p.Pieces, file, func() []survey.Piece {
		r := reach{Checkout: p, seen: map[string]bool{}}
		r.visit(file, p.Read(".", file), steps)
		return r.parts
	})
}

// Program returns the text of all parts.
func Program(p *survey.Checkout, file string) string { return joined(Parts(p, file)) }

func joined(parts []survey.Piece) string {
	var text strings.Builder
	for _, part := range parts {
		text.WriteString(part.Text + "\n")
	}
	return text.String()
}

// Entered returns what a function of a module of Python reaches, as manifests name it: shop.cli:main.
func Entered(p *survey.Checkout, dir, entry string) string {
	r := reach{Checkout: p, seen: map[string]bool{}}
	module, function, _ := strings.Cut(entry, ":")
	r.visit(r.module(path.Join(dir, "x"), "", dotted(module)), function+"()", steps)
	return joined(r.parts)
}

func (r *reach) visit(file, text string, left int) {
	r.parts = append(r.parts, survey.Piece{File: file, Text: text})
	if left == 0 {
		return
	}
	calls := r.called(file, text)
	for _, at := range slices.Sorted(maps.Keys(calls)) {
		source, heads := "\n"+r.Read(".", at), ""
		if path.Ext(at) == ".py" {
			heads = strings.Join(pyImports().FindAllString(source, -1), "\n") + "\n"
		}
		for _, name := range calls[at] {
			if r.seen[at+":"+name] {
				continue
			}
			r.seen[at+":"+name] = true
			if body := bodyOf(source, name); body != "" {
				r.visit(at, heads+body, left-1)
			} else if path.Ext(at) == ".py" { // which it only passes on
				r.visit(at, name+"()", left-1)
			}
		}
	}
}

var (
	pyImports = words.Lazy(`(?m)^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([\w.]+))`)
	pyName    = words.Lazy(`(\w+)(?:\s+as\s+(\w+))?`)
	goCalls   = words.Lazy(`\.([A-Z]\w*)\(`)
	goImports = words.Lazy(`"([\w.-]+(?:/[\w.-]+)+)"`)
	goModule  = words.Lazy(`(?m)^module (\S+)`)
	anyCall   = words.Lazy(`(?:^|[^\w.])(\w+)\(`)
)

// called returns the names that a text of a source calls in other sources of the project, or in its own, by source.
func (r *reach) called(file, text string) map[string][]string {
	found := map[string][]string{}
	for _, m := range anyCall().FindAllStringSubmatch(text, -1) {
		found[file] = append(found[file], m[1])
	}
	if path.Ext(file) == ".go" {
		calls := goCalls().FindAllStringSubmatch(text, -1)
		for _, at := range goPackages(r.Checkout, file) {
			for _, m := range calls {
				found[at] = append(found[at], m[1])
			}
		}
		return found
	}
	for _, m := range pyImports().FindAllStringSubmatch(r.Read(".", file), -1) {
		for _, name := range pyName().FindAllStringSubmatch(m[3], -1) {
			own := cmp.Or(name[2], name[1])
			r.add(found, text, own, r.module(file, m[1], path.Join(dotted(m[2]), name[1])))
			at := r.module(file, m[1], dotted(m[2]))
			if at != "" && (strings.Contains(text, own+"(") || strings.Contains(text, own+".")) {
				found[at] = append(found[at], name[1])
			}
		}
		r.add(found, text, m[4], r.module(file, "", dotted(m[4])))
	}
	return found
}

func dotted(module string) string { return strings.ReplaceAll(module, ".", "/") }

// add notes what a text calls of a module, by the module's name in it.
func (r *reach) add(found map[string][]string, text, name, at string) {
	if at == "" {
		return
	}
	for _, part := range strings.Split(text, name+".")[1:] {
		if call, _, ok := strings.Cut(part, "("); ok && !strings.ContainsAny(call, " \n.") {
			found[at] = append(found[at], call)
		}
	}
}

// module returns the file of a module of Python as a source imports it, or "".
func (r *reach) module(file, dots, module string) string {
	dirs := []string{"src"}
	for at := path.Dir(file); at != "."; at = path.Dir(at) { // below which the project's packages may be
		dirs = append(dirs, at)
	}
	dirs = append(dirs, ".")
	if dots != "" {
		dirs = []string{path.Join(path.Dir(file), strings.Repeat("../", len(dots)-1))}
	}
	for _, dir := range dirs {
		for _, end := range []string{".py", "/__init__.py"} {
			if at := path.Join(dir, module) + end; module != "" && !strings.HasPrefix(at, "../") && r.Has(".", at) {
				return at
			}
		}
	}
	return ""
}

// goPackages returns the sources of the packages of its module that a source of Go imports.
func goPackages(p *survey.Checkout, file string) (files []string) {
	root, _ := p.Upwards(path.Dir(file), "go.mod")
	m := goModule().FindStringSubmatch(p.Read(root, "go.mod"))
	if m == nil {
		return nil
	}
	head, _, _ := strings.Cut(p.Read(".", file), "\nfunc ")
	for _, i := range goImports().FindAllStringSubmatch(head, -1) {
		if at, own := strings.CutPrefix(i[1]+"/", m[1]+"/"); own {
			files = append(files, p.Files(path.Join(root, at), 0, ".go")...)
		}
	}
	return files
}

// bodyOf returns the function or class of a name in a source that starts with an empty line, or "".
func bodyOf(source, name string) string {
	if !strings.Contains(source, name) {
		return ""
	}
	for _, head := range []string{"\ndef " + name + "(", "\nasync def " + name + "(", "\nclass " + name,
		"\n" + name + " = ", "\n" + name + ": ", "\nfunc " + name + "(", ") " + name + "("} {
		i := strings.Index(source, head)
		if i < 0 || head[0] == ')' && !strings.HasPrefix(source[strings.LastIndexByte(source[:i], '\n')+1:], "func (") {
			continue
		}
		lines := strings.Split(source[i+1:], "\n")
		for at, line := range lines[1:] {
			if line != "" && !strings.ContainsAny(line[:1], " \t)}]") {
				return strings.Join(lines[:at+1], "\n")
			}
		}
		return source[i+1:]
	}
	return ""
}
