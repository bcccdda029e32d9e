package rules

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/sayings"
)

// portRules find a port, a socket, a lock or a file that is used already.
var portRules = []rule{
	{words: []string{"EACCES", "ermission denied", "ermission"}, pattern: lazily(`(?i)(?:listen EACCES.*?:|bind.*:)(\d{1,4})\b|bind(?:\(\))?[^/]*permission denied|permission[^/]*\bport (\d{1,4})\b`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			return c.reserved(c.portText(strings.Join(m[1:], "")))
		}},
	{words: []string{"EADDRNOTAVAIL", "annot assign requested address", "an't assign requested address"}, pattern: lazily(`EADDRNOTAVAIL|[Cc]an(?:no|')t assign requested address`),
		find: notOurs},
	{broad: true, words: []string{"lock", "Lock", "pid", "already running", "nother instance", "nother process", "nother server", "LOCK", "PID"}, pattern: lazily(`(?i)(?:lock|pid ?file|\.pid\b|already running|another (?:instance|process|server|program|postmaster))`), find: locked},
	{words: []string{"EADDRINUSE", "ddress already in use", "address in use", "in use", "eaddrinuse", "bind", "listen", "nother process", "already running on port", "only one usage", "already allocated", "ccupied", "taken", "already listening", "not available"},
		pattern: lazily(`(?i)EADDRINUSE|address (?:already )?in use|port:? \d+\S* (?:is |was )?(?:already )?(?:in use|taken|occupied|allocated|being used|not available|unavailable|used by)|port is (?:already )?(?:in use|taken|allocated)|:\d+ is already in use|(?:another|something|other) .{0,30}(?:listening|running|using)\b.{0,20}\b(?:port|on :?\d{2,5}\b)|only one usage of each socket|(?:failed|unable|cannot|can't|could not|couldn't) (?:to )?(?:bind|listen)\b.*\d|bind\(\) to \S+ failed|already (?:listening|bound) .*\d`), find: taken},
}

// notOurs finds an address to listen on that the machine doesn't have.
func notOurs(c *Clues, at int, _ []string) *app.Finding {
	f := &app.Finding{Kind: app.FindingConfig, Problem: "the address that it should listen on is not one of this machine", Fix: "listen on 127.0.0.1, or on an address that this machine has"}
	for _, text := range []string{c.Lines[at].Text, strings.Join(c.TextAround(at), "\n"), strings.Join(c.Argv, " ")} {
		for _, m := range sayings.BindAddress().FindAllStringSubmatch(sayings.Times().ReplaceAllString(text, " "), 8) {
			if host := strings.Trim(m[1], "[]"); !sayings.IsLocal(host) && host != "0.0.0.0" && (net.ParseIP(host) != nil) {
				f.Problem = "it should listen on " + host + ", which is not an address of this machine"
				return f
			}
		}
	}
	return f
}

func itoa(n int) string { return strconv.Itoa(n) }

func (c *Clues) portText(text string) string {
	if n, err := strconv.Atoi(text); err == nil && n > 0 && n < 65536 {
		return text
	}
	return strconv.Itoa(c.Port)
}

// heldArgument returns a port in the command, or in the sources near the place where the error in a line was raised, that
// something else holds, or "".
func (c *Clues) heldArgument(at int) string {
	text := strings.Join(c.Argv, " ")
	if p := c.CodeAt(at); p.File != "" {
		lines := strings.Split(sources.Read(c.Found(p.File)), "\n")
		text += " " + strings.Join(lines[min(len(lines), max(0, p.Line-12)):min(len(lines), p.Line+3)], " ")
	}
	for _, m := range sayings.PortIn().FindAllStringSubmatch(strings.NewReplacer("(", " ", ")", " ").Replace(text), -1) {
		if port, err := strconv.Atoi(m[1]); err == nil {
			if who, _ := c.Owner(port); who != "" {
				return m[1]
			}
		}
	}
	return ""
}

func taken(c *Clues, at int, _ []string) *app.Finding {
	line := c.Lines[at].Text
	if sayings.IsCode().MatchString(line) && c.Says(at-8, at, "EADDRINUSE") {
		return nil // the line with the message has the port
	}
	if path := sayings.SocketIn().FindStringSubmatch(line); path != nil && !strings.Contains(line, "port") {
		return &app.Finding{Kind: app.FindingPort, Problem: "the socket " + path[1] + " is used by another process", Fix: "stop the process that has it; if none runs, remove " + path[1]}
	}
	text := ""
	if all := sayings.PortIn().FindAllStringSubmatch(sayings.Errno().ReplaceAllString(line, ""), -1); len(all) > 0 {
		text = all[len(all)-1][1]
	}
	if text == "" {
		text = c.heldArgument(at)
	}
	if m := c.Around(at, sayings.PortIn()); text == "" && c.Port == 0 && m != nil {
		text = m[1]
	}
	states := statesTaken().MatchString(line)
	if text == "" && c.Port == 0 {
		return &app.Finding{Kind: app.FindingPort, Problem: "its port was taken when it started", Fix: "declare its port in devservers.yml, so that this can name what holds it"}
	}
	if port, _ := strconv.Atoi(c.portText(text)); !states && !c.isHeld(port) {
		return couldNotListen(line, text)
	}
	return c.takenPort(at, text)
}

// statesTaken matches what says that an address is in use, not only that it can't be listened on.
var statesTaken = lazily(`(?i)EADDRINUSE|\bin use\b|\btaken\b|occupied|allocated|being used|used by|already|another|only one usage|not available|unavailable|(?:something|other) .{0,30}(?:listening|running|using)|98\b|48\b`)

// couldNotListen returns the finding that a program can't listen on a port, for a reason that it doesn't say.
func couldNotListen(line, port string) *app.Finding {
	if port == "" || saysReason().MatchString(line) {
		return nil
	}
	return &app.Finding{Kind: app.FindingPort, Problem: "it could not listen on port " + port, Evidence: []string{"nothing listens there now"}, Fix: "start it again; if it stays, read the lines around this one"}
}

var saysReason = lazily(`(?i)assign|permission|denied|not permitted|invalid|unknown|resol|support|no such|not known`)

func (c *Clues) isHeld(port int) bool {
	who, _ := c.Owner(port)
	return who != ""
}

func (c *Clues) takenPort(at int, text string) *app.Finding {
	port, _ := strconv.Atoi(c.portText(text))
	f := &app.Finding{Kind: app.FindingPort, Problem: "port " + strconv.Itoa(port) + " was taken when it started", Evidence: []string{"nothing listens there now"}}
	f.Next(app.Step{Do: app.StepStart, Server: c.Ref}, "")
	who, fix := c.Owner(port)
	if who == "" && port == c.Port { // it was free just before the start
		if twice := c.Listens(c.CodeAt(at).File); len(twice) > 1 {
			return &app.Finding{Kind: app.FindingPort, Problem: "it listens twice on port " + itoa(port) + ", which no other process has", Evidence: twice, Fix: "remove one of the calls that listen"}
		}
		f.Evidence = append(f.Evidence, "it was free just before the start: if this happens again, the command itself listens on it twice")
	}
	if who != "" {
		f.Problem, f.Evidence, f.Fix, f.Step = "port "+strconv.Itoa(port)+" is held by "+who, nil, fix, nil
	}
	if c.Port != 0 && port != c.Port {
		f.Evidence = append(f.Evidence, "devservers.yml gives it port "+strconv.Itoa(c.Port)+": the command does not use $PORT")
	}
	return f
}

// locked finds a lock or a PID file, and whether the process that it names lives.
func locked(c *Clues, at int, _ []string) *app.Finding {
	text := c.Lines[at].Text
	if !sayings.IsLocked().MatchString(text) || strings.Contains(text, " port") {
		return nil
	}
	m := c.Around(at, sayings.LockFile())
	if m == nil {
		if pathLocked := sayings.PathIn().FindStringSubmatch(text); strings.Contains(text, "lock") && pathLocked != nil && c.Exists(pathLocked[1]+pathLocked[2]) {
			return lockedBy(pathLocked[1] + pathLocked[2])
		}
		if !strings.Contains(text, "database is locked") {
			return nil
		}
		return c.lockedDatabase(at)
	}
	f := lockedBy(m[1])
	h, ok := proof.HolderOf(&c.Project, m[1])
	remove := "remove " + m[1]
	if c.Known(m[1]) {
		remove = "rm " + m[1]
	}
	switch pid := "it names PID " + itoa(h.PID); {
	case !ok:
	case !h.Runs:
		f.Problem, f.Evidence, f.Fix = m[1]+" is left over", []string{pid + ", which does not run"}, remove
	case !h.Ours:
		f.Problem, f.Evidence, f.Fix = m[1]+" is left over: its PID now belongs to another program", []string{pid + ", which is now: " + words.Clip(h.Command, 120)}, remove
	case h.Command == "":
		f.Evidence, f.Fix = []string{pid + ", which runs"}, "stop that process if it is this server, or else "+remove
	default:
		f.Problem, f.Evidence, f.Fix = m[1]+" is held by a process that runs", []string{pid + ", which runs: " + words.Clip(h.Command, 120)}, "stop that process"
	}
	return f
}

// lockedDatabase finds who has the file of an SQLite database open.
func (c *Clues) lockedDatabase(at int) *app.Finding {
	f := &app.Finding{Kind: app.FindingPort, Problem: "the database is locked by another process", Fix: "stop the other process that uses the file of the database"}
	for _, path := range c.databases(at) {
		for _, h := range proof.Openers(path) {
			f.Evidence = append(f.Evidence, "PID "+itoa(h.PID)+" has "+c.Shown(path)+" open: "+words.Clip(h.Command, 120))
		}
		if len(f.Evidence) > 0 {
			f.Problem = "the database " + c.Shown(path) + " is locked by another process"
			break
		}
	}
	return f
}

func lockedBy(path string) *app.Finding {
	f := &app.Finding{Kind: app.FindingPort, Problem: path + " is held by another process, or left behind by one", Fix: "stop the other process; if none runs, remove " + path}
	if _, err := os.Stat(path); err != nil && filepath.IsAbs(path) {
		f.Evidence = []string{"it does not exist now"}
	}
	return f
}
