package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"devservers/app/config/yml"
	"devservers/cli/view"
)

// drawProblems draws problems as compilers do: the place bold, the caret red. What is wrong in a file several times in
// the same words is drawn once, with the other lines.
func drawProblems(v view.Style, list []yml.Problem) (text string) {
	colors := map[yml.ProblemPart]string{yml.Place: view.Bold, yml.Message: view.Red, yml.Caret: view.BoldRed,
		yml.Hint: view.Cyan}
	for rest := slices.Clone(list); len(rest) > 0; {
		problem, also := rest[0], []string{}
		rest = slices.DeleteFunc(rest[1:], func(p yml.Problem) bool {
			same := p.Line > 0 && p.File == problem.File && p.Msg == problem.Msg && p.Hint == problem.Hint
			if same {
				also = append(also, strconv.Itoa(p.Line))
			}
			return same
		})
		text += problem.Render(func(part yml.ProblemPart, text string) string {
			if part == yml.Message && problem.Warning {
				return v.Paint(view.Yellow, text)
			}
			return v.Paint(colors[part], text)
		}) + alsoIn(also) + "\n\n"
	}
	return text
}

// alsoIn names other lines of a problem, ten at most.
func alsoIn(lines []string) string {
	const most = 10
	switch {
	case len(lines) == 0:
		return ""
	case len(lines) > most:
		lines = append(lines[:most:most], fmt.Sprintf("and %d more", len(lines)-most))
	}
	return "\n    also in line " + strings.Join(lines, ", ")
}
