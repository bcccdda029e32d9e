package proof

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

var lazily = text.Lazy

// Place is a line of a file of the project.
type Place struct {
	File string // absolute
	Line int
	Text string
}

// Shown returns file:line as people in the project write it.
func (at Place) Shown(p *sources.Project) string {
	return p.Shown(at.File) + ":" + strconv.Itoa(at.Line)
}

// Variable is a variable of the environment that sources read.
type Variable struct {
	Name    string
	Default bool // they use something else if it is not set
	Place
}

// reads matches an expression that reads a variable, in the languages that there are, up to its name.
const reads = `(?:environ(?:\.get|\.pop)?\s*[\[(]|getenv(?:_\w+)?\(|(?:process|import\.meta|Deno|Bun)\.env(?:\.get\(|\??\.|\[)|\bENV(?:\.fetch\(|\[)|env::var(?:_os)?\(|Getenv\(|LookupEnv\(|MustGetenv\(|fetch_env!\(|get_env\(|\$_(?:ENV|SERVER)\[|\$ENV\{|GetEnvironmentVariable\(|\b\w*[eE]nv\w*(?:\.\w+)?\(|\bconfig\(|\benv(?:config)?:"|@Value\("\$\{)\s*["'` + "`" + `]?`

var readsAny = lazily(reads + `([A-Z][A-Z0-9_]{2,100})\b(.*)`)

// otherwise matches what follows a name if the sources have a default for it.
var otherwise = lazily(`^["'` + "`" + `]?\s*[\])}]*\s*(?:\|\||\?\?|\bor\b|:-|-|:[^:\s"']|\?[^?.])|^["'` + "`" + `]?\s*,\s*(?:default\s*=\s*)?[^)\s]|\bdefault\b`)

// Variables returns the variables that the line reads.
func (at Place) Variables() (list []Variable) {
	if comment(at.Text) {
		return nil
	}
	if m := virtual().FindStringSubmatch(at.Text); m != nil {
		for _, name := range capital().FindAllString(m[1], -1) {
			list = append(list, Variable{Name: name, Place: at})
		}
		return list
	}
	for text := at.Text; ; {
		m := readsAny().FindStringSubmatch(text)
		if m == nil {
			return list
		}
		list = append(list, Variable{Name: m[1], Default: otherwise().MatchString(m[2]), Place: at})
		text = m[2]
	}
}

// virtual matches an import of variables from a module that a framework makes of the environment.
var (
	virtual = lazily(`^\s*import\s*\{([^}]*)\}\s*from\s*["']\$env/static/`)
	capital = lazily(`\b[A-Z][A-Z0-9_]+\b`)
)

func comment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "*")
}

// lines calls fn for the lines of a file until it returns true.
func lines(file string, fn func(at Place) bool) bool {
	for i, text := range strings.Split(sources.Read(file), "\n") {
		if fn(Place{file, i + 1, text}) {
			return true
		}
	}
	return false
}

// Reads returns where the sources of the project read the variable; ok is false if they don't.
func Reads(p *sources.Project, name string) (v Variable, ok bool) {
	quoted := regexp.QuoteMeta(name)
	reading := regexp.MustCompile(reads + quoted + `\b`)
	inText := regexp.MustCompile(`\$\{?` + quoted + `\b`) // of a script for a shell, or of a file with settings
	field := regexp.MustCompile(`(?i)^\s*["']?` + quoted + `["']?\s*[:=]`)
	ok = slices.ContainsFunc(p.Sources(), func(file string) bool {
		source := sources.IsSource(file) && filepath.Ext(file) != ".sh"
		fields := source && declares().MatchString(sources.Read(file))
		return lines(file, func(at Place) bool {
			v = Variable{Name: name, Place: at}
			return !comment(at.Text) && (reading.MatchString(at.Text) || virtual().MatchString(at.Text) && uses(at.Text, name) || !source && inText.MatchString(at.Text) || fields && field.MatchString(at.Text))
		})
	})
	return v, ok
}

// declares matches sources that declare variables as fields: of a class of pydantic, of a schema.
var declares = lazily(`BaseSettings|pydantic_settings|process\.env\b.*(?:parse|schema)|(?:parse|createEnv|cleanEnv|envalid)\b|envsafe|env-schema`)

// Declared returns the file that names the variable as one of the project: an example of an env file, devservers.yml or a
// file of compose, or "".
func Declared(p *sources.Project, name string) string {
	for _, dir := range p.Above() {
		for _, base := range slices.Concat(sources.Examples, []string{"devservers.yml", "compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml"}) {
			if file := filepath.Join(dir, base); sources.Existing(file) != "" && (sources.Defines(file, name) || strings.Contains(base, "compose") && strings.Contains(sources.Read(file), name+"=")) {
				return file
			}
		}
	}
	return ""
}

// Gives returns the line of devservers.yml or of an env file that gives the variable its value.
func Gives(p *sources.Project, name string) (at Place, ok bool) {
	gives := regexp.MustCompile(`(?:^|[\s{,])["']?` + regexp.QuoteMeta(name) + `["']?\s*[:=]`)
	for _, dir := range p.Above() {
		for _, base := range given {
			ok = lines(filepath.Join(dir, base), func(l Place) bool {
				at = l
				return !comment(l.Text) && gives.MatchString(l.Text)
			})
			if ok {
				return at, true
			}
		}
	}
	return Place{}, false
}

// GivesValue returns the only variable to which devservers.yml or an env file gives a value, with its line; ok is false if there
// is not exactly one. Variables for the kind of environment have values that stand for much else.
func GivesValue(p *sources.Project, value string) (v Variable, ok bool) {
	gives := regexp.MustCompile(`(?:^|[\s{,])["']?([A-Z][A-Z0-9_]+)["']?\s*[:=]\s*["']?` + regexp.QuoteMeta(value) + `["']?\s*(?:$|[,}#\s])`)
	n := 0
	for _, dir := range p.Above() {
		for _, base := range given {
			lines(filepath.Join(dir, base), func(at Place) bool {
				if m := gives.FindStringSubmatch(at.Text); m != nil && !comment(at.Text) && !strings.HasSuffix(m[1], "_ENV") {
					v, n = Variable{Name: m[1], Place: at}, n+1
				}
				return false
			})
		}
	}
	return v, n == 1
}

// given are the files that give variables their values.
var given = []string{"devservers.yml", ".env", ".env.local", ".env.development"}

// Missing returns the variables that the sources read, that env lacks, and that an example of an env file has.
func Missing(p *sources.Project, env map[string]string) (names []string) {
	example := p.Near(sources.Examples...)
	for _, file := range p.Sources() {
		if example == "" || !sources.IsSource(file) {
			continue
		}
		lines(file, func(at Place) bool {
			for _, v := range at.Variables() {
				if _, set := env[v.Name]; !set && !slices.Contains(names, v.Name) && sources.Defines(example, v.Name) {
					names = append(names, v.Name)
				}
			}
			return false
		})
	}
	return names
}

// Unset returns the variables that the sources read without a default and that env lacks, each once.
func Unset(list []string, env map[string]string) (unset []Variable) {
	for _, file := range list {
		if !sources.IsSource(file) {
			continue
		}
		lines(file, func(at Place) bool {
			for _, v := range at.Variables() {
				_, set := env[v.Name]
				if !set && !v.Default && !slices.ContainsFunc(unset, func(u Variable) bool { return u.Name == v.Name }) {
					unset = append(unset, v)
				}
			}
			return false
		})
	}
	return unset
}

// Behind returns the variables that are not set and on which a line of a file depends: it reads them, or it uses a name
// that lines above it take from them.
func Behind(file string, number int, env map[string]string) (unset []Variable) {
	all := strings.Split(sources.Read(file), "\n")
	if number < 1 || number > len(all) {
		return nil
	}
	for _, v := range (Place{file, number, all[number-1]}).Variables() {
		if _, set := env[v.Name]; !set && !v.Default {
			unset = append(unset, v)
		}
	}
	for _, v := range Unset([]string{file}, env) {
		if v.Line < number && (uses(all[number-1], taken(v.Text)) || failedWith(all[v.Line-1:number]) || virtual().MatchString(v.Text) && uses(all[number-1], v.Name)) {
			unset = append(unset, v)
		}
	}
	return unset
}

var taking = lazily(`^\s*(?:export\s+)?(?:const|let|var|val|final|static|my|our|local|\w+:)?\s*\$?([A-Za-z_]\w*)\s*(?::\s*[\w.<>|\[\] ]+)?\s*:?=[^=]`)

// taken returns the name to which a line assigns, or "".
func taken(line string) string {
	if m := taking().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// failedWith reports whether the last line of a source of Go uses the error that the first one takes, and that no line
// between takes again.
func failedWith(lines []string) bool {
	last := len(lines) - 1
	again := slices.ContainsFunc(lines[1:max(last, 1)], func(line string) bool { return takesError().MatchString(line) })
	return takesError().MatchString(lines[0]) && !again && uses(lines[last], "err")
}

var takesError = lazily(`^\s*(?:if\s+)?(?:\w+\s*,\s*)*err\s*:?=[^=]`)

func uses(line, name string) bool {
	return name != "" && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(line)
}
