package machine

import (
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/reading/why/finders"
)

// port looks at who listens on a port that the run wants, and whether the run may listen there at all. Only a port that
// the project names is looked at: any other one is somebody's text.
func port(s *finders.Scene, p finders.Pointer) *app.Claim {
	if w, ok := p.Words["socket"]; ok {
		return leftSocket(s, w)
	}
	if p.Of == "address" {
		return foreignAddress(s, p.Words["host"])
	}
	if c := socketAt(s, p); c != nil {
		return c
	}
	numbers := ports(s, p)
	if p.Of == "denied" {
		return lowPort(s, numbers)
	}
	for _, n := range numbers {
		if o := s.Owner(n); o != nil {
			return held(s, p, n, o)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	n := numbers[0]
	_, named := p.Words["port"]
	if twice := twice(s, p); named && n == s.Port && len(twice) > 1 {
		c := app.ItIs(app.FindingPort, number(n), "it listens twice on port %s, which no other process has", app.Number(n))
		for _, at := range twice {
			c.See("sources", "%s begins to listen", app.Known(at))
		}
		c.Certain = true
		return c.Correct("remove one of the calls that listen")
	}
	if before, ok := listened(s, p, n); ok {
		return again(n, before)
	}
	if !named && p.At >= 0 {
		all := s.Lines[p.At].Text.All(portNumber(), 5)
		named = slices.ContainsFunc(all, func(w app.Printed) bool { return w.Number() == n })
		if !named && slices.ContainsFunc(all, func(w app.Printed) bool { return w.Number() >= 1024 }) {
			return nil // it wanted another port
		}
	}
	c := app.ItIs(app.FindingPort, number(n), "port %s is free now", app.Number(n))
	c.See("system", "nothing listens on port %s", app.Number(n))
	if c.Vague = !named; c.Vague {
		return c.Correct("look at the lines: it may want another port than this one")
	}
	if s.Port != 0 && n != s.Port && !usesPort(s) {
		c.Read("devservers.yml", "devservers.yml gives it port %s: the command does not use $PORT", app.Number(s.Port))
	}
	if n == s.Port {
		return c.Correct("look for what listens there twice: a start is refused while another process has the port")
	}
	return c.Correct("start it again if another process had the port; if that fails, too, it listens there twice itself")
}

// listened reports whether the run has listened on its port before it wanted it, and returns the line that says so, if
// one does. A start is refused while another process has that port, so nothing else explains both.
func listened(s *finders.Scene, p finders.Pointer, n int) (line finders.PrintedLine, ok bool) {
	if n != s.Port {
		return line, false
	}
	for _, l := range s.Lines[:max(0, p.At)] {
		for _, w := range l.Text.All(listensOn(), 1) {
			if w.Number() == n && !l.Text.Fits(notYet()) {
				return l, true
			}
		}
	}
	spot, ok := s.SpotAt(p.At)
	return line, s.Ready || ok && p.Words["port"].Empty() && slices.ContainsFunc(s.AroundLine(spot.File, spot.Line, 1, 0),
		func(text string) bool { return ownPort().MatchString(text) })
}

// ownPort matches a line that takes the port which devservers.yml gives.
var ownPort = words.Lazy(`\b(?:environ\w*|getenv|env|ENV|Getenv)\b.{0,3}\bPORT\b`)

var (
	listensOn = words.Lazy(`(?i)\b(?:listen(?:s|ing)|serv(?:es|ing)|running|started|ready|up|available|on|at)\b` +
		`.{0,60}[\s:](\d{2,5})(?:$|[^\w.])`)
	notYet = words.Lazy(`(?i)\b(?:in use|starting|trying|binding|waiting|connect\w*|proxy\w*|not|no|fail\w*|error)\b|` +
		`EADDRINUSE`)
)

// again claims that the run itself has listened on a port before.
func again(n int, before finders.PrintedLine) *app.Claim {
	c := app.ItIs(app.FindingPort, number(n), "it listens twice on port %s, which no other process has", app.Number(n))
	c.See("system", "nothing listens on port %s now that it has ended", app.Number(n))
	if before.Text.Empty() {
		c.See("system", "no other process had port %s when it was started", app.Number(n))
	} else {
		c.Quote("run", before.Seq, before.Text)
	}
	c.Certain = true
	return c.Correct("look for what listens there twice: a second call, or a process of its own that goes on")
}

func number(n int) app.Name { return app.Known(strconv.Itoa(n)) }

// held claims that another process has the port. What is not the caller's is never to be stopped.
func held(s *finders.Scene, p finders.Pointer, n int, o *app.PortOwner) *app.Claim {
	c := app.ItIs(app.FindingPort, number(n), "port %s is held by %s", app.Number(n), app.Known(o.Describe()))
	c.See("system", "PID %s listens on port %s", app.Number(o.PID), app.Number(n))
	c.Certain = true
	if s.Port == 0 || n == s.Port {
		return c.Do(app.StepPort, s.Server()).Or("give it another port (`port: auto` picks a free one)")
	}
	if at, ok := s.Ran(app.Print(strconv.Itoa(n)), p.At); usesPort(s) && ok {
		return c.ReadIn(s.Where(at), "%s names the port").Correct("write another port into %s", s.Where(at))
	} else if usesPort(s) {
		return c.Correct("give it another port than %s there", app.Number(n))
	}
	c.Read("devservers.yml", "devservers.yml gives it port %s: the command does not use $PORT", app.Number(s.Port))
	return c.Correct("make it listen on $PORT (%s)", app.Number(s.Port))
}

// usesPort reports whether the command or the sources take the port that devservers.yml gives.
func usesPort(s *finders.Scene) bool {
	_, given := s.Find(app.Print(strconv.Itoa(s.Port)))
	return given || slices.ContainsFunc(s.Variables(), func(v code.Variable) bool { return v.Name == "PORT" })
}

var portNumber = words.Lazy(`(?:^|[^\w.])(\d{2,5})(?:$|[^\w.])`)

// ports returns the port that a pointer names, if the project names it, or else those that the run may mean: its own,
// those of the command, and those in the sources beside the place of the error, if something holds them.
func ports(s *finders.Scene, p finders.Pointer) (list []int) {
	if w, ok := p.Words["port"]; ok && w.Number() > 0 && w.Number() < 65536 {
		if _, named := s.Find(w); named || w.Number() == s.Port {
			return []int{w.Number()}
		}
		return nil
	}
	var text strings.Builder
	for _, step := range s.Calls() {
		text.WriteString(step.Text + "\n")
	}
	for _, spot := range s.Spots {
		text.WriteString(strings.Join(s.AroundLine(spot.File, spot.Line, 12, 3), "\n"))
	}
	for _, m := range portNumber().FindAllStringSubmatch(text.String(), -1) {
		if n, _ := strconv.Atoi(m[1]); n > 0 && n < 65536 && (p.Of == "denied" && n < 1024 || s.Owner(n) != nil) {
			list = append(list, n)
		}
	}
	if s.Port != 0 && p.Of != "denied" {
		list = append(list, s.Port)
	}
	return list
}

// twice returns the lines of the source that was raised, or else of one that the command names, in which it begins to
// listen.
func twice(s *finders.Scene, p finders.Pointer) (list []string) {
	if spot, ok := s.SpotAt(p.At); ok {
		return s.Listens(spot.File)
	}
	for _, file := range s.StepFiles() {
		if list = s.Listens(file); len(list) > 1 {
			return list
		}
	}
	return nil
}

// lowPort claims that a port is reserved for the system.
func lowPort(s *finders.Scene, numbers []int) *app.Claim {
	for _, n := range numbers {
		if n >= 1024 {
			continue
		}
		c := app.ItIs(app.FindingPort, number(n), "it may not listen on port %s", app.Number(n))
		c.See("system", "ports below 1024 are reserved, and it runs as user %s", app.Number(os.Getuid()))
		if at, ok := s.Find(app.Print(strconv.Itoa(n))); ok {
			c.ReadIn(s.Where(at), "%s names the port")
			return c.Correct("write a port above 1023 into %s", s.Where(at))
		}
		return c.Do(app.StepPort, s.Server()).Or("use a port above 1023")
	}
	return nil
}

// leftSocket claims that the file of a socket is left over: nobody answers there.
func leftSocket(s *finders.Scene, w app.Printed) *app.Claim {
	path := w.There(s.WorkDir, s.Dir)
	info, err := os.Stat(path)
	if path == "" || err != nil || info.Mode()&os.ModeSocket == 0 {
		return nil
	}
	shown := s.PathOf(path)
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		_ = conn.Close()
		c := app.About(app.FindingPort, shown, "another process listens on the socket %s")
		return c.See("system", "a connection to %s is accepted", shown).Correct("use another path for the socket")
	}
	c := app.About(app.FindingPort, shown, "the socket %s is left over: no process listens on it")
	c.See("system", "a connection to %s is refused", shown)
	c.Certain = true
	if !s.Ours(path) {
		return c.Correct("remove %s if it is this server's", shown)
	}
	return c.Type(app.Known("rm " + shown.String()))
}

// socketAt claims that the file of a socket which the place of the error names is left over or in use.
func socketAt(s *finders.Scene, p finders.Pointer) *app.Claim {
	spot, ok := s.SpotAt(p.At)
	if !ok {
		return nil
	}
	for _, quoted := range s.QuotedAt(spot, 3) {
		if c := leftSocket(s, app.Print(quoted)); c != nil {
			return c
		}
	}
	return nil
}

// foreignAddress claims that an address to listen on is not one of this machine.
func foreignAddress(s *finders.Scene, w app.Printed) *app.Claim {
	at, ok := s.Find(w)
	for _, step := range s.Calls() {
		if name := address().FindString(step.Text); !ok && w.Empty() && name != "" {
			at, ok = code.Named{Name: name, Step: &step, Dir: step.Dir}, true
		}
	}
	ip := net.ParseIP(at.Name)
	if !ok || ip == nil || ip.IsUnspecified() {
		return nil
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && (n.IP.Equal(ip) || ip.IsLoopback() && ip.To4() != nil) {
			return nil
		}
	}
	c := app.About(app.FindingConfig, app.Known(at.Name),
		"it should listen on %s, which is not an address of this machine")
	c.See("system", "no network interface has that address").ReadIn(s.Where(at), "%s names it")
	return c.Correct("listen on 127.0.0.1, or on an address that this machine has, in %s", s.Where(at))
}

var address = words.Lazy(`\b\d{1,3}(?:\.\d{1,3}){3}\b`)
