package health

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/process"
	"devservers/app/config"
	"devservers/app/engine/machine"
)

// OutsideEvery is how often such a server is looked at.
const OutsideEvery = 2 * time.Second

// Sighting is what was seen of a server.
type Sighting struct {
	Serves bool
	Port   int    // 0: none that is known
	URL    string // where it serves; "" = unknown
	By     string // the process; "" = unknown
}

// LookOutside checks once whether something serves in place of a server: by its ready check, or else by its port.
func LookOutside(ctx context.Context, server config.Server, owners *Owners) Sighting {
	seen := Sighting{Port: PortOf(server)}
	switch {
	case server.Ready.HTTP != "":
		seen.URL = server.Ready.URL(seen.Port)
		seen.Serves = answers(ctx, seen.URL)
		if u, err := url.Parse(seen.URL); err == nil && server.Ready.Page() == "" {
			seen.URL = u.Scheme + "://" + u.Host
		}
	case seen.Port != 0:
		seen.Serves = machine.Held()[seen.Port] || server.Ready.TCP.Number != 0 && Answers(seen.Port)
	}
	if !seen.Serves {
		return Sighting{Port: seen.Port}
	}
	if seen.Port != 0 {
		seen.By = owners.Of(seen.Port)
	}
	if seen.URL == "" || server.Ready.Page() != "" {
		seen.URL = scheme(seen.Port) + "://localhost:" + strconv.Itoa(seen.Port)
	}
	return seen
}

// PortOf returns the port at which a server is looked for; 0 = none is known.
func PortOf(server config.Server) int {
	if server.Port.Number == 0 {
		return server.Ready.TCP.Number
	}
	return server.Port.Number
}

// answers reports whether a URL answers with status 2xx or 3xx. It isn't use of the server.
func answers(ctx context.Context, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, OutsideEvery)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	answer, err := client.Do(req)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode >= 200 && answer.StatusCode < 400
}

// client follows no redirects and keeps no connection.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DialContext: machine.Dial, DisableKeepAlives: true},
}

// scheme returns the scheme of the protocol that is usual on a port.
func scheme(port int) string {
	if usual := map[int]string{5432: "postgres", 6379: "redis", 3306: "mysql", 27017: "mongodb", 11211: "memcached",
		5672: "amqp", 4222: "nats"}[port]; usual != "" {
		return usual
	}
	return "http"
}

// engines run their servers in processes that are not their children.
var engines = []string{
	"docker", "docker-compose", "podman", "podman-compose", "nerdctl", "supabase", "localstack", "ddev", "lando", "sail",
	"devcontainer",
	"skaffold", "tilt", "pg_ctl", "pg_ctlcluster",
}

// forwarders listen for containers.
var forwarders = []string{"docker-proxy", "rootlesskit", "rootlessport", "conmon", "slirp4netns", "pasta",
	"com.docker.backend", "gvproxy"}

// Engine reports whether a command runs a container engine, or another program that hands its server over to a
// process elsewhere.
func Engine(argv []string) bool {
	return len(argv) > 0 && slices.Contains(engines, filepath.Base(argv[0]))
}

// server names the process behind a listener.
func server(l machine.Listener) string {
	all, err := process.Listing()
	if err != nil {
		return ""
	}
	p := l.Process(all)
	program, _, _ := strings.Cut(p.Command, " ")
	name := filepath.Base(program)
	switch {
	case p.PID == 0:
		return "a process of another user"
	case slices.Contains(forwarders, name):
		return fmt.Sprintf("a container (PID %d, %s)", p.PID, name)
	}
	return fmt.Sprintf("PID %d, %s", p.PID, name)
}

// Outside reports whether a process outside of a run's tree may listen on its port: its command is one of a container
// engine, or `ready: {tcp: ...}` names the port. Such a port is judged by connecting.
func Outside(ready config.Ready, argv []string, port int) bool {
	if ready.Kind() == "tcp" && !ready.TCP.Auto && ready.TCP.Number == port {
		return true
	}
	return Engine(argv)
}

// LooksAt reports whether a readiness check passes only if something listens on the server's port.
func LooksAt(ready config.Ready, port int) bool {
	switch ready.Kind() {
	case "log", "command":
		return false
	case "tcp":
		return ready.TCP.Auto || ready.TCP.Number == port
	case "http":
		return ready.HTTP[0] == '/'
	}
	return true
}
