package resolve

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// noFunction matches what JavaScript says of a value that is not what it is used as.
var noFunction = sayings.Lazily(`\b([A-Za-z_$][\w$]*)((?:\.[A-Za-z_$][\w$]*)*) is not (?:a function|a constructor|iterable|async iterable)|Cannot read propert(?:y|ies) .*`)

// Misused returns the finding that the value which a message is about was made in a wrong way: from a function that was not
// called, or from an async one without await. line is where the value is used.
func Misused(p *sources.Project, from string, line int, message string) *app.Finding {
	m := noFunction().FindStringSubmatch(message)
	if m == nil || m[1] == "" {
		return nil
	}
	lines := strings.Split(sources.Read(from), "\n")
	declares := regexp.MustCompile(`^\s*(?:export\s+)?(?:const|let|var)\s+` + regexp.QuoteMeta(m[1]) + `\s*(?::[^=]+)?=\s*(new\s+)?([A-Za-z_$][\w$]*)\s*(\(.*)?;?\s*$`)
	for i := min(line, len(lines)) - 1; i >= 0; i-- {
		made := declares.FindStringSubmatch(lines[i])
		if made == nil || made[1] != "" {
			continue
		}
		at := p.Shown(from) + ":" + strconv.Itoa(i+1)
		switch {
		case made[3] == "" && isPackage(from, made[2]):
			return &app.Finding{Kind: app.FindingCode, Problem: m[1] + " is not what " + made[2] + " makes, but " + made[2] + " itself: " + at + " does not call it", Fix: "write " + made[2] + "() in " + at}
		case made[3] != "" && isAsync(p, from, made[2]):
			return &app.Finding{Kind: app.FindingCode, Problem: m[1] + " is a promise: " + at + " calls " + made[2] + ", which is async, without await", Fix: "write await before " + made[2] + " in " + at}
		}
		return nil
	}
	return nil
}

// IsImported reports whether a source of JavaScript imports a name.
func IsImported(from, name string) bool {
	return slices.ContainsFunc(Imports(from), func(i Import) bool { return i.Name == name })
}

// isPackage reports whether a source imports a name as all or the default of a package.
func isPackage(from, name string) bool {
	for _, i := range Imports(from) {
		if i.Name == name && (i.Of == "" || i.Of == "default") && !strings.HasPrefix(i.Module, ".") {
			return true
		}
	}
	return false
}

// isAsync reports whether a function of a source, or of the module from which it imports it, is declared as async.
func isAsync(p *sources.Project, from, name string) bool {
	of := name
	for _, i := range Imports(from) {
		if path := Source(p, from, i.Module); i.Name == name && path != "" {
			from = path
			if i.Of != "" && i.Of != "default" {
				of = i.Of
			}
		}
	}
	quoted := regexp.QuoteMeta(of)
	return regexp.MustCompile(`(?m)\basync\s+function\s+` + quoted + `\b|\b` + quoted + `\s*[:=]\s*async\b|^\s*async\s+` + quoted + `\(`).MatchString(sources.Read(from))
}

var quotedPath = sayings.Lazily("[\"'`](/[\\w/-]{2,60})[\"'`]")

// RouteLike returns the path in quotes in the project's sources of which path may be a misspelling, and where it is; or "".
func RouteLike(p *sources.Project, path string) (like, where string) {
	var paths []string
	at := map[string]string{}
	for _, file := range p.Sources() {
		if !sources.IsSource(file) {
			continue
		}
		for i, line := range strings.Split(sources.Read(file), "\n") {
			for _, m := range quotedPath().FindAllStringSubmatch(line, 8) {
				if at[m[1]] == "" {
					paths, at[m[1]] = append(paths, m[1]), p.Shown(file)+":"+strconv.Itoa(i+1)
				}
			}
		}
	}
	if meant := words.Meant(path, paths); len(meant) > 0 && meant[0] != path {
		return meant[0], at[meant[0]]
	}
	return "", ""
}

// Declared returns the declaration of a function, class or constant in another source of the project, of the same language;
// ok is false if there is not exactly one.
func Declared(p *sources.Project, from, name string) (at Place, ok bool) {
	declares := regexp.MustCompile(`^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|def|class|const|let|var|func)\s+(?:self\.)?` + regexp.QuoteMeta(name) + `\b`)
	n := 0
	for _, file := range p.Sources() {
		if file == from || kindOf(file) == "" || kindOf(file) != kindOf(from) {
			continue
		}
		for i, line := range strings.Split(sources.Read(file), "\n") {
			if declares.MatchString(line) && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
				at, n = Place{file, i + 1}, n+1
			}
		}
	}
	return at, n == 1
}

// kindOf returns the language of a source whose names are looked for at run time, or "".
func kindOf(file string) string {
	switch ext := filepath.Ext(file); ext {
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts":
		return "js"
	case ".py", ".rb", ".php", ".pl", ".lua":
		return ext
	}
	return ""
}
