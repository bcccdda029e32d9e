// Package service has the command service: it makes the system's service manager, systemd or launchd, start the manager
// of devservers. It owns the unit files that it writes, and changes no others. It knows nothing of servers.
package service
