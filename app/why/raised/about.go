package raised

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
	"devservers/app/why/advice"
	"devservers/app/why/files"
	"devservers/app/why/output"
	"devservers/app/why/proof"
	"devservers/app/why/resolve"
	"devservers/app/why/sayings"
)

// raised adds to an error what its message is about: a setting of the project, or a file that is elsewhere. Else it adds
// the line of the sources.
func (o Of) raised(f *app.Finding, e digest.Error, at place.Place) {
	message := e.Message
	if !sayings.AboutVariables().MatchString(message) && o.aboutSetting(f, message) || o.aboutFile(f, message, at) {
		return
	}
	if !o.inside(f, message, at) {
		o.unread(f, at)
	}
	if source := o.SourceOf(at); source != "" {
		f.Evidence = append(f.Evidence, o.Where(at)+source)
	}
	if s, ok := resolve.SubjectOf(&o.Project, message); ok && (s.File != at.File || s.Line != at.Line) && f.Fix == "" {
		o.about(f, message)
	}
	for _, caller := range o.Callers(e, at) {
		f.Evidence = append(f.Evidence, "called from "+o.Where(caller)+o.SourceOf(caller))
		if tooEarly().MatchString(message) {
			f.Fix = "don't do that in " + o.Where(caller) + ", which runs too early"
		}
	}
}

// tooEarly matches errors of what was called before the framework was ready.
var tooEarly = sayings.Lazily(`Apps aren't loaded yet|outside of application context|before (?:the )?(?:app|application|initiali[sz]ation)\b`)

// mentions makes a finding without a place be about a setting or a file of the project that its message names.
func (o Of) mentions(f *app.Finding, message string) {
	if !sayings.AboutVariables().MatchString(message) && o.aboutSetting(f, message) {
		f.Step, f.Manual = nil, ""
		return
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(message, 4) {
		own := o.Own(m[1] + m[2])
		if own == "" || !files.IsSource(own) || strings.HasPrefix(message, m[1]+m[2]+": ") { // the program names itself
			continue
		}
		f.Problem += " about " + o.Shown(own)
		if at := proof.Misspelt(own, "urlpatterns"); at.Line > 0 && strings.Contains(message, "patterns") {
			where := at.Shown(&o.Project)
			f.Evidence, f.Step, f.Manual, f.Fix = append(f.Evidence, where+": "+strings.TrimSpace(at.Text)), nil, "", "correct the name in "+where+": urlpatterns"
		}
		return
	}
}

var onLine = sayings.Lazily(`(?i)\bline (\d+)\b`)

// inside reports whether an error is in a file that its message names with a line, or that the sources name in the line that
// raised it, such as a template.
func (o Of) inside(f *app.Finding, message string, at place.Place) bool {
	for _, p := range place.In(message) {
		path := resolve.Only(&o.Project, p.File)
		if path == "" || p.Line == 0 || o.Own(p.File) != "" {
			continue
		}
		f.Evidence = append(f.Evidence, f.Problem)
		p.File = path
		f.Problem, f.Fix = "an error in "+o.Where(p), "correct "+o.Where(p)
		return true
	}
	number := onLine().FindStringSubmatch(message)
	for _, m := range quotedFile().FindAllStringSubmatch(o.SourceOf(at), 4) {
		path := resolve.Variant(filepath.Join(o.WorkDir, m[1]))
		if path == "" {
			path = resolve.Near(&o.Project, filepath.Join(o.WorkDir, m[1])).Path
		}
		if number == nil || path == "" || files.IsSource(path) {
			continue
		}
		where := o.Shown(path) + ":" + number[1]
		f.Evidence = append(f.Evidence, f.Problem)
		f.Problem, f.Fix = "an error in "+where, "correct "+where
		return true
	}
	return false
}

// readAbove is how many lines above an error the sources may name a file that they read for it.
const readAbove = 12

// unread adds a file that the sources name just above a place, that is not there, but elsewhere in the project: a program
// that reads it without a check goes on without what is in it.
func (o Of) unread(f *app.Finding, at place.Place) {
	lines := strings.Split(files.Read(o.Found(at.File)), "\n")
	for i := min(at.Line, len(lines)) - 1; i >= max(0, at.Line-readAbove); i-- {
		for _, m := range quotedFile().FindAllStringSubmatch(lines[i], 4) {
			if !files.IsSetting(m[1]) || filepath.IsAbs(m[1]) || o.Exists(m[1]) || files.Existing(filepath.Join(filepath.Dir(o.Found(at.File)), m[1])) != "" {
				continue
			}
			if meant := resolve.Near(&o.Project, filepath.Join(o.WorkDir, m[1])); meant.Path != "" && meant.How != resolve.None {
				where := o.Shown(o.Found(at.File)) + ":" + strconv.Itoa(i+1)
				f.Evidence = append(f.Evidence, where+" names "+m[1]+", which does not exist", "there is "+o.Shown(meant.Path))
				f.Fix = "correct the path in " + where + ": " + o.Shown(meant.Path)
				return
			}
		}
	}
}

var quotedFile = sayings.Lazily("[\"'`]([\\w@.+/-]+\\.\\w{2,5})[\"'`]")

// aboutSetting reports whether a message names a setting that a file of the project makes.
func (o Of) aboutSetting(f *app.Finding, message string) bool {
	for _, name := range sayings.Capital().FindAllString(message, 4) {
		if set, ok := o.Vars.Setting(name); ok && (ofSettings().MatchString(filepath.Base(set.File)) || ofSettings().MatchString(set.Text)) {
			where := set.Shown(&o.Project)
			f.Kind, f.Evidence = app.FindingConfig, append(f.Evidence, f.Problem)
			f.Problem, f.Fix = "an error about the setting "+name+" in "+where, "correct "+name+" in "+where
			return true
		}
	}
	return false
}

// ofSettings matches files with settings, and lines that make one in an object for them.
var ofSettings = sayings.Lazily(`(?i)setting|conf|option`)

// Setting returns the finding that a line complains about a setting which a file of the project makes, or nil.
func (o Of) Setting(line string) *app.Finding {
	if output.IsFrame(line) || len(advice.In([]string{line})) == 0 && !sayings.Complains().MatchString(line) {
		return nil
	}
	f := &app.Finding{}
	if !o.aboutSetting(f, line) {
		return nil
	}
	f.Evidence = nil
	return f
}

// aboutFile reports whether a message names a file that is not where the program looks for it, but elsewhere in the project.
func (o Of) aboutFile(f *app.Finding, message string, at place.Place) bool {
	if !lost().MatchString(message) {
		return false
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(message, 4) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if !files.Valid(name) || filepath.IsAbs(name) || o.Exists(name) || !files.IsSource(name) && !files.IsText(name) {
			continue
		}
		f.Kind, f.Evidence = app.FindingFile, append(f.Evidence, f.Problem)
		if f.Problem, f.Fix = "the program does not find "+name, "create it, or correct its name"; strings.Contains(o.SourceOf(at), name) {
			f.Fix += " in " + o.Where(at)
		}
		if meant := resolve.Near(&o.Project, filepath.Join(o.WorkDir, name)); meant.How == resolve.Elsewhere {
			dir := o.Shown(strings.TrimSuffix(strings.TrimSuffix(meant.Path, name), "/"))
			f.Evidence, f.Fix = append(f.Evidence, "there is "+o.Shown(meant.Path)), "make it look in "+dir+", or move the file"
			if set, ok := o.Vars.Setting("TEMPLATES"); ok {
				f.Fix = "add " + dir + " to DIRS of TEMPLATES in " + set.Shown(&o.Project)
			}
		} else if meant.Path != "" {
			f.Evidence, f.Fix = append(f.Evidence, "there is "+o.Shown(meant.Path)), "correct the name: "+o.Shown(meant.Path)
		}
		return true
	}
	return false
}

var lost = sayings.Lazily(`(?i)(?:NotFound|DoesNotExist|NoSuch|Missing\w*(?:Error|Exception|Template))|not found|no such|does not exist|doesn't exist|unable to (?:find|locate)|could not (?:find|locate)|cannot (?:find|locate)|can't (?:find|locate)`)

// about adds the place in the project that a message is about, if it names one. Where the message says that a name is not known,
// that place is the fix.
func (o Of) about(f *app.Finding, message string) {
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
	wrong := ok && unknown().MatchString(message) && (file != "" || offered || !files.IsSource(s.File)) // a name in code may be one of data
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
func (o Of) declared(f *app.Finding, message string, at place.Place) {
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
	for _, m := range files.LimitOptions(&o.Project) {
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
