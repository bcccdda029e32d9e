package lists

import (
	"cmp"
	"path"
	"regexp"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

var (
	// site matches the address of a site with a port in a Caddyfile, and upstream that to which it passes requests on.
	site     = text.Lazy(`(?m)^\S*:(\d{4,5})\}?\s*\{`)
	siteRoot = text.Lazy(`(?m)^\s*root\s+(?:\*\s+)?(/[\w./-]+)`)
	upstream = text.Lazy(`reverse_proxy\s+(?:/\S*\s+)?(?:https?://)?([a-z]\w*):\d`)
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

// Addressed returns the port at which the project looks for a broker, or its usual one, and whether the project names
// an address at all.
func Addressed(f *survey.Checkout, b code.Broker) (port int, used bool) {
	address := `\b(?:` + b.Scheme + `)://[^\s"'/]*?(?:localhost|127\.0\.0\.1|` + b.Name + `)(?::(\d{2,5}))?\b|\bhost=["']` +
		b.Name + `["']`
	imported := regexp.MustCompile(`(?im)^\s*(?:(?:import|from|const|let|var|require|use)\b|")[^\n]*(?:` + b.Scheme + `|` +
		b.Name + `)`)
	inSource, inEnv := regexp.MustCompile(address), regexp.MustCompile(address+`|(?m:^`+strings.ToUpper(b.Name)+
		`_(?:HOST|URL|PORT)\b)`)
	for _, file := range append(f.DotEnvs(), f.Files(".", 3, survey.SourceExts...)...) {
		re, text := inSource, f.Read(".", file)
		if lower := strings.ToLower(text); !strings.Contains(lower, b.Scheme[:4]) && !strings.Contains(lower, b.Name) {
			continue
		}
		if path.Base(file)[0] == '.' {
			if re = inEnv; chosen().MatchString(text) && !strings.Contains(text, "="+b.Name) {
				continue
			}
		}
		if m := re.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			return cmp.Or(n, b.Port), true
		}
		used = used || re == inSource && imported.MatchString(text)
	}
	return b.Port, used
}

// chosen matches variables that choose between drivers; an env file with some says which brokers are used.
var chosen = text.Lazy(`(?m)^\w+_(?:DRIVER|CONNECTION|STORE)=\w`)
