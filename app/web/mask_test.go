package web

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/web/guard"
	"devservers/tests/fc"
)

// TestAgentsDoNotReadSecrets: a server prints what it was given, in its environment. Its lines and errors show it to
// people, and masked to agents. Command lines of runs have it masked for all.
func TestAgentsDoNotReadSecrets(t *testing.T) {
	t.Parallel()
	const key = "k3y-of-the-sh0p"
	echo := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("data: " + key + "\n\n")) }
	m := serve(t, func(o *Options) { o.MCP = http.HandlerFunc(echo) })
	v, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	text := "project: shop\ntasks:\n  tell:\n    command: " + strings.Join(fc.Command(), " ") +
		" bytes $OUT\n    env: {API_KEY: " + key + ", OUT: 4552524f523a206b33792d6f662d7468652d736830700a, " +
		"DB: 'postgres://me:pa55w0rd@db/x'}\n  argv: {command: '" + strings.Join(fc.Command(), " ") +
		" lines 1 $API_KEY', env: {API_KEY: " + key + "}}\n"
	if err := os.WriteFile(filepath.Join(v.Path, config.FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m.sup.Files.Refresh("shop")
	review, err := m.sup.Files.Review("shop")
	if err == nil {
		err = m.sup.Files.Trust("shop", review.SHA256, app.Actor{Kind: "cli"})
	}
	if err != nil {
		t.Fatal(err)
	}
	m.run("tell")
	m.run("argv")
	asAgent := header(guard.ActorHeader, "shell")
	if got := m.do("GET", tasks+"argv/runs", ""); strings.Contains(got.body, key) ||
		!strings.Contains(got.body, `"lines","1","••••••"`) {
		t.Errorf("its command line shows %s", got.body)
	}
	for _, path := range []string{tasks + "tell/logs", tasks + "tell/errors", "/api/search?q=ERROR"} {
		person, agent := m.do("GET", path, ""), m.do("GET", path, "", asAgent)
		if !strings.Contains(person.body, key) {
			t.Errorf("%s: a person does not read it: %d %s", path, person.StatusCode, person.body)
		}
		if agent.StatusCode != 200 || strings.Contains(agent.body, key) || !strings.Contains(agent.body, "••••••") ||
			!json.Valid([]byte(agent.body)) {
			t.Errorf("%s: an agent reads %d %s", path, agent.StatusCode, agent.body)
		}
	}
	if got := m.do("POST", "/mcp", "{}"); strings.Contains(got.body, key) || !strings.Contains(got.body, "data: ••••••") {
		t.Errorf("/mcp: %s", got.body)
	}
}
