package setup

import (
	"devservers/app/config/yml"
	"devservers/cli/term"
)

// drawProblems draws problems as compilers do: the place bold, the caret red.
func drawProblems(v term.Style, list []yml.Problem) (text string) {
	colors := map[yml.Part]string{yml.Place: term.Bold, yml.Message: term.Red, yml.Caret: term.BoldRed, yml.Hint: term.Cyan}
	for _, problem := range list {
		text += problem.Render(func(part yml.Part, text string) string {
			if part == yml.Message && problem.Warning {
				return v.Paint(term.Yellow, text)
			}
			return v.Paint(colors[part], text)
		}) + "\n\n"
	}
	return text
}
