package rules

import (
	"path/filepath"
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
func (c *Clues) raised(f *app.Finding, e digest.Error, at place.Place) {
	message := e.Message
	if !sayings.AboutVariables().MatchString(message) && c.aboutSetting(f, message) || c.aboutFile(f, message, at) {
		return
	}
	if !c.inside(f, message, at) {
		c.unread(f, at)
	}
	if source := c.SourceOf(at); source != "" {
		f.Evidence = append(f.Evidence, c.Where(at)+source)
	}
	for _, caller := range c.Callers(e, at) {
		f.Evidence = append(f.Evidence, "called from "+c.Where(caller)+c.SourceOf(caller))
		if tooEarly().MatchString(message) {
			f.Fix = "don't do that in " + c.Where(caller) + ", which runs too early"
		}
	}
}

// tooEarly matches errors of what was called before the framework was ready.
var tooEarly = lazily(`Apps aren't loaded yet|outside of application context|before (?:the )?(?:app|application|initiali[sz]ation)\b`)

// mentions makes a finding without a place be about a setting or a file of the project that its message names.
func (c *Clues) mentions(f *app.Finding, message string) {
	if !sayings.AboutVariables().MatchString(message) && c.aboutSetting(f, message) {
		f.Step, f.Manual = nil, ""
		return
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(message, 4) {
		own := c.Own(m[1] + m[2])
		if own == "" || !files.IsSource(own) {
			continue
		}
		f.Problem, f.Step, f.Manual, f.Fix = f.Problem+" about "+c.Shown(own), nil, "", "look at "+c.Shown(own)
		if at := proof.Misspelt(own, "urlpatterns"); at.Line > 0 && strings.Contains(message, "patterns") {
			where := at.Shown(&c.Project)
			f.Evidence, f.Fix = append(f.Evidence, where+": "+strings.TrimSpace(at.Text)), "correct the name in "+where+": urlpatterns"
		}
		return
	}
}

var onLine = lazily(`(?i)\bline (\d+)\b`)

// inside reports whether an error is in a file that the sources name in the line that raised it, such as a template.
func (c *Clues) inside(f *app.Finding, message string, at place.Place) bool {
	number := onLine().FindStringSubmatch(message)
	for _, m := range quotedFile().FindAllStringSubmatch(c.SourceOf(at), 4) {
		path := resolve.Variant(filepath.Join(c.WorkDir, m[1]))
		if path == "" {
			path = resolve.Near(&c.Project, filepath.Join(c.WorkDir, m[1])).Path
		}
		if number == nil || path == "" || files.IsSource(path) {
			continue
		}
		where := c.Shown(path) + ":" + number[1]
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
func (c *Clues) unread(f *app.Finding, at place.Place) {
	lines := strings.Split(files.Read(c.Found(at.File)), "\n")
	for i := min(at.Line, len(lines)) - 1; i >= max(0, at.Line-readAbove); i-- {
		for _, m := range quotedFile().FindAllStringSubmatch(lines[i], 4) {
			if !files.IsSetting(m[1]) || filepath.IsAbs(m[1]) || c.Exists(m[1]) || files.Existing(filepath.Join(filepath.Dir(c.Found(at.File)), m[1])) != "" {
				continue
			}
			if meant := resolve.Near(&c.Project, filepath.Join(c.WorkDir, m[1])); meant.Path != "" && meant.How != resolve.None {
				where := c.Shown(c.Found(at.File)) + ":" + itoa(i+1)
				f.Evidence = append(f.Evidence, where+" names "+m[1]+", which does not exist", "there is "+c.Shown(meant.Path))
				f.Fix = "correct the path in " + where + ": " + c.Shown(meant.Path)
				return
			}
		}
	}
}

var quotedFile = lazily("[\"'`]([\\w@.+/-]+\\.\\w{2,5})[\"'`]")

// aboutSetting reports whether a message names a setting that a file of the project makes.
func (c *Clues) aboutSetting(f *app.Finding, message string) bool {
	for _, name := range capital().FindAllString(message, 4) {
		if set, ok := c.variables().Setting(name); ok && (ofSettings().MatchString(filepath.Base(set.File)) || ofSettings().MatchString(set.Text)) {
			where := set.Shown(&c.Project)
			f.Kind, f.Evidence = app.FindingConfig, append(f.Evidence, f.Problem)
			f.Problem, f.Fix = "an error about the setting "+name+" in "+where, "correct "+name+" in "+where
			return true
		}
	}
	return false
}

// ofSettings matches files with settings, and lines that make one in an object for them.
var ofSettings = lazily(`(?i)setting|conf|option`)

// namedSetting finds a setting of the project that a line complains about.
func namedSetting(c *Clues, at int, _ []string) *app.Finding {
	line := c.Lines[at].Text
	if output.IsFrame(line) || len(advice.In([]string{line})) == 0 && !sayings.Complains().MatchString(line) {
		return nil
	}
	f := &app.Finding{}
	if !c.aboutSetting(f, line) {
		return nil
	}
	f.Evidence = nil
	return f
}

// aboutFile reports whether a message names a file that is not where the program looks for it, but elsewhere in the project.
func (c *Clues) aboutFile(f *app.Finding, message string, at place.Place) bool {
	if !lost().MatchString(message) {
		return false
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(message, 4) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if !files.Valid(name) || filepath.IsAbs(name) || c.Exists(name) || filepath.Ext(name) == "" {
			continue
		}
		f.Kind, f.Evidence = app.FindingFile, append(f.Evidence, f.Problem)
		f.Problem, f.Fix = "the program does not find "+name, "create it, or correct its name in "+c.Where(at)
		if meant := resolve.Near(&c.Project, filepath.Join(c.WorkDir, name)); meant.How == resolve.Elsewhere {
			dir := c.Shown(strings.TrimSuffix(strings.TrimSuffix(meant.Path, name), "/"))
			f.Evidence, f.Fix = append(f.Evidence, "there is "+c.Shown(meant.Path)), "make it look in "+dir+", or move the file"
			if set, ok := c.variables().Setting("TEMPLATES"); ok {
				f.Fix = "add " + dir + " to DIRS of TEMPLATES in " + set.Shown(&c.Project)
			}
		} else if meant.Path != "" {
			f.Evidence, f.Fix = append(f.Evidence, "there is "+c.Shown(meant.Path)), "correct the name: "+c.Shown(meant.Path)
		}
		return true
	}
	return false
}

var lost = lazily(`(?i)(?:NotFound|DoesNotExist|NoSuch|Missing\w*(?:Error|Exception|Template))|not found|no such|does not exist|doesn't exist|unable to (?:find|locate)|could not (?:find|locate)|cannot (?:find|locate)|can't (?:find|locate)`)
