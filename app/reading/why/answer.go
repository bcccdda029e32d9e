package why

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/reading/evidence"
)

// readyPath is what to do about a page that the server does not have.
const readyPath = "correct the path of ready: in devservers.yml, or make the server answer there"

// pageTime is how long a page may take to say why it fails, and pageAge for how long that is believed.
const (
	pageTime = 3 * time.Second
	pageAge  = 5 * time.Second
)

// pages remember what the failing page that was requested last has said: it is requested seldom, however often
// someone looks.
type pages struct {
	mu     sync.Mutex
	page   string
	status int
	text   string
	at     time.Time
}

// said returns the status of a page that answers 500 or more, and what it says; 0 = it does not.
func (p *pages) said(ctx context.Context, page string) (status int, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page == page && time.Since(p.at) < pageAge {
		return p.status, p.text
	}
	limited, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	p.status, p.text = evidence.Bad(limited, page)
	p.page, p.at = page, time.Now()
	return p.status, p.text
}

// answered makes a claim about the status with which the page of a readiness check answers. One that fails is requested
// once more for what it says.
func (x *examination) answered(c *app.Claim) {
	page, code := app.Known(x.Waits.About), app.Print(x.Waits.Detail).First(" ").Number()
	status := app.Known(strings.TrimSpace(strconv.Itoa(code) + " " + http.StatusText(code)))
	switch {
	case code/100 == 5:
		c.Kind, c.Problem = app.FindingCode,
			app.Say("%s answers %s: the program fails when it makes that page, and prints no error", page, status)
		c.Correct("read the answer: curl -i %s", page)
		if _, said := x.pages.said(x.ctx, x.Waits.About); said != "" {
			c.Quote(app.OwnerOf(page), 0, app.Print(said))
		}
	case code/100 == 4:
		c.Kind, c.Problem = app.FindingConfig, app.Say("%s answers %s", page, status)
		c.See("request", "our request for %s got %s", page, status).Correct(readyPath)
		if at, err := url.Parse(x.Waits.About); err == nil && code == http.StatusNotFound {
			if path, where := x.reading().RouteLike(at.Path); path != "" {
				c.ReadIn(app.Known(where), "%s names %s", app.Known(path))
				c.Correct("correct the path of ready: in devservers.yml: %s", app.Known(path))
			}
		}
	}
}

// portGiven reports whether a variable explains that a server listens on another port than its own, and adds it: env:
// gives PORT another value, or the sources read the port from a variable that is not set.
func (x *examination) portGiven(c *app.Claim) bool {
	r := x.reading()
	if value := r.Env["PORT"]; value != "" && value != strconv.Itoa(x.Status.Port) {
		c.Read("environment", "its environment has PORT=%s", app.Known(value))
		c.Correct("remove PORT from env: or from the env file, or declare port: %s", app.Known(value))
		return true
	}
	for _, v := range code.Unset(code.VariablesIn(r.Sources()), r.Env) {
		if strings.HasSuffix(v.Name, "PORT") {
			c.ReadIn(app.Known(v.Shown(r.Workspace)), "%s reads %s, which is not set", app.Known(v.Name))
			c.Correct("read PORT there, or add env: {%s: \"${servers.%s.port}\"} to the server in devservers.yml",
				app.Known(v.Name), app.Known(x.ref.Name))
			return true
		}
	}
	return false
}
