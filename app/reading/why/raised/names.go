package raised

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// About adds the place in the project that a message is about, if it names one. Where the message says that a name is not known,
// that place is the fix.
func (o Of) About(f *app.Finding, message string) {
	if o.twice(f, message) {
		return
	}
	s, ok := resolve.SubjectOf(&o.Project, message)
	where := o.Shown(s.File) + ":" + strconv.Itoa(s.Line)
	if ok {
		f.Evidence = append(f.Evidence, where+" names "+s.Name)
	}
	file := resolve.Mentioned(&o.Project, message)
	if file == s.File {
		file = ""
	}
	offered := s.Like != "" && strings.Contains(strings.ToLower(message), "did you mean")
	wrong := ok && unknown().MatchString(message) && (file != "" || offered || !sources.IsSource(s.File)) // a name in code may be one of data
	switch {
	case !ok && o.elsewhere(f, message):
	case wrong && file != "":
		f.Step, f.Manual, f.Fix = nil, "", "correct "+s.Name+" in "+where+", or configure it in "+o.Shown(file)+", which the message names"
	case wrong:
		f.Step, f.Manual, f.Fix = nil, "", "correct "+s.Name+" in "+where+", or define it where it is looked for"
		if s.Like != "" {
			f.Fix = "correct " + s.Name + " in " + where + s.Suggestion()
		}
	case file != "":
		f.Evidence = append(f.Evidence, "the message names "+o.Shown(file))
	}
}

// twice reports whether a message says that something exists already that a few lines of the project have, and adds these.
func (o Of) twice(f *app.Finding, message string) bool {
	if !already().MatchString(message) {
		return false
	}
	name, list := resolve.Twice(&o.Project, message)
	if name == "" {
		return false
	}
	var places []string
	for _, at := range list {
		places = append(places, o.Shown(at.File)+":"+strconv.Itoa(at.Line))
	}
	f.Evidence = append(f.Evidence, strings.Join(places, " and ")+" have "+name)
	f.Step, f.Manual, f.Fix = nil, "", "remove or change one of the two: "+strings.Join(places, ", ")
	return true
}

var already = sayings.Lazily(`(?i)\b(?:ambiguous|duplicated?|redeclared?|redefined|twice|conflicts? with)\b|already (?:been )?(?:declared|defined|registered|exists?|added|in use by)|is overwriting`)

// elsewhere reports whether a message says that something with a name is not found that a file or a directory of the project
// has, and adds it.
func (o Of) elsewhere(f *app.Finding, message string) bool {
	if !lost().MatchString(message) && !notFound().MatchString(message) {
		return false
	}
	for _, m := range quotedName().FindAllStringSubmatch(message, 4) {
		path := resolve.Named(&o.Project, m[1])
		if path == "" {
			continue
		}
		dir := o.Shown(filepath.Dir(path))
		f.Evidence = append(f.Evidence, "there is "+o.Shown(path))
		f.Step, f.Manual, f.Fix = nil, "", "make it look in "+dir+", or name the path: "+o.Shown(path)
		return true
	}
	return false
}

var (
	notFound   = sayings.Lazily(`(?i)\b(?:no \w+ named|not find|found)\b`)
	quotedName = sayings.Lazily("[\"'`\u2018\u201c]([\\w-]{3,60})[\"'`\u2019\u201d]")
)

// declared adds the source of the project that declares a name which a line uses and doesn't know.
func (o Of) declared(f *app.Finding, message string, at parse.Place) {
	m := unknownName().FindStringSubmatch(message)
	if m == nil {
		return
	}
	if by, ok := resolve.Declared(&o.Project, o.Found(at.File), strings.Join(m[1:], "")); ok {
		where := o.Shown(by.File) + ":" + strconv.Itoa(by.Line)
		f.Evidence = append(f.Evidence, where+" declares "+strings.Join(m[1:], ""))
		f.Fix = "load " + o.Shown(by.File) + ", which declares it, before " + o.Where(at) + " uses it (import, require, include)"
	}
}

var unknownName = sayings.Lazily(`(?:undefined function|name|ReferenceError:|undefined local variable or method|uninitialized constant) [\x60'"]?(?:\w+\\)*(\w+)(?:\(\)|['"]? is not defined|['"]? for |$)|^(\w+) is not defined`)

// unknown matches messages about a name that is not known or not allowed.
var unknown = sayings.Lazily(`(?i)unknown|unrecogni[sz]ed|unsupported|not found|n[o']t exist|no such|unable to (?:find|locate|resolve)|not (?:registered|defined|configured|recogni[sz]ed|allowed|supported|known)|could ?n.t (?:find|resolve)|can(?:no|')t (?:find|resolve)|invalid (?:name|option|key|property|value|field|directive)|unexpected (?:key|property|option|field)|no \w+ named`)

// uncalled finds a function that the command names as the application, and that the server called as one.
func (o Of) uncalled(message string) *app.Finding {
	m := wrongCall().FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	for _, arg := range o.Argv {
		if !strings.HasSuffix(arg, ":"+m[1]) {
			continue
		}
		f := &app.Finding{Kind: app.FindingConfig, Problem: "the command names " + m[1] + " as the application, but that is a function which makes it", Evidence: []string{"the command has " + arg}}
		f.Fix = "write \"" + arg + "()\" in the command (gunicorn, waitress), or add --factory (uvicorn, hypercorn)"
		return f
	}
	return nil
}

// wrongCall matches what Python says of a function that got other arguments than it takes.
var wrongCall = sayings.Lazily(`\b(\w+)\(\) (?:takes (?:from )?\d+ (?:to \d+ )?positional arguments? but \d+ (?:was|were) given|missing \d+ required positional)`)

// limits finds an option of the command, or of a script that it runs, which sets what a message says was exceeded.
func (o Of) limits(f *app.Finding, message string) {
	if !exceeded().MatchString(message) {
		return
	}
	for _, m := range steps.Limits(&o.Project) {
		for _, word := range strings.Split(strings.Trim(m.Name, "-"), "-") {
			if len(word) > 3 && strings.Contains(strings.ToLower(message), word) {
				f.Evidence = append(f.Evidence, m.Where+" has "+m.Name+" "+m.Value)
				f.Step, f.Manual, f.Fix = nil, "", "change "+m.Name+" "+m.Value+" in "+m.Where+", if that is too little"
				return
			}
		}
	}
}

var exceeded = sayings.Lazily(`(?i)time ?out|timed out|limit|exceed|too (?:many|large|long|big|few|small)|out of memory|maximum|exhausted`)
