package cli

import (
	"context"
	"net/http"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/yml"
	"devservers/cli/client"
)

// setUpWorktree begins to set up the git worktree of a session that begins, unless that was done, and returns what the
// model has to know. The project in its main checkout is registered; the one in the worktree need not be.
func setUpWorktree(ctx context.Context, p *Program, c *client.Client) string {
	own, ok := yml.CheckoutOf(p.Cwd)
	if !ok || !own.Linked() {
		return ""
	}
	s, err := p.glance(ctx, c)
	if err != nil {
		return ""
	}
	text := ""
	for _, v := range s.Projects {
		if its, known := yml.CheckoutOf(v.Path); known && !its.Linked() && its.GitDir == own.GitDir {
			text += setUpIn(ctx, s, v.ID, own.Top)
		}
	}
	return strings.TrimSpace(text)
}

// setUpIn is setUpWorktree for one project of the repository.
func setUpIn(ctx context.Context, s *Session, id, top string) (text string) {
	var list []app.Environment
	path := client.ProjectPath(id) + "/environments"
	if s.Get(ctx, path, nil, &list) != nil {
		return ""
	}
	for _, env := range list {
		bare := env.State == app.EnvironmentBare || env.State == app.EnvironmentInterrupted
		if !bare || !yml.Within(top, env.Path) || env.Branch == "" {
			continue
		}
		body := map[string]any{"branch": env.Branch}
		if s.Call(ctx, client.Request{Method: http.MethodPost, Path: path, Body: body, Wait: hookTime}, &env) == nil {
			branch := words.Clean(env.Branch, 100)
			text += "devservers is setting up this git worktree: the files, data and tasks that worktree: in devservers.yml " +
				"declares. Before you install anything or start servers here, wait for it: call start_server with branch=" +
				branch + ", or run devservers setup. "
		}
	}
	return text
}
