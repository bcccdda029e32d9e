package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/access"
	"devservers/tests/fc"
)

// proposal returns the only devservers.yml that waits.
func (w *world) proposal() access.PermitRequest {
	w.T.Helper()
	list := w.permits.Waiting()
	if len(list) != 1 || list[0].Draft == nil {
		w.T.Fatalf("%+v", list)
	}
	return list[0]
}

// accept does what the page's button does.
func (w *world) accept() {
	w.T.Helper()
	r, err := w.permits.Take(w.proposal().ID)
	w.must(err)
	_, err = w.permits.Accept(r, person)
	w.must(err)
}

func TestProposedFileWaitsForAClick(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := filepath.Join(w.Dirs.Home, "fresh")
	w.must(os.Mkdir(dir, 0o700))
	w.written(dir+"/Procfile.dev", "web: python3 -m http.server $PORT\n")
	a := w.agent("/mcp", false)
	a.fails("needs_human", "patch_config", given{"action": "propose",
		"directory": dir}, "nothing has been written", "/waiting/",
		"http.server")
	if _, err := os.Stat(dir + "/devservers.yml"); err == nil || len(w.Sup.Projects()) != 0 {
		t.Fatal("something was written or registered")
	}
	first := w.proposal()
	content := "project: fresh\nservers:\n  web: {command: FC listen 127.0.0.1:$PORT, port: auto}\n"
	content = strings.ReplaceAll(content, "FC", strings.Join(fc.Command(), " "))
	a.fails("needs_human", "patch_config", given{"action": "propose",
		"directory": dir, "content": content, "reason": "shorter"})
	d := w.proposal()
	if d.ID == first.ID || d.Reason != "shorter" || !strings.Contains(d.Draft.Init, "http.server") ||
		!strings.Contains(d.Draft.Change, "-    command: python3") || !strings.Contains(d.Draft.Text, "listen") {
		t.Errorf("%+v", d.Draft)
	}
	a.fails("needs_human", "patch_config", given{"action": "propose",
		"directory": dir, "content": content, "reason": "shorter"})
	if again := w.proposal(); again.ID != d.ID {
		t.Error("asking again takes the page away from the person")
	}
	w.accept()
	if got, _ := os.ReadFile(dir + "/devservers.yml"); string(got) != content {
		t.Errorf("%s", got)
	}
	a.ok("patch_config", given{"action": "propose", "directory": dir}).says("is registered and trusted")
	a.ok("start_server", given{"server": "fresh/web"})
	w.changedMeanwhile(a, dir, content)
}

// changedMeanwhile proposes a change, and edits the file before the person clicks.
func (w *world) changedMeanwhile(a *agent, dir, content string) {
	w.T.Helper()
	a.fails("needs_human", "patch_config", given{"action": "propose",
		"directory": "fresh", "content": content + "idle_timeout: 5\n"})
	if d := w.proposal().Draft; !strings.Contains(d.Change, "+idle_timeout: 5") || d.Current != content {
		w.T.Errorf("%+v", d)
	}
	w.written(dir+"/devservers.yml", content+"# mine\n")
	r, err := w.permits.Take(w.proposal().ID)
	w.must(err)
	if _, err := w.permits.Accept(r, person); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		w.T.Errorf("%v", err)
	}
	if got, _ := os.ReadFile(dir + "/devservers.yml"); string(got) != content+"# mine\n" {
		w.T.Errorf("%s", got)
	}
}

func TestProposalsThatNoPersonIsShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.Dirs.Home + "/fresh"
	w.must(os.Mkdir(dir, 0o700))
	a := w.agent("/mcp", false)
	a.fails("not_found", "patch_config", given{"action": "propose",
		"directory": dir}, "found nothing", "project: fresh")
	a.fails("config", "patch_config", given{"action": "propose",
		"directory": dir, "content": "project: fresh\nserver: {}\n"}, "server")
	a.fails("invalid", "patch_config", given{"action": "propose",
		"directory": dir, "content": "project: fresh # \u202e\nservers: {}\n"},
		"not visible")
	a.fails("forbidden", "patch_config", given{"action": "propose",
		"directory": "/etc", "content": "project: etc\n"}, "outside the home")
	a.fails("forbidden", "patch_config", given{"action": "propose",
		"directory": w.Dirs.Home, "content": "project: home\n"})
	a.fails("invalid", "patch_config", given{"action": "propose", "content": "project: fresh\n"}, "absolute path")
	if list := w.permits.Waiting(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}
