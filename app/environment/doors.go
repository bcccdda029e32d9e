package environment

import (
	"context"

	"devservers/app"
	"devservers/app/record/history"
)

// Make is Up for a door, with an entry in the history.
func (e *Environments) Make(ctx context.Context, book *history.Store, a Wanted) (app.Environment, error) {
	return history.Record(book, a.Actor, history.Up, app.Ref{Project: a.Project}, map[string]any{"branch": a.Branch},
		func() (app.Environment, error) { return e.Up(ctx, a) })
}

// Remove is Down for a door: of the environment that Find finds, with an entry in the history.
func (e *Environments) Remove(
	ctx context.Context, book *history.Store, near, name string, a Removal,
) (app.Environment, error) {
	env, err := e.Find(near, name)
	if err != nil {
		return env, err
	}
	a.Dir = env.Path
	return history.Record(book, a.Actor, history.Down, app.Ref{Project: near}, map[string]any{"environment": env.ID},
		func() (app.Environment, error) { return e.Down(ctx, a) })
}
