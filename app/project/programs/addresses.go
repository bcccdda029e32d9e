package programs

import (
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/project/survey"
)

var (
	// site matches the address of a site with a port in a Caddyfile, and upstream that to which it passes requests on.
	site     = words.Lazy(`(?m)^\S*:(\d{4,5})\}?\s*\{`)
	siteRoot = words.Lazy(`(?m)^\s*root\s+(?:\*\s+)?(/[\w./-]+)`)
	upstream = words.Lazy(`reverse_proxy\s+(?:/\S*\s+)?(?:https?://)?([a-z]\w*):\d`)
)

// Caddy returns the port of a Caddyfile's first site, or why it isn't for this machine.
func Caddy(content string) (port, why string) {
	own, to := site().FindStringSubmatch(content), upstream().FindStringSubmatch(content)
	root := siteRoot().FindStringSubmatch(content)
	switch {
	case content == "":
		return "", ""
	case to != nil && to[1] != "localhost":
		return "", "it passes requests on to " + to[1] + ", which only containers know"
	case root != nil && !sources.IsThere(root[1]):
		return "", "its files are in " + root[1] + ", which isn't here"
	case own == nil:
		return "", "it names no port of this machine, so it is for a deployment"
	}
	return own[1], ""
}

// Shown returns what is shown by what programs call in other sources of the project.
func Shown(p *survey.Checkout, files []string) (a survey.Address) {
	for _, file := range files {
		for _, part := range Parts(p, file) {
			a = a.And(survey.AddressIn(part.File, part.Text, false))
		}
	}
	return a
}
