package health

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/process"
	"devservers/app/config"
	"devservers/app/engine/machine"
)

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
