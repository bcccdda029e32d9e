package why

import (
	"net/url"
	"strings"

	"devservers/app"
	"devservers/app/why/resolve"
)

// readyPath is what to do about a page that the server does not have.
const readyPath = "correct the path of ready: in devservers.yml, or make the server answer there"

// answered makes a finding about the status with which the page of a readiness check answers.
func (x *examination) answered(f *app.Finding) {
	page, status := x.Waits.About, x.Waits.Detail
	switch {
	case strings.HasPrefix(status, "5"):
		f.Kind, f.Problem = app.FindingCode, page+" answers "+status+": the program fails when it makes that page, and prints no error"
		f.Fix = "read the answer: curl -i " + page
	case strings.HasPrefix(status, "4"):
		f.Kind, f.Problem, f.Fix = app.FindingConfig, page+" answers "+status, readyPath
		if at, ok := url.Parse(page); ok == nil && strings.HasPrefix(status, "404") {
			c := x.clues()
			if path, where := resolve.RouteLike(&c.Project, at.Path); path != "" {
				f.Evidence = append(f.Evidence, where+" names "+path)
				f.Fix = "correct the path of ready: in devservers.yml: " + path
			}
		}
	}
}
