package why

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/reading/evidence"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/resolve"
)

// readyPath is what to do about a page that the server does not have.
const readyPath = "correct the path of ready: in devservers.yml, or make the server answer there"

// pageTime is how long a page may take to say why it fails, and pageAge for how long that is believed.
const (
	pageTime = 3 * time.Second
	pageAge  = 5 * time.Second
)

// pages remember what the failing page that was requested last has said: it is requested seldom, however often someone looks.
type pages struct {
	mu   sync.Mutex
	page string
	text string
	at   time.Time
}

// said returns what a page says that answers 500 or more; "" = nothing.
func (p *pages) said(ctx context.Context, page string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == page && time.Since(p.at) < pageAge {
		return p.text
	}
	limited, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	p.page, p.text, p.at = page, evidence.Said(limited, page), time.Now()
	return p.text
}

// answered makes a finding about the status with which the page of a readiness check answers. One that fails is requested
// once more for what it says.
func (x *examination) answered(f *app.Finding) {
	page, status := x.Waits.About, x.Waits.Detail
	switch {
	case strings.HasPrefix(status, "5"):
		f.Kind, f.Problem = app.FindingCode, page+" answers "+status+": the program fails when it makes that page, and prints no error"
		f.Fix = "read the answer: curl -i " + page
		if said := x.pages.said(x.ctx, page); said != "" {
			c := x.clues()
			f.Evidence = append(f.Evidence, "its answer says: "+said)
			c.About(f, said)
		}
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

// portGiven reports whether a variable explains that a server listens on another port than its own, and adds it: env: gives
// PORT another value, or the sources read the port from a variable that is not set.
func (x *examination) portGiven(f *app.Finding) bool {
	c := x.clues()
	if value := c.Env["PORT"]; value != "" && value != strconv.Itoa(x.Status.Port) {
		f.Evidence = append(f.Evidence, "its environment has PORT="+value)
		f.Fix = "remove PORT from env: or from the env file, or declare port: " + value
		return true
	}
	for _, v := range proof.Unset(c.Sources(), c.Env) {
		if strings.HasSuffix(v.Name, "PORT") {
			f.Evidence = append(f.Evidence, v.Shown(&c.Project)+" reads "+v.Name+", which is not set")
			f.Fix = "read PORT there, or add env: {" + v.Name + ": \"${servers." + x.ref.Name + ".port}\"} to the server in devservers.yml"
			return true
		}
	}
	return false
}
