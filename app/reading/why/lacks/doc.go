// Package lacks explains what is not installed: a package of any language, a program, a script, an extension. It says which
// manifest lists it, which command installs it, and what in the project was probably meant. It owns nothing and changes
// nothing. It knows no output of programs: names come to it already cut out of a line.
package lacks

import "devservers/app/project/sources"

// Of is the project that lacks something, with the environment of its next start.
type Of struct {
	*sources.Project
	Env map[string]string
}
