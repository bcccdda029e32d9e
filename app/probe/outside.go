package probe

import (
	"path/filepath"
	"slices"

	"devservers/app/config"
)

// engines run their servers in processes that are not their children.
var engines = []string{"docker", "docker-compose", "podman", "podman-compose", "nerdctl"}

// Outside reports whether a process outside of a run's tree may listen on its port: its command is one of a container
// engine, or `ready: {tcp: ...}` names the port. Such a port is judged by connecting.
func Outside(ready config.Ready, argv []string, port int) bool {
	if ready.Kind() == "tcp" && !ready.TCP.Auto && ready.TCP.Number == port {
		return true
	}
	return len(argv) > 0 && slices.Contains(engines, filepath.Base(argv[0]))
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
