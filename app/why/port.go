package why

import (
	"strconv"
	"strings"

	"devservers/app"
)

// portRules find a port that it cannot listen on.
var portRules = []rule{
	{words: []string{"EADDRINUSE", "ddress already in use", "port is already in use", "is already in use", "is in use"},
		pattern: lazily(`(?i)EADDRINUSE|address already in use|port \d+ is (?:already )?in use|port is already in use|:\d+ is already in use`), find: taken},
	{words: []string{"EACCES", "ermission denied"}, pattern: lazily(`(?:listen EACCES.*?:|bind.*:)(\d{1,4})\b|bind: permission denied`),
		find: func(c *clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingPort, Problem: "it may not listen on port " + c.portText(m[1]), Evidence: []string{"ports below 1024 are reserved for the system"}, Fix: "use a port above 1023: devservers set-env " + c.ref + " --port auto"}
		}},
}

func (c *clues) portText(text string) string {
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 65536 {
		return text
	}
	return strconv.Itoa(c.port)
}

// errno is the number of a system error, not a port.
var errno = lazily(`\[Errno \d+\]|\berrno:? -?\d+|\(\d+\)`)

// isCode is a property of Node's error, printed below its stack.
var isCode = lazily(`^\s+code: 'EADDRINUSE',?$`)

// portIn matches what looks like a port.
var portIn = lazily(`(?:^|[:\s])(\d{3,5}|80)\b`)

// heldArgument returns a port in the command that something else holds, or "".
func (c *clues) heldArgument() string {
	for _, m := range portIn().FindAllStringSubmatch(strings.Join(c.argv, " "), -1) {
		if port, err := strconv.Atoi(m[1]); err == nil {
			if who, _ := c.owner(port); who != "" {
				return m[1]
			}
		}
	}
	return ""
}

func taken(c *clues, at int, _ []string) *app.Finding {
	text := ""
	if all := portIn().FindAllStringSubmatch(errno().ReplaceAllString(c.lines[at].text, ""), -1); len(all) > 0 {
		text = all[len(all)-1][1]
	}
	if text == "" {
		text = c.heldArgument()
	}
	if text == "" && isCode().MatchString(c.lines[at].text) && c.says(at-8, at, "EADDRINUSE") {
		return nil // the line with the message has the port
	}
	if text == "" && c.port == 0 {
		return &app.Finding{Kind: app.FindingPort, Problem: "its port was taken when it started", Fix: "declare its port in devservers.yml, so that this can name what holds it"}
	}
	port, _ := strconv.Atoi(c.portText(text))
	f := &app.Finding{Kind: app.FindingPort, Problem: "port " + strconv.Itoa(port) + " was taken when it started", Evidence: []string{"nothing listens there now"}, Fix: "start it again: devservers start " + c.ref}
	if who, fix := c.owner(port); who != "" {
		f.Problem, f.Evidence, f.Fix = "port "+strconv.Itoa(port)+" is held by "+who, nil, fix
	}
	if c.port != 0 && port != c.port {
		f.Evidence = append(f.Evidence, "devservers.yml gives it port "+strconv.Itoa(c.port)+": the command does not use $PORT")
	}
	return f
}
