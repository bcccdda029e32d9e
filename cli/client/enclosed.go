package client

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/home"
)

// Enclosed returns an error if no manager could be seen from here even if one ran: this process is in a sandbox that
// has a network of its own without a way out, and the state directory, in which no manager ever was, is not the
// person's. Whether one runs outside is unknown then, and a second one would only be in the way.
func Enclosed(dirs home.Dirs, state string) error {
	if _, err := os.Stat(filepath.Join(dirs.State, "manager.lock")); err == nil || !mapsUsers() || !onlyLoopback() {
		return nil
	}
	return app.Failf(app.CodeUnreachable, "use the tools of devservers (MCP), or run this outside of the sandbox; "+
		"if nothing runs outside, devservers serve starts a manager in here",
		"this shell is in a sandbox without a network, in which %s is not visible, so it can't know whether a manager runs",
		state)
}

// mapsUsers reports whether this process is in a user namespace that is not the system's (user_namespaces(7)).
func mapsUsers() bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	return err == nil && !slices.Equal(strings.Fields(string(text)), []string{"0", "0", "4294967295"})
}

func onlyLoopback() bool {
	list, err := net.Interfaces()
	return err == nil && !slices.ContainsFunc(list, func(i net.Interface) bool { return i.Flags&net.FlagLoopback == 0 })
}
