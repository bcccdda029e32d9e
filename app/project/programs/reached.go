package programs

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// Operands returns the files that a command names.
func Operands(p *survey.Checkout, dir string, program []string) (files []string) {
	for _, word := range program {
		for _, ext := range []string{"", ".js", ".mjs", ".ts"} { // as Node completes names
			at := filepath.Join(dir, word+ext)
			if info, err := os.Stat(filepath.Join(p.Root, at)); err == nil && info.Mode().IsRegular() && filepath.IsLocal(word) {
				files = append(files, at)
				break
			}
		}
	}
	return files
}

// staying matches sources of programs that run until they are stopped, though they open no port.
var staying = words.Lazy(`setInterval\(|\.login\(|\.on\(|\bnew (?:Queue)?Worker\(|subscribe\(|consume\(|\.process\(|createServer|` +
	`while\s*\(true\)|\.launch\(|\.start\(|\bcron(?:\.schedule)?\(|\.schedule(?:Job)?\(|\bCronJob\b|\bfor await\b|\.every\(|` +
	`\bwatch\(|Deno\.cron\(|eachMessage|\bPolling\b|\.poll\(`)

// waits reports whether a source opens a server or waits for something.
func waits(source string) bool { return survey.Opens(source) || staying().MatchString(source) }

// Stays reports whether a program of JavaScript seems to run until it is stopped, by its sources.
func Stays(p *survey.Checkout, entry string) bool {
	return slices.ContainsFunc(Reached(p, entry), func(file string) bool { return waits(p.Read(".", file)) })
}

// Bounds of the sources of a program that are looked at: their number, and how far from its entry they are imported.
const mostReached, farthest = 200, 3

// scriptExts are the extensions of sources of JavaScript, in the order in which a name without one is completed.
var scriptExts = []string{"", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".mts", ".jsx",
	"/index.ts", "/index.js", "/index.mjs"}

// Script reports whether a file is a source of JavaScript.
func Script(file string) bool {
	ext := path.Ext(file)
	return ext != "" && slices.Contains(scriptExts, ext)
}

// imports matches what a source of JavaScript imports of its project.
var imports = words.Lazy(`\b(?:from|import|require|export)\b\s*\(?\s*["']((?:\.{1,2}|[@~#][\w-]*|src)/[^"'\n]+|\.{1,2})["']`)

// Reached returns the sources of a program of JavaScript: its entry, and what this imports of the project. None, if the
// entry is no such source.
func Reached(p *survey.Checkout, entry string) (files []string) {
	if !Script(entry) {
		return nil
	}
	files = []string{entry}
	next := 0 // the first that is imported once more
	for i, far := 0, 0; i < len(files) && len(files) < mostReached; i++ {
		if i == next {
			far, next = far+1, len(files)
		}
		if far > farthest {
			break
		}
		for _, m := range imports().FindAllStringSubmatch(p.Read(".", files[i]), -1) {
			if file := source(p, files[i], m[1]); file != "" && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// fromPackage matches an import from a package.
var fromPackage = words.Lazy(`\b(?:from|require\()\s*["'](@?[\w.-]+(?:/[\w.-]+)*)["']`)

// ofPackage returns the source of another package of the workspace that an import means, or "".
func ofPackage(p *survey.Checkout, name string) string {
	words := strings.Split(name, "/")
	n := min(len(words), 1+strings.Count(name[:1], "@"))
	dir := p.Package(strings.Join(words[:n], "/"))
	if dir == "" {
		return ""
	}
	rest := strings.Join(words[n:], "/")
	_, inside, _ := strings.Cut(rest, "/") // of what a build has made
	return sourceAt(p, path.Join(dir, "src", rest), path.Join(dir, rest), path.Join(dir, "src", inside),
		path.Join(dir, "src/main"))
}

var (
	// portName matches the use of a constant for a port, and portValue the definition of one.
	portName  = words.Lazy(`(\bport\s*:\s*|\blisten\(\s*|(?:\|\||\?\?)\s*)(\w*(?:PORT|[pP]ort)\w*)\b`)
	portValue = words.Lazy(`(?:\bexport const |\b)(\w*(?:PORT|[pP]ort)\w*)\s*(?::\s*number\s*)?=\s*["']?(\d{4,5})\b`)
)

// Valued returns the text of a source, with the values of constants for ports that it imports.
func Valued(p *survey.Checkout, file string) string {
	text := p.Read(".", file)
	if !Script(file) || !portName().MatchString(text) {
		return text
	}
	values, files := map[string]string{}, Reached(p, file)[1:]
	for _, m := range fromPackage().FindAllStringSubmatch(text, -1) {
		files = append(files, Reached(p, ofPackage(p, m[1]))...)
	}
	for _, at := range files {
		for _, m := range portValue().FindAllStringSubmatch(p.Read(".", at), -1) {
			if strings.HasPrefix(m[0], "export ") || m[1] == strings.ToUpper(m[1]) { // else it is its own
				values[m[1]] = cmp.Or(values[m[1]], m[2])
			}
		}
	}
	return portName().ReplaceAllStringFunc(text, func(use string) string {
		m := portName().FindStringSubmatch(use)
		return m[1] + cmp.Or(values[m[2]], m[2])
	})
}

// source returns the file that an import of another file means, or "".
func source(p *survey.Checkout, from, name string) string {
	places := []string{path.Join(path.Dir(from), name)}
	if name[0] != '.' { // an alias of the package's sources
		root, _ := p.Upwards(path.Dir(from), "package.json")
		rest := strings.TrimPrefix(name[strings.IndexByte(name, '/'):], "/")
		places = []string{path.Join(root, "src", rest), path.Join(root, rest), path.Join(root, "app", rest),
			path.Join(root, strings.TrimLeft(name, "@~#/")), path.Join(root, "src", strings.TrimLeft(name, "@~#/"))}
	}
	return sourceAt(p, places...)
}

// sourceAt returns the source that one of several names without an extension means, or "".
func sourceAt(p *survey.Checkout, places ...string) string {
	for _, at := range places {
		for _, base := range []string{at, strings.TrimSuffix(at, path.Ext(at))} { // TypeScript names what it will write
			for _, ext := range scriptExts {
				file := base + ext
				if Script(file) && filepath.IsLocal(file) && p.Has(path.Dir(file), path.Base(file)) {
					return file
				}
			}
		}
	}
	return ""
}
