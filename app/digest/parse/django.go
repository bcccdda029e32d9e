package parse

import "strings"

var (
	djangoCommand = Pattern{Expr: `^CommandError: .+$`}
	djangoCheck   = Pattern{Expr: `^(\S+: )\((\w+\.([EW])\d{3})\) .+$`}
)

// beginDjango parses what manage.py prints without a traceback: errors of a command, and each finding of a check.
func beginDjango(text string) *Reading {
	if djangoCommand.Find(text) != nil {
		return &Reading{step: pySaid, Ready: true, Finding: Finding{Message: text}}
	}
	if m := djangoCheck.Find(text); m != nil {
		return &Reading{step: pySaid, Ready: true, Finding: Finding{Level: map[string]string{"E": "error", "W": "warn"}[m[3]], Message: text}}
	}
	if strings.HasPrefix(text, "SystemCheckError: ") {
		return &Reading{step: pySaid} // the findings follow
	}
	return nil
}
