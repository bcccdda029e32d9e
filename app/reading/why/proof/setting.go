package proof

import (
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// Sets returns where a file of the project makes a setting; ok is false if none does.
func Sets(p *sources.Project, name string) (at Place, ok bool) {
	quoted := regexp.QuoteMeta(name)
	sets := regexp.MustCompile(`^\s*(?:export\s+)?(?:const |let |var |final |static )?(?:\w+\.)*(?:` + quoted + `|\w*[\w.]*[\[(]["']` + quoted + `["'][\])]|["']` + quoted + `["'])\s*(?::\s*[\w\[\], ]+)?\s*(?:\+?=[^=]|=>|:\s)|\b(?:define|set|config)\(\s*["']` + quoted + `["']`)
	ok = slices.ContainsFunc(p.Sources(), func(file string) bool {
		return sources.IsSource(file) && lines(file, func(l Place) bool {
			at = l
			return !comment(l.Text) && sets.MatchString(l.Text)
		})
	})
	return at, ok
}

var settingsModule = lazily(`DJANGO_SETTINGS_MODULE["']?\s*[,=]\s*["']([\w.]+)["']`)

// Settings returns the file with the settings of a Django project, or "".
func Settings(p *sources.Project, env map[string]string) string {
	module := env["DJANGO_SETTINGS_MODULE"]
	if m := settingsModule().FindStringSubmatch(sources.Read(p.Near("manage.py"))); m != nil && module == "" {
		module = m[1]
	}
	if module == "" || !sources.Valid(module) {
		return ""
	}
	return p.Found(strings.ReplaceAll(module, ".", "/") + ".py")
}

var assigned = lazily(`^(\w+)\s*\+?=[^=]`)

// Misspelt returns the line at the top of a Python file that assigns to a name of which name may be the right spelling.
func Misspelt(file, name string) (found Place) {
	lines(file, func(at Place) bool {
		if m := assigned().FindStringSubmatch(at.Text); m != nil && len(words.Meant(m[1], []string{name})) > 0 && m[1] != name {
			found = at
		}
		return found.Line > 0
	})
	return found
}
