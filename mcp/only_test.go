package mcp_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net"
	"os"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/engine/supervisor"
)

// granted returns the credential of a grant for one project.
func (w *world) granted(name, project string) string {
	w.T.Helper()
	const verifier, back = "a-verifier-of-at-least-forty-three-characters", "http://127.0.0.1:4000/callback"
	id, c, err := w.access.Register(name, []string{back})
	w.must(err)
	sum := sha256.Sum256([]byte(verifier))
	code := w.access.NewCode(access.Consent{ClientID: id, Name: c.Name, Redirect: back, Project: project,
		Challenge: base64.RawURLEncoding.EncodeToString(sum[:])})
	tokens, _, err := w.access.Redeem(code, id, back, verifier)
	w.must(err)
	return tokens.Access
}

// TestGrantForOneProjectShowsNoOther: no tool names another project, its servers, runs or directory, and none acts on
// them, however they are named.
func TestGrantForOneProjectShowsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	held, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	port := held.Addr().(*net.TCPAddr).Port
	held.Close()
	hidden := w.project("zebra", fmt.Sprintf("servers:\n  stripe: {command: 'FC listen 127.0.0.1:$PORT', port: %d, "+
		"ready: {log: listening}}\ntasks:\n  graze: {command: FC lines 3}\n", port))
	w.project("shelf", fmt.Sprintf("servers:\n  api: {command: 'FC listen 127.0.0.1:$PORT', port: %d}\n", port))
	other := app.Ref{Project: "zebra", Name: "stripe"}
	up, err := w.Sup.Start(t.Context(), other, supervisor.StartOptions{Actor: person, Wait: app.WaitReady})
	w.must(err)
	in := func(name string) *window { // a client may change something 30 times a minute
		return &window{world: w, credential: w.granted(name, "shelf"), session: "1", dir: hidden}
	}
	all := []given{{}, {"server": "all"}, {"server": "zebra"}, {"server": "zebra/stripe"}, {"server": "stripe"},
		{"server": fmt.Sprint(port)}, {"server": up.URL}, {"server": up.Run}, {"server": hidden}, {"server": "."},
		{"project": "zebra"}, {"project": hidden}, {"server": "shop/web"}, {"server": "api"}}
	for _, tool := range []string{"list_projects", "start_server", "stop_server", "restart_server", "check_edit",
		"get_errors", "get_server_logs", "search_logs", "wait_for", "run_task", "get_runs", "diagnose", "send_input",
		"patch_config"} {
		shelf := in(tool)
		for _, args := range append(all, given{"run": up.Run}, given{"task": "graze"}, given{"after": "zebra"}) {
			full := maps.Clone(args)
			maps.Copy(full, besides[tool])
			got := shelf.call(tool, full)
			for name, value := range full { // what it said itself
				got = strings.ReplaceAll(got, fmt.Sprint(value), name)
			}
			for _, secret := range []string{"zebra", "stripe", "graze", "shop/", "shop\n", up.Run, "too_many"} {
				if strings.Contains(got, secret) {
					t.Errorf("%s %v names %q:\n%s", tool, full, secret, got)
				}
			}
		}
	}
	shelf := in("last")
	for _, dir := range []string{hidden, "/tmp", w.Dirs.Home + "/new"} {
		got := shelf.call("patch_config", given{"action": "propose", "project": dir, "content": "project: zebra\nservers: {}\n"})
		if !strings.Contains(got, "not_found") {
			t.Errorf("proposes for %s: %s", dir, got)
		}
	}
	if list := w.permits.Waiting(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if st, err := w.Sup.Status(other); err != nil || st.State != app.Ready || st.Run != up.Run {
		t.Errorf("%+v %v", st, err)
	}
	if got := shelf.call("start_server", given{"server": "api"}); !strings.Contains(got, "a server of another project") ||
		strings.Contains(got, hidden) {
		t.Errorf("%s", got)
	}
	got := shelf.call("list_projects", nil)
	if strings.Contains(got, "zebra") || !strings.Contains(got, "shelf/api") {
		t.Errorf("%s", got)
	}
	if entries, _ := os.ReadDir(hidden); len(entries) != 1 {
		t.Errorf("%v", entries)
	}
}

// besides is what the test gives a tool besides the server.
var besides = map[string]given{
	"search_logs": {"query": "listening"}, "send_input": {"text": "x"}, "wait_for": {"until": "ready", "timeout_s": 1},
	"start_server": {"timeout_s": 2}, "restart_server": {"timeout_s": 2}, "patch_config": {"action": "show"},
}
