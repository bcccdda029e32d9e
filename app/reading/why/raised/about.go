package raised

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/advice"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

// raised adds to an error what its message is about: a setting of the project, or a file that is elsewhere. Else it adds
// the line of the sources.
func (o Of) raised(f *app.Finding, e digest.Error, at parse.Place) {
	message := e.Message
	if !sayings.AboutVariables().MatchString(message) && o.aboutSetting(f, message) || o.aboutFile(f, message, at) {
		return
	}
	if !o.inside(f, message, at) && absent().MatchString(message) {
		o.unread(f, at)
	}
	if source := o.SourceOf(at); source != "" {
		f.Evidence = append(f.Evidence, o.Where(at)+source)
	}
	if s, ok := resolve.SubjectOf(&o.Project, message); f.Fix == "" && (already().MatchString(message) || ok && (s.File != at.File || s.Line != at.Line)) {
		o.About(f, message)
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
		if own == "" || !sources.IsSource(own) && !sources.IsText(own) || strings.HasPrefix(message, m[1]+m[2]+": ") { // the program names itself
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
func (o Of) inside(f *app.Finding, message string, at parse.Place) bool {
	for _, p := range parse.PlaceIn(message) {
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
		if number == nil || path == "" || sources.IsSource(path) {
			continue
		}
		where := o.Shown(path) + ":" + number[1]
		f.Evidence = append(f.Evidence, f.Problem)
		f.Problem, f.Fix = "an error in "+where, "correct "+where
		return true
	}
	return false
}

// absent matches errors about a value or a part that is not there.
var absent = sayings.Lazily(`(?i)KeyError|NoSection|NoOption|NoneType|\bnil\b|\bnull\b|undefined|missing|not (?:set|found|defined)|no (?:such )?(?:key|section|option)`)

// readAbove is how many lines above an error the sources may name a file that they read for it.
const readAbove = 12

// unread adds a file that the sources name just above a place, that is not there, but elsewhere in the project: a program
// that reads it without a check goes on without what is in it.
func (o Of) unread(f *app.Finding, at parse.Place) {
	lines := strings.Split(sources.Read(o.Found(at.File)), "\n")
	for i := min(at.Line, len(lines)) - 1; i >= max(0, at.Line-readAbove); i-- {
		for _, m := range quotedFile().FindAllStringSubmatch(lines[i], 4) {
			if !sources.IsSetting(m[1]) || filepath.Ext(m[1]) == ".html" || filepath.IsAbs(m[1]) || o.Exists(m[1]) || sources.Existing(filepath.Join(filepath.Dir(o.Found(at.File)), m[1])) != "" {
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
func (o Of) aboutFile(f *app.Finding, message string, at parse.Place) bool {
	if !lost().MatchString(message) {
		return false
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(message, 4) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if !sources.Valid(name) || filepath.IsAbs(name) || o.Exists(name) || !sources.IsSource(name) && !sources.IsText(name) {
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
