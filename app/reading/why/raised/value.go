package raised

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/sayings"
)

var (
	// refuses matches messages that a value is not accepted.
	refuses = sayings.Lazily(`(?i)\binvalid\b|not (?:a |an )?(?:valid|known|recogni[sz]ed|supported|allowed|accepted)|\bpars(?:e|ing)\b|unterminated|unbalanced|unmatched|unclosed|unsupported|malformed|\billegal\b|\bbad\b|unknown|unrecogni[sz]ed|not one of|\bmust (?:be|match|start|begin|contain)|could not convert|can(?:no|')t convert`)
	// ofRegexp matches what engines for regular expressions say, and hasRegexp a line of the sources that has one.
	ofRegexp  = sayings.Lazily(`(?i)regular expression|\bregexp?(?:\b|error)|PatternSyntax|\bre\.error|PatternError|preg_\w+\(\)|subpattern|nothing to repeat|\bchar(?:acter)?[- ](?:class|set)\b|look-?behind`)
	hasRegexp = sayings.Lazily(`\b(?:re|regexp|regex)\.\w+\(|[rR]eg[eE]xp?\b|preg_|=~|\bPattern\.|\bre_path\(|\burl\(|/(?:[^/\s]|\\/)+/[gimsuy]*`)
	// quotedValue matches what a message quotes: any characters, but not only letters.
	quotedValue = sayings.Lazily("\"((?:[^\"\\\\]|\\\\.){3,200})\"|'((?:[^'\\\\]|\\\\.){3,200})'|`([^`]{3,200})`|(?:^|\\s)/((?:[^/\\s]|\\\\/){3,200})/")
	// expects matches messages of parsers, and converts a line of the sources that makes something else of the text of
	// a variable.
	expects  = sayings.Lazily(`(?i)\bexpect(?:ed|ing)\b|unexpected`)
	converts = sayings.Lazily(`(?:\bjson\.loads|JSON\.parse|\bint|\bfloat|\bNumber|\bURL|strtobool|\bInteger|\bFloat|\bAto[if]|[pP]arse\w*|fromisoformat|\bDecimal|literal_eval|safe_load|valueOf)\(\s*(?:os\.environ|os\.getenv|process\.env|ENV\b|os\.Getenv|System\.getenv|getenv|env::var)`)
	isName   = sayings.Lazily(`^[\w@$./:*+-]+$`)
)

// kind is the name of a value whose message matches words.
type kind struct {
	words func() *regexp.Regexp
	name  string
}

// kinds are those that are known; the last one matches all messages.
var kinds = []kind{
	{ofRegexp, "the regular expression"}, {sayings.Lazily(`(?i)\bcron`), "the cron expression"}, {sayings.Lazily(`(?i)\bur[il]s?\b`), "the address"},
	{sayings.Lazily(`(?i)\bduration|\binterval`), "the duration"}, {sayings.Lazily(``), "the value"},
}

// mostQuoting is how many lines of an error are searched for values, and below is how many after them belong to it: Node prints
// the properties of an error there.
const (
	mostQuoting = 30
	below       = 8
)

// value returns the finding that an error is about a value which is not accepted: the only one of a variable that the project
// sets, or one that only one line of its sources has.
func (o Of) value(e digest.Error, at parse.Place) *app.Finding {
	if !refuses().MatchString(e.Message) && !ofRegexp().MatchString(e.Message) && !expects().MatchString(e.Message) {
		return nil
	}
	if source := o.SourceOf(at); ofRegexp().MatchString(e.Message) && at.File != "" && hasRegexp().MatchString(source) {
		return notAccepted(e.Message, o.Where(at), source)
	}
	if f := o.converted(at); f != nil {
		return f
	}
	from, to := o.Span(e)
	return o.valueIn(strings.Join(append([]string{e.Message}, o.Following(from, min(to-from+1+below, mostQuoting))...), "\n"), append(o.Callers(e, at), at))
}

// converted returns the finding that the line which raised an error converts the value of a variable, which the project sets.
func (o Of) converted(at parse.Place) *app.Finding {
	lines := strings.Split(sources.Read(o.Found(at.File)), "\n")
	if at.File == "" || at.Line < 1 || at.Line > len(lines) || !converts().MatchString(lines[at.Line-1]) {
		return nil
	}
	list := proof.Place{File: o.Found(at.File), Line: at.Line, Text: lines[at.Line-1]}.Variables()
	if len(list) != 1 {
		return nil
	}
	v := list[0]
	given, ok := proof.Gives(&o.Project, v.Name)
	if _, set := o.Vars.Env[v.Name]; !set || !ok {
		return nil
	}
	f := Refused(&o.Project, proof.Variable{Name: v.Name, Place: given})
	f.Evidence = append([]string{v.Shown(&o.Project) + " converts it"}, f.Evidence...)
	return f
}

// valueIn returns the finding that the first value which a text quotes, and the project has only once, is not accepted. If the
// error was raised in the project, a value of the sources must be in one of the frames, the last of which raised it.
func (o Of) valueIn(text string, frames []parse.Place) *app.Finding {
	for _, m := range quotedValue().FindAllStringSubmatch(text, 20) {
		value := strings.Join(m[1:], "")
		list := o.having(value)
		if v, ok := proof.GivesValue(&o.Project, value); ok && len(list) == 0 {
			return Refused(&o.Project, v)
		}
		of := func(p parse.Place) bool {
			return p.File == "" || len(list) == 1 && o.Found(p.File) == list[0].File && p.Line == list[0].Line
		}
		if len(list) == 1 && !isName().MatchString(value) && slices.ContainsFunc(frames, of) {
			where := list[0].Shown(&o.Project)
			return notAccepted(text, where, ": "+strings.TrimSpace(list[0].Text))
		}
	}
	return nil
}

// Refused returns the finding that the value which a file of the project gives a variable is not accepted.
func Refused(p *sources.Project, v proof.Variable) *app.Finding {
	where := v.Shown(p)
	return &app.Finding{Kind: app.FindingEnv, Problem: "the environment variable " + v.Name + " is not accepted", Evidence: []string{where + " gives it its value"}, Fix: "correct " + v.Name + " in " + where}
}

func notAccepted(message, where, source string) *app.Finding {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.words().MatchString(message) })
	return &app.Finding{Kind: app.FindingCode, Problem: kinds[i].name + " in " + where + " is not valid", Evidence: []string{where + source}, Fix: "correct " + where}
}

// mostHaving is how many lines with a value are looked for.
const mostHaving = 2

// having returns the lines of the sources that have a value as it is, or with its backslashes doubled.
func (o Of) having(value string) (list []proof.Place) {
	doubled := strings.ReplaceAll(value, `\`, `\\`)
	for _, file := range o.Sources() {
		text := sources.Read(file)
		if base := filepath.Base(file); base == "devservers.yml" || strings.HasPrefix(base, ".env") || len(list) >= mostHaving || !strings.Contains(text, value) && !strings.Contains(text, doubled) {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, value) || strings.Contains(line, doubled) {
				list = append(list, proof.Place{File: file, Line: i + 1, Text: line})
			}
		}
	}
	return list
}
