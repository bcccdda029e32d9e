package rules

import (
	"regexp"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/sayings"
)

// dependencyRules find a server or host that could not be reached.
var dependencyRules = []rule{
	{words: []string{"ENOTFOUND", "could not translate host name", "ame or service not known", "no such host", "nodename nor servname", "EAI_AGAIN", "ame resolution", "UnknownHost", "ost not found", "ame does not resolve", "getaddrinfo", "nknown host", "NXDOMAIN", "nxdomain", "not resolve"}, pattern: lazily(
		`(?:getaddrinfo )?(?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)|could not translate host name "([\w.-]+)"|(?i:(?:could|can)(?: ?not|n't) resolve (?:the )?(?:address|host(?:name)?)):? ["']?([\w.-]+)|lookup ([\w.-]+).*(?:no such host|failure|misbehaving)|no such host:? ([\w.-]+)|UnknownHostException: ([\w.-]+)|host not found in (?:upstream|resolver) "([\w.-]+)|(?:connecting to|getaddrinfo for|getaddrinfo:? |resolve (?:host|hostname)?:?|[Uu]nknown (?:\w+ )?host:?) ?["'(]?([\w.-]+)|\w+://(?:[^@\s/]*@)?([\w.-]+)[:/].*(?:name resolution|not known|not resolve)|"?([\w.-]+)"?:? (?:[Nn]ame or service not known|[Tt]emporary failure in name resolution|nxdomain)|[Nn]ame or service not known|[Nn]ame does not resolve|[Tt]emporary failure in name resolution|[Cc]ould not resolve|getaddrinfo`), find: unknownHost},
	{words: []string{"efused", "ECONNREFUSED", "onnect", "nreachable", "EHOSTUNREACH", "o route to host", "ETIMEDOUT", "oBrokersAvailable", "econnrefused", "ommunications link failure", "ServerSelection", "no reachable servers", "s the server running", "closed the connection", "ould not reach", "annot reach", "NoHostAvailable", "onnection reset", "aiting for", "i/o timeout", "available", "down"},
		pattern: lazily(`(?i)ECONNREFUSED|connection refused|refused the connection|actively refused|unreachable|EHOSTUNREACH|no route to host|ETIMEDOUT|NoBrokersAvailable|communications link failure|ServerSelection|no reachable servers|no servers available|no available (?:servers|brokers|nodes)|(?:server|broker|database) (?:is )?(?:down|unavailable)|is the server running|closed the connection|lost connection to|NoHostAvailable|(?:can ?not|can.t|could not|couldn.t|unable to|failed to|error|fail(?:ed|ure)?|trouble) (?:to )?(?:connect|reach|contact|dial|open (?:a )?connection)|connection (?:to .* )?(?:failed|timed out|error|could not be)|connect(?:ing|ion)? (?:to )?.*(?:failed|refused|timed out|timeout)|connect failed|timed out waiting for:? (?:https?|tcp|http-get):\S+|connectionerror|dial tcp .*(?:timeout|refused)|max retries exceeded`), find: refused},
	{broad: true, words: []string{"no response", "aiting ", "not ready", "navailable"}, pattern: lazily(`(?i)- no response$|\bwaiting (?:for|on|until) (?:the )?[\w.-]+|not ready\b.*(?:retry|again|wait)|\bunavailable\b.*(?:sleep|retry|again|wait)`), find: awaited},
}

// awaited finds the server for which a program waits, as a script does before it starts another one.
func awaited(c *Clues, at int, m []string) *app.Finding {
	if sayings.Waits().MatchString(c.Lines[at].Text) {
		return nil // for others, as a server that runs
	}
	f := refused(c, at, m)
	if f != nil {
		f.Problem = strings.Replace(f.Problem, "did not answer", "does not answer, and the program waits for it", 1)
	}
	return f
}

// refused finds the server that can't be reached, by the address or by its name.
func refused(c *Clues, at int, _ []string) *app.Finding {
	if sayings.Request().MatchString(c.Lines[at].Text) && !strings.Contains(c.Lines[at].Text, "://") {
		return nil
	}
	if path := c.Around(at, sayings.SocketIn()); path != nil {
		return c.noSocket(path[1])
	}
	m := sayings.RefusedBy().FindStringSubmatch(c.Lines[at].Text)
	if m == nil {
		m = c.Around(at, sayings.AddressIn())
	}
	if m != nil && !sources.IsSource(m[1]) {
		if port, err := strconv.Atoi(m[2]); err == nil && port > 0 && port < 65536 {
			return c.noAnswer(at, strings.Trim(m[1], "[]"), port)
		}
	}
	if host, port := c.sourceAddress(at); port != 0 {
		return c.noAnswer(at, host, port)
	}
	for _, s := range sayings.Services {
		if expr := regexp.MustCompile(`(?i)` + s.Words); expr.MatchString(c.Lines[at].Text) || c.Around(at, expr) != nil {
			return c.noAnswer(at, "", s.Port)
		}
	}
	return nil
}

// sourceAddress returns the address in the sources where the error in a line was raised; port is 0 if there is none.
func (c *Clues) sourceAddress(at int) (host string, port int) {
	for _, e := range c.Errors {
		from, to := c.Span(e)
		if at < from-output.HeadLines || at > to+output.HeadLines {
			continue
		}
		p := c.PlaceOf(e)
		lines := strings.Split(sources.Read(c.Found(p.File)), "\n")
		if p.File == "" || p.Line > len(lines) {
			continue
		}
		if m := sayings.InSource().FindStringSubmatch(strings.Join(lines[max(0, p.Line-6):min(len(lines), p.Line+2)], "\n")); m != nil {
			port, _ = strconv.Atoi(m[2] + m[4])
			if strings.HasPrefix(m[1], "$") { // a variable
				m[1] = ""
			}
			return m[1] + m[3], port
		}
	}
	return "", 0
}

func (c *Clues) noSocket(path string) *app.Finding {
	f := &app.Finding{Kind: app.FindingDependency, Problem: "nothing answers at the socket " + path, Fix: "start the server that listens there, or correct the path"}
	if sources.Existing(path) == "" {
		f.Evidence = []string{"the socket does not exist"}
	}
	return c.variables().Address(f)
}

// noAnswer returns the finding that a server did not answer, with the one that is declared there.
func (c *Clues) noAnswer(line int, host string, port int) *app.Finding {
	what, at := "a server", "port "+strconv.Itoa(port)
	for _, s := range sayings.Services {
		if s.Port == port {
			what = s.Name
		}
	}
	if host != "" {
		at = host + ":" + strconv.Itoa(port)
	}
	if port == c.Port && (host == "" || sayings.IsLocal(host)) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingDependency, Problem: what + " at " + at + " did not answer", Fix: "start it; if devservers.yml declares it, name it in depends_on"}
	if host == "" {
		f.Problem = what + " did not answer on port " + strconv.Itoa(port)
	}
	ref, up := c.Server(port)
	switch who, _ := c.Owner(port); {
	case host != "" && !sayings.IsLocal(host):
		f.Fix = "check that " + host + " is reachable from here, or correct the address"
	case ref != "" && !up:
		f.Evidence = append(f.Evidence, ref+" is declared to listen there, but is not running")
		f.Next(app.Step{Do: app.StepStart, Server: ref}, "")
	case who != "" && sayings.Answered().MatchString(c.Lines[line].Text):
		f.Problem, f.Fix = what+" at "+at+" refused the connection: it answered with an error", "see what its answer says, in the line"
	case who != "" && !statesUnreachable().MatchString(c.Lines[line].Text):
		return nil // it was reached, or the line is about something else
	case who != "":
		f.Evidence = append(f.Evidence, "something listens there now: "+who)
		f.Next(app.Step{Do: app.StepRestart, Server: c.Ref}, "")
	default:
		f.Evidence = append(f.Evidence, "nothing listens on port "+strconv.Itoa(port)+" now")
		return c.variables().Address(f)
	}
	return f
}

// statesUnreachable matches what says that nothing answered, not only that a connection failed.
var statesUnreachable = lazily(`(?i)refused|unreachable|no route to host|time[d ]*out|timeout|reset|no response|not ready|unavailable|down\b|no (?:reachable|available) |NoBrokers|closed|lost connection|waiting`)

func unknownHost(c *Clues, at int, m []string) *app.Finding {
	host := strings.Trim(strings.Join(m[1:], ""), ".")
	if host == "" || noHost[host] {
		host = c.givenHost(at)
	}
	if host == "" || sayings.IsLocal(host) || !sayings.Resolves().MatchString(c.Lines[at].Text) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingDependency, Problem: "the host " + host + " is unknown", Fix: "correct the address"}
	if !strings.Contains(host, ".") {
		f.Evidence = []string{"a name without dots is usually a container's, which resolves only in Docker's network"}
		f.Fix = "use localhost and the port that the container publishes"
	}
	return f
}

// noHost are words that stand in messages where others have the host.
var noHost = map[string]bool{"Name": true, "name": true, "failed": true, "getaddrinfo": true, "error": true, "Error": true, "temporary": true, "Temporary": true, "host": true, "nodename": true, "address": true}

// givenHost returns the host that a command was given, if the line or one beside it names it, or its source does.
func (c *Clues) givenHost(at int) string {
	near := strings.Join(c.TextAround(at), "\n")
	for _, arg := range c.Argv[min(1, len(c.Argv)):] {
		value := arg[strings.IndexByte(arg, '=')+1:]
		m := sayings.HostOnly().FindStringSubmatch(value)
		if m == nil || c.Exists(value) || strings.HasPrefix(arg, "-") && value == arg {
			continue
		}
		if strings.Contains(m[1], ".") && strings.Contains(near, m[1]) || strings.Contains(value, "://") {
			return m[1]
		}
	}
	if m := c.Around(at, sayings.QuotedHost()); m != nil {
		return m[1]
	}
	return ""
}
