package resolve

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// Subject is a name in a message that the sources of the project have, too.
type Subject struct {
	Name string
	Place
	Like string // a name of the same file, or of the message, of which Name may be a misspelling; "" = none
}

// Suggestion returns what Name should perhaps be, as the end of a sentence, or "".
func (s Subject) Suggestion() string {
	if s.Like == "" {
		return ""
	}
	return ": did you mean " + s.Like + "?"
}

var (
	// ofUnknown matches what stands before a name that is not known; suggested a name that a message offers instead.
	ofUnknown = sayings.Lazily(`(?i)(?:unknown|unrecogni[sz]ed|undefined|unsupported|invalid|no such|unable to find|(?:can ?not|can't|could ?n.t|not) find|not found|named)\b`)
	suggested = sayings.Lazily("(?i)did you (?:mean|want)\\W+([\\w:@./-]{2,60})")
	wordIn    = sayings.Lazily(`[A-Za-z_][\w-]{2,60}`)
)

// like returns the name that is probably meant by one of a message, or "".
func like(at Place, name, message string) string {
	choices := wordIn().FindAllString(sources.Read(at.File), 5000)
	if m := suggested().FindStringSubmatch(message); m != nil {
		choices = m[1:]
	}
	for _, meant := range words.Meant(name, slices.DeleteFunc(choices, func(word string) bool { return word == name })) {
		return strings.TrimRight(meant, ".")
	}
	return ""
}

// inQuotes matches what a message quotes; ownName a name that stands out without quotes: of a package with a scope, in
// capitals with an underscore, or with a capital letter inside.
var (
	inQuotes = sayings.Lazily("[\"'`\u2018\u201c]([\\w@$./:*+-]{3,80})[\"'`\u2019\u201d]")
	ownName  = sayings.Lazily(`(?:^|[^\w@./-])(@[a-z][\w.-]*/[\w.-]+|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]?[a-z]+(?:[A-Z][a-z0-9]+)+)\b`)
	lastName = sayings.Lazily(`\b(?:key|name|named|called|type|level|zone|kind|for)[: ]+([A-Za-z][\w./-]{2,60})[.'"]?$`)
	ofValues = sayings.Lazily(`^(?:int|str|float|bool|list|dict|tuple|bytes|set|nil|None|NoneType|NilClass|end|self|this|string|String|Integer|number|object|function|boolean|undefined|null|true|false|error|message|default|index|module|modules|main|value|name|type|http|https|localhost|production|development|ENOENT|code|argument|key|url|path|file)$|^E[A-Z]+$|^ERR_|^\.{0,2}/|Error$|Exception$|^node:`)
)

// mostPlaces is in how many lines the sources may have a name for it to lead to one of them.
const mostPlaces = 3

// SubjectOf returns the first name in a message that only a few lines of the project's sources have, the first of which is
// its place.
func SubjectOf(p *sources.Project, message string) (s Subject, ok bool) {
	var names []string
	if after := ofUnknown().FindStringIndex(message); after != nil { // a name that follows these words is likelier meant
		message = message[after[1]:] + "\n" + message[:after[1]]
	}
	for _, m := range slices.Concat(inQuotes().FindAllStringSubmatch(message, 12), ownName().FindAllStringSubmatch(message, 12), lastName().FindAllStringSubmatch(message, 1)) {
		if !ofValues().MatchString(m[1]) && len(names) < 12 {
			names = append(names, m[1])
		}
	}
	if len(names) == 0 {
		return s, false
	}
	found := places(p, names)
	for _, packages := range []bool{false, true} { // a package that is imported is seldom what is wrong
		for _, name := range names {
			if list := found[name]; len(list) > 0 && len(list) <= mostPlaces && (packages || !imports(list[0], name)) {
				return Subject{name, list[0], like(list[0], name, message)}, true
			}
		}
	}
	return s, false
}

var atEnd = sayings.Lazily(`:\s+([\w@$./:*+-]{3,80})\s*$|\b([A-Za-z_]\w{2,60})\(\)`)

// Twice returns the name in a message about something that exists already which two lines of the project's sources have, and
// these; or "".
func Twice(p *sources.Project, message string) (name string, at []Place) {
	for _, m := range slices.Concat(inQuotes().FindAllStringSubmatch(message, 12), atEnd().FindAllStringSubmatch(message, 4)) {
		name := strings.Join(m[1:], "")
		if name == "GET" || name == "POST" || strings.HasSuffix(name, "Error") {
			continue
		}
		if list := places(p, []string{name})[name]; len(list) == 2 {
			return name, list
		}
	}
	return "", nil
}

// PlaceOf returns where only a few lines of the project's sources have a name that a message says is not accepted.
func PlaceOf(p *sources.Project, name, message string) (s Subject, ok bool) {
	if len(name) < 3 || ofValues().MatchString(name) {
		return s, false
	}
	list := places(p, []string{name})[name]
	if len(list) == 0 || len(list) > mostPlaces {
		return s, false
	}
	return Subject{name, list[0], like(list[0], name, message)}, true
}

// imports reports whether a line imports a module of that name.
func imports(at Place, name string) bool {
	lines := strings.Split(sources.Read(at.File), "\n")
	return at.Line <= len(lines) && importing().MatchString(lines[at.Line-1]) && regexp.MustCompile(`["']`+regexp.QuoteMeta(name)+`["']`).MatchString(lines[at.Line-1])
}

var importing = sayings.Lazily(`\bimport\b|\brequire\(`)

// places returns the lines of the project's sources that have the names.
func places(p *sources.Project, names []string) map[string][]Place {
	found, words := map[string][]Place{}, map[string]*regexp.Regexp{}
	for _, name := range names {
		words[name] = regexp.MustCompile(`(?:^|[^\w@.-])` + regexp.QuoteMeta(name) + `(?:$|[^\w-])`)
	}
	for _, file := range p.Sources() {
		if base := filepath.Base(file); base == "devservers.yml" || base == "package.json" || strings.Contains(base, "lock") || strings.Contains(base, ".test.") || strings.HasSuffix(base, "_test.go") {
			continue
		}
		text := sources.Read(file)
		for name, word := range words {
			if !strings.Contains(text, name) {
				continue
			}
			for i, line := range strings.Split(text, "\n") {
				if word.MatchString(line) {
					found[name] = append(found[name], Place{file, i + 1})
				}
			}
		}
	}
	return found
}

var fileName = sayings.Lazily(`(?:^|[\s"'` + "`" + `(])([\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|ya?ml|toml|conf|cfg|ini))\b`)

// Mentioned returns the file of the project that a message means by its name: itself, or one with another extension.
func Mentioned(p *sources.Project, message string) string {
	for _, m := range fileName().FindAllStringSubmatch(message, 5) {
		for _, dir := range []string{p.WorkDir, p.Dir} {
			path := filepath.Join(dir, m[1])
			if sources.Existing(path) != "" {
				return path
			}
			if name, how := nearest(dir, m[1], true); name != "" && how == Extension {
				return filepath.Join(dir, name)
			}
		}
	}
	return ""
}

// Named returns the only file or directory of the project, other than sources and what lies at its top, that has a name, with
// any extension; or "".
func Named(p *sources.Project, name string) (found string) {
	n := 0
	p.Walk(depth, func(dir string) bool {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if stem(e.Name()) == name && dir != p.Dir && dir != p.WorkDir && !sources.IsSource(e.Name()) {
				found, n = filepath.Join(dir, e.Name()), n+1
			}
		}
		return n > 1
	})
	if n != 1 {
		return ""
	}
	return found
}

// Only returns the only file of the project with a name, such as that of a template; or "".
func Only(p *sources.Project, name string) (found string) {
	n := 0
	if !sources.Valid(name) || name == "" || filepath.Ext(name) == "" || filepath.IsAbs(name) {
		return ""
	}
	p.Walk(depth, func(dir string) bool {
		if path := filepath.Join(dir, name); sources.Existing(path) != "" {
			found, n = path, n+1
		}
		return n > 1
	})
	if n != 1 {
		return ""
	}
	return found
}

// Page returns the source of a route of Next, such as /shop/page, or "".
func Page(p *sources.Project, route string) string {
	for _, root := range []string{"app", "src/app", "pages", "src/pages"} {
		for _, name := range []string{route, route + "/page", route + "/index"} {
			if path := Variant(filepath.Join(p.WorkDir, root, name)); path != "" && sources.IsSource(path) {
				return path
			}
		}
	}
	return ""
}
