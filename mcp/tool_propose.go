package mcp

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

// proposed is what is in effect for a directory.
type proposed struct {
	Project   string `json:"project"`
	Message   string `json:"message"`
	Next      string `json:"next"`
	ViewerURL string `json:"viewer_url"`
}

// propose offers a devservers.yml for a directory to the person.
func (c *call) propose(a patching) (any, error) {
	dir, err := c.Finder.Directory(a.Project, c.visit.Dir)
	if err != nil {
		return nil, err
	}
	reason := render.Tidy(a.Reason, 300)
	d, err := record(c, history.Propose, app.Ref{Project: filepath.Base(dir)},
		map[string]any{"reason": reason, "path": dir},
		func() (app.Draft, error) { return c.o.Permits.Propose(dir, a.Content, reason, c.caller.Actor()) })
	if err != nil {
		if a.Content == "" {
			c.draft = d.Content
		}
		return nil, err
	}
	return proposed{Project: d.Project, Message: "this devservers.yml is registered and trusted",
		Next: "call start_server", ViewerURL: c.visit.Base + "/p/" + d.Project}, nil
}
