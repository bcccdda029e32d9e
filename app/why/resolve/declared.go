package resolve

import (
	"regexp"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/why/files"
	"devservers/app/why/sayings"
)

// noFunction matches what JavaScript says of a value that is not what it is used as.
var noFunction = sayings.Lazily(`\b([A-Za-z_$][\w$]*)((?:\.[A-Za-z_$][\w$]*)*) is not (?:a function|a constructor|iterable|async iterable)|Cannot read propert(?:y|ies) .*`)

// Misused returns the finding that the value which a message is about was made in a wrong way: from a function that was not
// called, or from an async one without await. line is where the value is used.
func Misused(p *files.Project, from string, line int, message string) *app.Finding {
	m := noFunction().FindStringSubmatch(message)
	if m == nil || m[1] == "" {
		return nil
	}
	lines := strings.Split(files.Read(from), "\n")
	declares := regexp.MustCompile(`^\s*(?:export\s+)?(?:const|let|var)\s+` + regexp.QuoteMeta(m[1]) + `\s*(?::[^=]+)?=\s*(new\s+)?([A-Za-z_$][\w$]*)\s*(\(.*)?;?\s*$`)
	for i := min(line, len(lines)) - 1; i >= 0; i-- {
		made := declares.FindStringSubmatch(lines[i])
		if made == nil || made[1] != "" {
			continue
		}
		at := p.Shown(from) + ":" + strconv.Itoa(i+1)
		switch {
		case made[3] == "" && isPackage(from, made[2]):
			return &app.Finding{Kind: app.FindingCode, Problem: m[1] + " is not what " + made[2] + " makes, but " + made[2] + " itself: " + at + " does not call it", Fix: "write " + made[2] + "() in " + at}
		case made[3] != "" && isAsync(p, from, made[2]):
			return &app.Finding{Kind: app.FindingCode, Problem: m[1] + " is a promise: " + at + " calls " + made[2] + ", which is async, without await", Fix: "write await before " + made[2] + " in " + at}
		}
		return nil
	}
	return nil
}

// isPackage reports whether a source imports a name as all or the default of a package.
func isPackage(from, name string) bool {
	for _, i := range Imports(from) {
		if i.Name == name && (i.Of == "" || i.Of == "default") && !strings.HasPrefix(i.Module, ".") {
			return true
		}
	}
	return false
}

// isAsync reports whether a function of a source, or of the module from which it imports it, is declared as async.
func isAsync(p *files.Project, from, name string) bool {
	of := name
	for _, i := range Imports(from) {
		if path := Source(p, from, i.Module); i.Name == name && path != "" {
			from = path
			if i.Of != "" && i.Of != "default" {
				of = i.Of
			}
		}
	}
	quoted := regexp.QuoteMeta(of)
	return regexp.MustCompile(`(?m)\basync\s+function\s+` + quoted + `\b|\b` + quoted + `\s*[:=]\s*async\b|^\s*async\s+` + quoted + `\(`).MatchString(files.Read(from))
}
