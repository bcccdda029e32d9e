package client

import (
	"strconv"

	"devservers/app"
	"devservers/app/base/words"
)

// PortVariable names the environment variable with the port of a manager that other commands start.
const PortVariable = "DEVSERVERS_PORT"

// ParsePort returns the port that PortVariable names; given is false if it names none.
func ParsePort(value string) (port int, given bool, err error) {
	if value == "" {
		return 0, false, nil
	}
	n, err := strconv.ParseUint(value, 10, 16)
	if err != nil {
		return 0, false, app.Failf(app.CodeInvalid, "set it to a number up to 65535, or unset it; 0 picks a free port",
			"%s is not a port: %s", PortVariable, words.Quote(value))
	}
	return int(n), true, nil
}
