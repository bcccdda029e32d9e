package mcp

import (
	"devservers/app"
	"devservers/app/environment"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

// up makes the environment of a branch and starts its servers, as far as that is done in time.
func (c *call) up(project string, a starting) (any, error) {
	ask := environment.Wanted{Project: project, Branch: a.Branch, Servers: true, Actor: c.caller.Actor()}
	env, err := record(c, history.Up, app.Ref{Project: project}, map[string]any{"branch": a.Branch},
		func() (app.Environment, error) { return c.o.Environments.UpFor(c.ctx, ask, a.duration()) })
	return render.Branch(masked(c, env), c.visit.Base), err
}
