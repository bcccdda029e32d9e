package machine

import (
	"context"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
)

// services are the servers that programs usually depend on, by the port on which they listen.
var services = map[int]string{
	6379: "Redis", 5432: "PostgreSQL", 3306: "MySQL", 27017: "MongoDB", 5672: "RabbitMQ", 9092: "Kafka",
	9200:  "Elasticsearch",
	11211: "memcached", 4222: "NATS", 1025: "the mail catcher", 9000: "MinIO", 2181: "ZooKeeper", 2379: "etcd",
	8500: "Consul",
	8200: "Vault",
}

// isLocal reports whether a host is this machine.
func isLocal(host app.Printed) bool {
	return host.Empty() || host.Is("localhost") || host.Is("::1") || host.Is("[::1]") || host.Is("0.0.0.0") ||
		host.Has("127.0.0.")
}

// service looks at the address of a server that could not be reached: whether something listens there now, and which
// declared server should.
func service(s *finders.Scene, p finders.Pointer) *app.Claim {
	if w, ok := p.Words["socket"]; ok {
		return noSocket(s, w)
	}
	n := p.Words["port"].Number()
	if n == 0 {
		n = portNear(s, p)
	}
	if n == 0 {
		if n = usualPort(p.Of); !declared(s, n) {
			return unknownPort(s, p, n)
		}
	}
	if n <= 0 || n > 65535 || n == s.Port || !isLocal(p.Words["host"]) {
		return nil
	}
	what := app.Known(services[n])
	if what.Empty() {
		what = app.Known("a server")
	}
	server, up := s.Declared(n)
	o := s.Owner(n)
	c := app.ItIs(app.FindingDependency, number(n), "%s does not answer on port %s", what, app.Number(n))
	switch {
	case o != nil && server != "" && !up, o == nil && server != "":
		c.Read("devservers.yml", "%s is declared to listen there, and is not running", app.Known(server))
		c.See("system", "nothing listens on port %s", app.Number(n))
		c.Certain = true
		return c.Do(app.StepStart, app.Known(server))
	case o != nil && !s.Failed:
		return nil
	case o != nil && unheard(p.Words["host"], n) != "":
		return another(s, c, o, app.Known(unheard(p.Words["host"], n)), what)
	case o != nil:
		c.Problem = app.Say("%s did not answer on port %s, and something listens there now", what, app.Number(n))
		c.See("system", "PID %s listens on port %s now", app.Number(o.PID), app.Number(n))
		return c.Do(app.StepRestart, s.Server())
	}
	c.See("system", "nothing listens on port %s of this machine", app.Number(n))
	if at, ok := s.Find(app.Print(strconv.Itoa(n))); ok {
		c.ReadIn(s.Where(at), "%s names the port")
	}
	return unsetAddress(s, c)
}

// usualPort returns the port of a kind of service; 0 = unknown.
func usualPort(kind string) int {
	for n, name := range services {
		if kind != "" && strings.EqualFold(name, kind) {
			return n
		}
	}
	return 0
}

// declared reports whether the project names a port, or declares a server there.
func declared(s *finders.Scene, n int) bool {
	_, named := s.Find(app.Print(strconv.Itoa(n)))
	server, _ := s.Declared(n)
	return named || server != ""
}

// addressed matches a line that names a port or a socket.
var addressed = words.Lazy(`(?i)(?:[^\s:]:|\bport:? )\d{2,5}\b|\.s(?:ock(?:et)?|\.PGSQL\.\d+)\b`)

// unknownPort claims that a kind of service does not answer whose port nobody names, if nothing listens on its usual
// one. It may have another one, so the claim names none.
func unknownPort(s *finders.Scene, p finders.Pointer, usual int) *app.Claim {
	if usual == 0 || usual == s.Port || s.Owner(usual) != nil || s.Lines[p.At].Text.Fits(addressed()) {
		return nil
	}
	c := app.About(app.FindingDependency, app.Known(services[usual]), "%s does not answer")
	return unsetAddress(s, c.See("system", "nothing listens on its usual port, and the lines name none"))
}

// unheard returns the address of this machine that a line names, if no connection is accepted there now; "" = one is,
// or the line names none.
func unheard(w app.Printed, port int) string {
	for _, ip := range []string{"127.0.0.1", "::1"} {
		if !w.Is(ip) && !w.Is("["+ip+"]") {
			continue
		}
		conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip, strconv.Itoa(port)), time.Second)
		if err != nil {
			return ip
		}
		_ = conn.Close()
	}
	return ""
}

// another claims that a server listens on another address of this machine than the one that was asked.
func another(s *finders.Scene, c *app.Claim, o *app.PortOwner, asked, what app.Name) *app.Claim {
	c.Problem = app.Say("%s listens on %s, and %s was asked", what, app.Known(o.Address), asked)
	c.See("system", "PID %s listens on %s", app.Number(o.PID), app.Known(o.Address))
	c.See("system", "a connection to port %s of %s is not accepted", app.Number(o.Port), asked)
	c.Certain = true
	if at, ok := s.Find(app.Print(asked.String())); ok {
		return c.ReadIn(s.Where(at), "%s names it").Correct("correct the address in %s", s.Where(at))
	}
	return c.Correct("ask the address on which it listens, or make it listen on both")
}

var (
	addressIn = words.Lazy(`(?:localhost|127\.0\.0\.\d+|\[::1\]|::1)["']?\s*[:,]\s*["']?(\d{2,5})\b`)
	portSet   = words.Lazy(`(?i)\bport["']?\s*(?:=|:|=>)\s*["']?(\d{2,5})\b`)
)

// portNear returns the port of the address in the lines around, or in the sources at the place of the error.
func portNear(s *finders.Scene, p finders.Pointer) int {
	for _, l := range s.Around(p.At, 3) {
		for _, m := range l.Text.All(addressIn(), 1) {
			return m.Number()
		}
	}
	spot, ok := s.SpotAt(p.At)
	if !ok {
		return 0
	}
	text := strings.Join(s.AroundLine(spot.File, spot.Line, 6, 2), "\n")
	for _, expr := range []*regexp.Regexp{addressIn(), portSet()} {
		if m := expr.FindStringSubmatch(text); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 0
}

// ofAddress matches names of variables that have the address of a server, or a part of it.
var ofAddress = words.Lazy(`HOST|URL|URI|ADDR|PORT|DSN|BROKER|^(?:DB|DATABASE|PG|POSTGRES|MYSQL|MONGO|` +
	`REDIS|AMQP)_`)

// unsetAddress sets what to do about an address: without its variables, a program tries the usual one.
func unsetAddress(s *finders.Scene, c *app.Claim) *app.Claim {
	example := s.Near(sources.Examples...)
	var names []string
	for _, v := range s.Variables() {
		_, set := s.Env[v.Name]
		if !set && ofAddress().MatchString(v.Name) && sources.Defines(example, v.Name) && !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return c.Correct("start it; if devservers.yml declares it, name it in depends_on")
	}
	list := app.Known(strings.Join(names[:min(len(names), 4)], ", "))
	c.Read(app.OwnerOf(s.PathOf(example)), "not set, but in %s: %s", s.PathOf(example), list)
	return c.Correct("set %s, or start it", list)
}

// noSocket claims that nobody answers at a socket that the project names.
func noSocket(s *finders.Scene, w app.Printed) *app.Claim {
	if c := finders.Caged(s, w, false); c != nil {
		return c
	}
	path := w.There("/")
	if path != "" {
		if conn, err := net.DialTimeout("unix", path, time.Second); err == nil {
			_ = conn.Close()
			return nil
		}
		c := app.About(app.FindingDependency, app.Known(path), "nothing answers at the socket %s")
		return unsetAddress(s, c.See("system", "a connection to %s is refused", app.Known(path)))
	}
	subject, at := app.Known("a socket"), code.Named{}
	if found, ok := s.Find(w); ok {
		subject, at = app.Known(found.Name), found
	}
	c := app.About(app.FindingDependency, subject, "the server of %s does not run")
	c.See("system", "the socket that the line names does not exist")
	if at.Name != "" {
		c.ReadIn(s.Where(at), "%s names it")
	}
	return unsetAddress(s, c)
}

// host looks up a host that the project names.
func host(s *finders.Scene, p finders.Pointer) *app.Claim {
	at, ok := s.Find(p.Words["host"])
	if !ok || isLocal(p.Words["host"]) || net.ParseIP(at.Name) != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if list, err := net.DefaultResolver.LookupHost(ctx, at.Name); err == nil && len(list) > 0 {
		return nil
	}
	c := app.About(app.FindingDependency, app.Known(at.Name), "the host %s is unknown")
	c.See("system", "this machine finds no address for it").ReadIn(s.Where(at), "%s names it")
	if !strings.Contains(at.Name, ".") {
		c.See("project", "a name without dots is usually a container's, which resolves only in Docker's network")
		return c.Correct("use localhost and the port that the container publishes, in %s", s.Where(at))
	}
	return c.Correct("correct the address in %s", s.Where(at))
}
