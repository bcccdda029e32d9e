package code

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"devservers/app/project/sources"
)

// SourceLine is a line of a file of the project.
type SourceLine struct {
	File string // absolute
	Line int
	Text string
}

// Shown returns file:line as people in the project write it.
func (at SourceLine) Shown(p *Workspace) string {
	return p.Shown(at.File) + ":" + strconv.Itoa(at.Line)
}

// LineAt returns a line of a file; its text is "" if the file has no such line.
func LineAt(file string, number int) SourceLine {
	at := SourceLine{File: file, Line: number}
	if lines := strings.Split(sources.Read(file), "\n"); number > 0 && number <= len(lines) {
		at.Text = lines[number-1]
	}
	return at
}

// lines calls fn for the lines of a file until it returns true.
func lines(file string, fn func(at SourceLine) bool) bool {
	for i, text := range strings.Split(sources.Read(file), "\n") {
		if fn(SourceLine{file, i + 1, text}) {
			return true
		}
	}
	return false
}

// Lines returns the first line of the files for which fits returns true; ok is false if there is none.
func Lines(list []string, fits func(SourceLine) bool) (at SourceLine, ok bool) {
	ok = slices.ContainsFunc(list, func(file string) bool {
		return lines(file, func(l SourceLine) bool { at = l; return fits(l) })
	})
	return at, ok
}

// Variable is a variable of the environment that sources read.
type Variable struct {
	Name    string
	Default bool // they use something else if it is not set
	SourceLine
}

// readers are the expressions with which languages read a variable, up to its name.
var readers = []string{
	`environ(?:\.get|\.pop)?\s*[\[(]`, `getenv(?:_\w+)?\(`, `(?:process|import\.meta|Deno|Bun)\.env(?:\.get\(|\??\.|\[)`,
	`\bENV(?:\.fetch\(|\[)`, `env::var(?:_os)?\(`, `Getenv\(`, `LookupEnv\(`, `MustGetenv\(`, `fetch_env!\(`, `get_env\(`,
	`\$_(?:ENV|SERVER)\[`, `\$ENV\{`, `GetEnvironmentVariable\(`, `\b\w*[eE]nv\w*(?:\.\w+)?\(`, `\bconfig\(`,
	`\benv(?:config)?:"`, `@Value\("\$\{`,
}

// hints are texts of which a line that reads a variable has one.
var hints = []string{"env", "Env", "ENV", "_SERVER", "config(", "@Value"}

var readsAny = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:` + strings.Join(readers, "|") + ")\\s*[\"'`]?" + `([A-Z][A-Z0-9_]{2,100})\b(.*)`)
})

var (
	// otherwise matches what follows a name if the sources have a default for it.
	otherwise = lazily("^[\"'`]?\\s*[\\])}]*\\s*(?:\\|\\||\\?\\?|\\bor\\b|:-|-|:[^:?\\s\"']|\\?[^?.])|" +
		"^[\"'`]?\\s*,\\s*(?:default\\s*=\\s*)?[^)\\s]|\\bdefault\\b")
	// inText matches a variable of a script for a shell, or of a file with settings.
	inText = lazily(`\$\{?([A-Z][A-Z0-9_]{2,100})\b(.*)`)
	// virtual matches an import of variables from a module that a framework makes of the environment.
	virtual = lazily(`^\s*import\s*\{([^}]*)\}\s*from\s*["']\$env/static/`)
	capital = lazily(`\b[A-Z][A-Z0-9_]+\b`)
	// declaring matches sources that declare variables as fields of a class or a schema, and field such a field.
	declaring = lazily(`BaseSettings|pydantic_settings|createEnv|cleanEnv|envalid|envsafe|env-schema|` +
		`process\.env\b.*(?:parse|schema)|(?:parse|safeParse)\(process\.env`)
	field = lazily(`^\s+["']?([A-Za-z][A-Za-z0-9_]{2,100})["']?\s*:\s*([\w.]+.*)`)
)

// Variables returns the variables that the line reads.
func (at SourceLine) Variables() (list []Variable) {
	hinted := func(hint string) bool { return strings.Contains(at.Text, hint) }
	if !hinted("$") && !slices.ContainsFunc(hints, hinted) || IsComment(at.Text) {
		return nil
	}
	if m := virtual().FindStringSubmatch(at.Text); m != nil {
		for _, name := range capital().FindAllString(m[1], -1) {
			list = append(list, Variable{Name: name, SourceLine: at})
		}
		return list
	}
	expr := readsAny()
	if ext := filepath.Ext(at.File); ext == ".sh" || ext == ".bash" || !sources.IsSource(at.File) {
		expr = inText()
	}
	for text := at.Text; ; {
		m := expr.FindStringSubmatch(text)
		if m == nil {
			return list
		}
		list = append(list, Variable{Name: m[1], Default: otherwise().MatchString(m[2]), SourceLine: at})
		text = m[2]
	}
}

// fields returns the variables that a source declares as fields.
func fields(file string) (list []Variable) {
	if !sources.IsSource(file) || !declaring().MatchString(sources.Read(file)) {
		return nil
	}
	lines(file, func(at SourceLine) bool {
		if m := field().FindStringSubmatch(at.Text); m != nil && !IsComment(at.Text) {
			list = append(list, Variable{Name: strings.ToUpper(m[1]), Default: strings.Contains(m[2], "="), SourceLine: at})
		}
		return false
	})
	return list
}

// IsComment reports whether a line is a comment.
func IsComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "*")
}

// VariablesIn returns the variables that files read, in their order.
func VariablesIn(list []string) (found []Variable) {
	for _, file := range list {
		lines(file, func(at SourceLine) bool { found = append(found, at.Variables()...); return false })
		found = append(found, fields(file)...)
	}
	return found
}

// given are the files that give variables their values.
var given = []string{"devservers.yml", ".env", ".env.local", ".env.development", ".env.dev"}

// Gives returns the line of devservers.yml or of an env file that gives the variable its value.
func (p *Workspace) Gives(name string) (at SourceLine, ok bool) {
	gives := regexp.MustCompile(`(?:^|[\s{,])["']?` + regexp.QuoteMeta(name) + `["']?\s*[:=]`)
	var list []string
	for _, dir := range p.Above() {
		for _, base := range given {
			list = append(list, filepath.Join(dir, base))
		}
	}
	return Lines(list, func(l SourceLine) bool { return !IsComment(l.Text) && gives.MatchString(l.Text) })
}

// Unset returns the variables of a list that the sources read without a default and that env lacks, each once.
func Unset(list []Variable, env map[string]string) (unset []Variable) {
	for _, v := range list {
		_, set := env[v.Name]
		same := func(u Variable) bool { return u.Name == v.Name }
		if !set && !v.Default && !slices.ContainsFunc(unset, same) {
			unset = append(unset, v)
		}
	}
	return unset
}

// Behind returns the variables without a default on which a line of a source depends: it reads them, or it uses a name
// that lines above it take from them.
func Behind(file string, number int) (found []Variable) {
	at := LineAt(file, number)
	if at.Text == "" {
		return nil
	}
	for _, v := range at.Variables() {
		if !v.Default {
			found = append(found, v)
		}
	}
	all := strings.Split(sources.Read(file), "\n")
	for _, v := range VariablesIn([]string{file}) {
		if v.Default || v.Line >= number {
			continue
		}
		if uses(at.Text, taken(v.Text)) || failedWith(all[v.Line-1:number]) || virtual().MatchString(v.Text) &&
			uses(at.Text, v.Name) {
			found = append(found, v)
		}
	}
	return found
}

var taking = lazily(`^\s*(?:export\s+)?(?:const|let|var|val|final|static|my|our|local|` +
	`\w+:)?\s*\$?([A-Za-z_]\w*)\s*(?::\s*[\w.<>|\[\] ]+)?\s*:?=[^=]`)

// taken returns the name to which a line assigns, or "".
func taken(line string) string {
	if m := taking().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

var takesError = lazily(`^\s*(?:if\s+)?(?:\w+\s*,\s*)*err\s*:?=[^=]`)

// failedWith reports whether the last line of a source of Go uses the error that the first one takes, and that no line
// between takes again.
func failedWith(list []string) bool {
	last := len(list) - 1
	again := slices.ContainsFunc(list[1:max(last, 1)], func(line string) bool { return takesError().MatchString(line) })
	return takesError().MatchString(list[0]) && !again && uses(list[last], "err")
}

func uses(line, name string) bool {
	return name != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(line)
}
