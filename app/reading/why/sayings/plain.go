package sayings

import (
	"slices"
	"strings"

	"devservers/app"
)

// CheckMode is the fix for a file that is not known to belong to the project.
const CheckMode = "check its owner and mode"

// plainName matches what can be a name: of a package, a variable, a host, a path. A shell reads nothing else in it.
// plainVersion matches a version, or the range of versions that is wanted.
var (
	plainName    = Lazily(`^[\pL\pN_@./+~:=,-]{0,200}$`)
	plainVersion = Lazily(`^(?i)(?:[\d.x*v<>=~^!|,+\s-]|\b(?:or|and|at least|higher|newer|later|above|greater|up)\b){1,60}$`)
)

// Plain reports whether a finding offers nothing but names from what a line captured. A line can repeat any text, such as
// the address of a request; a fix may be run without a second look.
func Plain(f app.Finding, captured []string) bool {
	offers := f.Fix + "\n" + f.Manual
	if f.Step != nil {
		offers += "\n" + f.Step.Name + "\n" + f.Step.Value
	}
	for _, text := range captured {
		if !IsPlain(text) && strings.Contains(offers, text) {
			return false
		}
	}
	return true
}

// Quotes reports whether a problem repeats more of what a line captured than names.
func Quotes(problem string, captured []string) bool {
	return slices.ContainsFunc(captured, func(text string) bool { return !IsPlain(text) && strings.Contains(problem, text) })
}

// IsPlain reports whether a text can be offered as it is: it is a name or a version.
func IsPlain(text string) bool {
	return plainName().MatchString(text) || plainVersion().MatchString(text)
}
