package cli

import (
	"testing"

	"devservers/app"
)

// TestShellCommandsThatStartADeclaredServer: others are left alone.
func TestShellCommandsThatStartADeclaredServer(t *testing.T) {
	t.Parallel()
	v := app.ProjectView{ID: "shop", Servers: []app.Status{
		{Project: "shop", Name: "web", Declaration: app.Declaration{Command: "npm run dev -- --port $PORT"}},
		{Project: "shop", Name: "api", Declaration: app.Declaration{Command: "python3 manage.py runserver $PORT"}},
	}}
	for command, wants := range map[string]bool{
		"npm run dev": true,
		"cd web && PORT=3000 nohup npm run dev > log 2>&1 &": true,
		"npm run dev -- --host":                              true,
		"python3 manage.py runserver 0.0.0.0:8000":           true,
		"npm run build":                                      false,
		"npm run dev:check":                                  false,
		"python3 manage.py migrate":                          false,
		"grep -r 'npm run dev' docs":                         false,
		"npm":                                                false,
		"":                                                   false,
	} {
		if got := useTool(v, command) != ""; got != wants {
			t.Errorf("%q: %v", command, got)
		}
	}
}
