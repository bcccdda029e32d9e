package rules

import (
	"devservers/app"
	"devservers/app/reading/why/resolve"
)

// missingFile returns the finding that a file is not there.
func (c *Clues) missingFile(name string) *app.Finding { return resolve.File(&c.Project, c.Ref, name) }
