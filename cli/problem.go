package cli

import (
	"devservers/app/config/yml"
	"devservers/cli/view"
)

// drawProblems draws problems as compilers do: the place bold, the caret red.
func drawProblems(v view.Style, list []yml.Problem) (text string) {
	colors := map[yml.ProblemPart]string{yml.Place: view.Bold, yml.Message: view.Red, yml.Caret: view.BoldRed,
		yml.Hint: view.Cyan}
	for _, problem := range list {
		text += problem.Render(func(part yml.ProblemPart, text string) string {
			if part == yml.Message && problem.Warning {
				return v.Paint(view.Yellow, text)
			}
			return v.Paint(colors[part], text)
		}) + "\n\n"
	}
	return text
}
