package command

import (
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// maxName is the longest name of a variable.
const maxName = 256

// CheckName returns what is wrong with the name of a variable for a server and what to do, or "" if it is right.
func CheckName(name string) (msg, hint string) {
	switch {
	case !yml.IsVariable(name) || len(name) > maxName:
		return words.Quote(name) + " cannot be the name of a variable",
			"use letters, digits and _, not beginning with a digit"
	case strings.HasPrefix(name, "DEVSERVERS_"):
		return "devservers itself sets the variables that begin with DEVSERVERS_", "choose another name"
	}
	return "", ""
}
