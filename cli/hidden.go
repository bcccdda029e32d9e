package cli

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/machine"
)

// hiddenLimit bounds the question who answers at a port.
const hiddenLimit = time.Second

// hiddenManager returns an error if a manager of this user answers at a port, for a caller who has found no manager:
// its files are not where this process looks for them, as in a sandbox. It returns nil if nothing answers there, or
// another program.
func hiddenManager(port int, state string) error {
	bare := &http.Client{Timeout: hiddenLimit, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := bare.Get("http://127.0.0.1:" + strconv.Itoa(port) + "/api/status")
	if err != nil {
		return nil //nolint:nilerr // nobody answers
	}
	_ = answer.Body.Close()
	if !strings.Contains(answer.Header.Get("WWW-Authenticate"), `realm="devservers"`) {
		return nil
	}
	who := ""
	if owner := machine.OwnerOf(port); owner != nil {
		who = fmt.Sprintf(" (PID %d)", owner.PID)
	}
	return app.Failf(app.CodeUnreachable,
		"use the tools of devservers (MCP), or run this outside of the sandbox, with the same HOME",
		"a manager%s answers at port %d, but its files are not in %s; is this shell in a sandbox?", who, port, state)
}
