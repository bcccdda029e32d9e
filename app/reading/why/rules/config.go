package rules

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/raised"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// configRules find a setting, an option or an argument that a program does not accept.
var configRules = []rule{
	{broad: true, words: []string{"_"}, pattern: sayings.Capital, find: func(c *Clues, at int, _ []string) *app.Finding { return c.raised().Setting(c.Lines[at].Text) }},
	{words: []string{"originalPath"}, pattern: lazily(`^\s+originalPath: ['"](.+)['"]`), find: func(c *Clues, at int, m []string) *app.Finding { // an argument that a library quotes
		path, line := c.Naming(m[1])
		if path == "" || !c.Says(at-30, at, "rror") {
			return nil
		}
		where := c.Shown(path) + ":" + itoa(line)
		return &app.Finding{Kind: app.FindingCode, Problem: "the route " + words.Quote(m[1]) + " in " + where + " is not valid in this version", Fix: "correct " + where}
	}},
	{broad: true, words: []string{"nrecogni", "nknown", "nvalid", "llegal", "nexpected", "nsupported", "o such", "ad ", "not allowed", "not recogni", "not defined", "not supported", "not permitted", "is not a valid"}, pattern: lazily(
		`(?i)\b(?:unrecogni[sz]ed|unknown|invalid|illegal|unexpected|unsupported|no such|bad)\s+(?:\w+[ -]){0,3}?(option|flag|argument|directive|field|key|keys|setting|property|parameter|command|subcommand|switch|variable|configuration|config|command[- ]line option|log ?level|level|value|choice|port|listen address)s?\b(?:\(s\))?[:=]?\s*(?:name |value |(for |in |of ))?["'` + "`" + `‘“(\[]*([\w@./:+=-]{0,80})`), find: func(c *Clues, at int, m []string) *app.Finding {
		if m[2] != "" && m[3] != "" { // the name of what has the value, or of where it is
			return notAccepted(c, at, []string{"", m[1] + " of", m[3]})
		}
		return notAccepted(c, at, []string{"", m[1], m[3]})
	}},
	{broad: true, words: []string{"ot defined", "ot recogni", "ot known", "ot supported", "ot allowed", "ot valid"}, pattern: lazily(
		`(?i)\b(option|flag|argument|directive|field|key|setting|parameter)s?(?: (?:is|was|are|were|name))?\s+not (?:defined|recogni[sz]ed|known|supported|allowed|valid)[:\s]+["'` + "`" + `]?([\w@./:=-]{1,80})`), find: notAccepted},
	{broad: true, words: []string{"is not", "was not", "not a"}, pattern: lazily(
		`(?i)\b(option|flag|argument|directive|field|key|setting|property|parameter|log ?level|level|value|command|subcommand)\s+["'` + "`" + `‘“]?([\w@./:+=-]{1,80})["'` + "`" + `’”]?\s+(?:is|was) (?:not|in)(?: |-)?(?:a |an )?(?:valid|recogni[sz]ed|known|allowed|supported|defined|permitted|one of)`), find: notAccepted},
	{broad: true, words: []string{"is not", "must be", "not one of", "nvalid"}, pattern: lazily(
		`(?i)["'` + "`" + `‘“]([\w@./:+=-]{1,80})["'` + "`" + `’”]?\s+is (?:not one of|not a valid|not a known|not an? (?:valid|known|allowed)|an invalid|an unknown|not (?:valid|allowed|supported|recogni[sz]ed))\b`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			return notAccepted(c, at, []string{"", "value", m[1]})
		}},
	{broad: true, words: []string{"not found in type"}, pattern: lazily(`\bfield (\w+) not found in type`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			return notAccepted(c, at, []string{"", "field", m[1]})
		}},
	{broad: true, words: []string{"id you mean"}, pattern: lazily("(?i)did you mean\\W+([\\w:@./-]{2,60})"), find: meant},
	{broad: true, words: []string{"onfig"}, pattern: lazily(`(?i)\b(?:no|missing|not find|(?:can ?not|can't|couldn't|unable to|failed to) find) (?:any |an? |the |valid )?(?:\w+ )?config(?:uration)?(?: file)?s?\b|config(?:uration)?(?: file)? (?:was |is |could )?(?:not (?:be )?found|missing)`), find: func(c *Clues, _ int, _ []string) *app.Finding { return resolve.ConfigElsewhere(&c.Project) }},
	{broad: true, words: []string{"ad configuration", "onfiguration", "onfig", "ONFIG"}, pattern: lazily(
		`(?i)(?:fatal config file error|bad configuration option|(?:invalid|bad|broken|malformed)\s+(?:\w+\s+)?config(?:uration)?|config(?:uration)?(?: file)?\s+(?:\S+\s+)?(?:test failed|is invalid|contains errors|error)|failed to (?:load|parse|read) (?:the )?(?:\w+ )?config)`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			return c.refusedConfig(at, unaccepted)
		}},
	{broad: true, words: []string{"nvalid", "nknown", "rror", "nrecogni", "ad ", "ot ", "nsupported", "nexpected", "annot", "ould not", "llegal"}, pattern: lazily(`(?i)\b(?:invalid|unknown|error|unrecogni[sz]ed|bad|not|unsupported|unexpected|cannot|illegal)\b`), find: refusedArgument},
	{broad: true, words: []string{"ttribute", "roperty", "etting", "ption", "arameter", "ield", "key"}, pattern: lazily(
		`(?i)["'` + "`" + `]([\w.-]{2,60})["'` + "`" + `] (?:attribute|property|setting|option|parameter|field|key) (?:is |was )?(?:not (?:specified|set|configured|provided|defined)|missing|required|empty)|` +
			`(?:missing|required) (?:required )?(?:attribute|property|setting|configuration|field|key)s?:? ["'` + "`" + `]([\w.-]{2,60})["'` + "`" + `]|(?:attribute|property|setting|field) ["'` + "`" + `]([\w.-]{2,60})["'` + "`" + `] (?:is |was )?(?:not (?:specified|set|configured|provided|defined)|missing|required|empty)`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			return c.refusedConfig(at, "its configuration lacks "+strings.Join(m[1:], ""))
		}},
	{broad: true, words: []string{"equires", "missing", "issing", "equired"}, pattern: lazily(`(?i)(?:option|flag|argument)s? (?:is|are) required:? (-{1,2}[\w-]+)|(?:option|flag|argument)s?[ '"` + "`" + `]+(-{1,2}[\w-]+)[ '"` + "`" + `]+(?:requires|needs|expects|is missing|argument missing)|(?:missing|required) (?:required )?(?:option|flag|argument|parameter)s?[:\s]+["'` + "`" + `]?(-{0,2}[\w-]+)`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			if name := strings.Join(m[1:], ""); !strings.HasPrefix(name, "-") && !sayings.AboutConfig().MatchString(strings.Join(c.LinesNear(at, 2), "\n")) {
				return nil
			}
			return c.refusedConfig(at, "the argument "+strings.Join(m[1:], "")+" is missing or incomplete")
		}},
}

// refusedArgument finds an argument of the command, of what it leads to or of a variable with options, that a line about an
// error quotes.
func refusedArgument(c *Clues, at int, _ []string) *app.Finding {
	var words []string
	for _, s := range steps.Of(&c.Project) {
		words = append(words, s.Words()...)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Env)) {
		if ofOptions().MatchString(name) {
			words = append(words, strings.Fields(c.Env[name])...)
		}
	}
	for _, word := range words {
		name, _, _ := strings.Cut(word, "=")
		if len(name) > 3 && !c.Exists(name) && sources.Valid(name) && strings.HasPrefix(name, "-") && refuses(c.Lines[at].Text, name) {
			return c.refusedConfig(at, "it does not accept the argument "+name)
		}
	}
	return nil
}

// refuses reports whether a line says that an argument is wrong, and not only that something is which it names as well.
func refuses(line, argument string) bool {
	i := strings.Index(line, argument)
	if i < 0 {
		return false
	}
	return wrongBefore().MatchString(line[max(0, i-40):i]) || wrongAfter().MatchString(line[i+len(argument):])
}

var (
	wrongBefore = lazily(`(?i)\b(?:invalid|unknown|unrecogni[sz]ed|bad|unsupported|unexpected|illegal|no such)\b[^.;]*$`)
	wrongAfter  = lazily(`(?i)^\W{0,3}\s*(?:is|was|are)? ?(?:not |un|in)(?:valid|recogni[sz]ed|known|supported|allowed|expected|permitted)\b`)
)

// notAccepted finds a named setting or value that a program refuses.
func notAccepted(c *Clues, at int, m []string) *app.Finding {
	kind, name := strings.ToLower(m[1]), strings.Trim(m[2], ".:,=")
	if cutOff(c.Lines[at].Text, name) {
		name = ""
	}
	if kind == "key" && name == "" || kind == "config" || kind == "configuration" {
		return c.refusedConfig(at, unaccepted)
	}
	if name == "object" { // an options object
		return nil
	}
	if f := absent(c, at); f != nil {
		return f
	}
	if (name == "" || sayings.Connective[strings.ToLower(name)]) && !sayings.AboutConfig().MatchString(strings.Join(c.LinesNear(at, 2), "\n")) {
		return nil
	}
	if name == "" || sayings.Connective[strings.ToLower(name)] {
		return c.refusedConfig(at, "it does not accept "+words.Article(kind))
	}
	if hasValue[kind] && undefined().MatchString(c.Lines[at].Text) {
		return c.refusedConfig(at, "it lacks the "+kind+" "+name)
	}
	return c.refusedConfig(at, "it does not accept the "+kind+" "+name)
}

// cutOff reports whether a name is only the first word of what a line quotes.
func cutOff(line, name string) bool {
	i := strings.Index(line, name)
	return name != "" && i > 0 && strings.Contains("\"'`", line[i-1:i]) && strings.HasPrefix(line[i+len(name):], " ")
}

// hasValue are the kinds of names that a configuration defines, and not the program.
var hasValue = map[string]bool{"property": true, "setting": true, "key": true, "variable": true, "parameter": true}

var undefined = lazily(`(?i)\b(?:not (?:defined|set)|undefined)\b`)

// lacksIt matches lines about a setting that is not there, not about one that is not known.
var lacksIt = lazily(`(?i)not (?:defined|set|found)|missing|undefined`)

// unaccepted is all that a program says if it says no more than that.
const unaccepted = "its configuration is not accepted"

// readTheLine is the fix for a setting whose place is not known.
const readTheLine = "correct it where it is set: the line says what is wrong"

// refusedConfig returns the finding about a setting, with the place of the file or the command that has it.
func (c *Clues) refusedConfig(at int, problem string) *app.Finding {
	if p := c.CodeAt(at); p.File != "" && (sources.IsCompiled(p.File) || problem == unaccepted && sources.IsSource(p.File) && !ofConfig().MatchString(filepath.Base(p.File))) {
		return nil // a compiler's or an interpreter's words about the sources
	}
	f := &app.Finding{Kind: app.FindingConfig, Problem: problem, Fix: readTheLine}
	for i := at; i < min(at+5, len(c.Lines)); i++ {
		origin := isOrigin().MatchString(c.Lines[i].Text)
		for _, p := range parse.PlaceIn(c.Lines[i].Text) {
			if path := c.Found(p.File); path != "" && p.File != "" && !output.IsFrame(c.Lines[i].Text) && (i == at || origin || i < at+3 && !sources.IsSource(path)) {
				where := c.Shown(path) + ", line " + strconv.Itoa(p.Line)
				if origin {
					f.Kind = app.FindingCode
				}
				f.Problem, f.Fix = problem+" ("+where+")", "correct "+where
				return f
			}
		}
	}
	if path, number := c.commandSetting(), lineIn().FindStringSubmatch(strings.Join(c.LinesNear(at, 3), "\n")); path != "" && number != nil {
		where := c.Shown(path) + ":" + strings.Join(number[1:], "")
		f.Problem, f.Fix = problem+" ("+where+")", "correct "+where
	}
	c.inCommand(f, problem)
	f.Evidence = append(f.Evidence, c.Block(at)...)
	if s, ok := resolve.PlaceOf(&c.Project, problem[strings.LastIndexByte(problem, ' ')+1:], c.Lines[at].Text); ok && f.Fix == readTheLine {
		where := c.Shown(s.File) + ":" + itoa(s.Line)
		f.Problem, f.Fix = problem+" ("+where+")", "correct "+s.Name+" in "+where+s.Suggestion()
		if lacksIt().MatchString(c.Lines[at].Text) {
			f.Problem, f.Fix = problem, "define "+s.Name+" in the configuration that is read, or correct it in "+where
			if file := resolve.KeyIn(&c.Project, s.Name); file != "" {
				f.Evidence = append(f.Evidence, c.Shown(file)+" has "+s.Name)
				f.Fix = "make the program read " + c.Shown(file) + ", or define " + s.Name + " in a file that it reads"
			}
		}
	}
	return f
}

// inCommand makes a finding about the argument with which a problem ends be about the step of the command that has it, or about
// the variable with options.
func (c *Clues) inCommand(f *app.Finding, problem string) {
	if f.Fix != readTheLine && !strings.Contains(problem, " -") {
		return
	}
	_, name, dashed := strings.Cut(problem, " -")
	name, _, _ = strings.Cut("-"+name, " ")
	if !dashed {
		name = problem[strings.LastIndexByte(problem, ' ')+1:]
	}
	if v, given := proof.GivesValue(&c.Project, name); given && !dashed {
		*f = *raised.Refused(&c.Project, v)
		return
	}
	s, ok := steps.With(&c.Project, name)
	if !dashed {
		if s, ok = steps.With(&c.Project, "--"+name); ok {
			name = "--" + name
		} else if s, ok = steps.Given(&c.Project, name); !ok && strings.Contains(problem, "command "+name) {
			s, ok = steps.With(&c.Project, name)
		}
	}
	variable, by := c.optionIn(name)
	switch {
	case ok:
		f.Evidence, f.Fix = []string{s.Where(&c.Project) + " has " + name}, s.Correct(&c.Project)
	case variable != "":
		f.Evidence, f.Fix = []string{"the variable " + variable + " has " + name + by}, "correct "+variable
	case dashed && strings.Contains(problem, "missing"):
		f.Fix = "add " + name + " to the command in devservers.yml"
	}
}

// optionIn returns the variable with options of a program, such as NODE_OPTIONS, that has an option, and where it is given.
func (c *Clues) optionIn(option string) (name, by string) {
	for _, name := range slices.Sorted(maps.Keys(c.Env)) {
		if !ofOptions().MatchString(name) || !strings.HasPrefix(option, "-") || !slices.ContainsFunc(strings.Fields(c.Env[name]), func(w string) bool { return w == option || strings.HasPrefix(w, option+"=") }) {
			continue
		}
		if at, ok := proof.Gives(&c.Project, name); ok {
			by = ", which " + at.Shown(&c.Project) + " gives it"
		}
		return name, by
	}
	return "", ""
}

var ofOptions = lazily(`(?:OPT|OPTS|OPTIONS|FLAGS|ARGS)$`)

// ofConfig matches the name of a source that is a configuration.
var ofConfig = lazily(`(?i)conf|setting|^\.`)

// isOrigin matches a line that is only about where what was printed above it came from.
var isOrigin = lazily(`^\s+(?:\(file|in file|from|-->) `)

// commandSetting returns the only file with settings that the command names, or "".
func (c *Clues) commandSetting() (path string) {
	for _, arg := range c.Argv {
		if file := c.Found(arg[strings.IndexByte(arg, '=')+1:]); file != "" && c.Ours(file) && sources.IsSetting(file) {
			if path != "" {
				return ""
			}
			path = file
		}
	}
	return path
}

// meant finds the word of the command, or of what it leads to, that a program has corrected.
func meant(c *Clues, at int, m []string) *app.Finding {
	line := c.Lines[at].Text
	for _, s := range steps.Of(&c.Project) {
		for _, word := range s.Words()[1:] {
			if i := strings.Index(line, word); i < 0 || i > strings.Index(line, m[0]) || word == m[1] || len(words.Meant(word, []string{m[1]})) == 0 {
				continue
			}
			return &app.Finding{Kind: app.FindingConfig, Problem: "it does not know " + words.Quote(word) + ", which " + s.Where(&c.Project) + " has", Fix: s.Correct(&c.Project) + ": " + m[1]}
		}
	}
	return nil
}
