package project

import (
	"os"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
)

// withEnvFile registers and trusts a project with an env file.
func (h *house) withEnvFile(text string) (id string) {
	h.t.Helper()
	h.write("shop/.env", text)
	id = h.shop("servers:\n  web: {command: ls, env_file: .env}\n")
	h.trust(id)
	return id
}

func (h *house) trust(id string) {
	h.t.Helper()
	if err := h.Trust(id, h.Declared(id).Conf.SHA256, app.Actor{Kind: app.ActorCLI}); err != nil {
		h.t.Fatal(err)
	}
}

func TestEnvFileThatChangesWhichCodeRunsNeedsReview(t *testing.T) {
	h := newHouse(t)
	id := h.withEnvFile("DEBUG=1\nNODE_OPTIONS=--max-old-space-size=512\n")
	h.write("shop/.env", "DEBUG=2\nAPI_KEY=x\nNODE_OPTIONS=--max-old-space-size=512\n")
	if d := h.Declared(id); d.Trust != settings.Trusted {
		t.Fatalf("after a change of other variables it is %s", d.Trust)
	}
	h.write("shop/.env", "DEBUG=2\nAPI_KEY=x\nNODE_OPTIONS=--require ./evil.js\n")
	d := h.Declared(id)
	if d.Trust != settings.Changed {
		t.Fatalf("after a change of NODE_OPTIONS it is %s", d.Trust)
	}
	if fail := h.Trusted(d); fail == nil || fail.Code != app.CodeNeedsHuman || !strings.Contains(fail.Detail, "env file") {
		t.Errorf("%v", fail)
	}
	shown, err := h.Review(id)
	if err != nil || !strings.Contains(shown.Diff,
		"\n-.env: NODE_OPTIONS=--max-old-space-size=512\n+.env: NODE_OPTIONS=--require ./evil.js\n") {
		t.Errorf("%v, the diff is\n%s", err, shown.Diff)
	}
	if strings.Contains(shown.Diff+shown.Text, "API_KEY=") ||
		!strings.Contains(shown.Text, "NODE_OPTIONS=--require ./evil.js can load code into node") {
		t.Errorf("the review is\n%s", shown.Text)
	}
	h.trust(id)
	if h.write("shop/.env", ""); h.Declared(id).Trust != settings.Changed {
		t.Error("a variable that loads code was removed unnoticed")
	}
}

// TestStartUsesTheEnvFileThatWasTrusted changes the file so that its size and times are as before.
func TestStartUsesTheEnvFileThatWasTrusted(t *testing.T) {
	h := newHouse(t)
	id := h.withEnvFile("NODE_OPTIONS=--good\n")
	file := h.dirs.Home + "/shop/.env"
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	d := h.Declared(id)
	if env, fail := h.trustedEnviron(d, d.Servers[0], d.Conf.Dir, 0); fail != nil ||
		env["NODE_OPTIONS"].Value != "--good" {
		t.Fatal(env["NODE_OPTIONS"], fail)
	}
	if err := os.WriteFile(file, []byte("NODE_OPTIONS=--evil\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if _, fail := h.Prepare(d, d.Servers[0], 0); fail == nil || fail.Code != app.CodeNeedsHuman {
		t.Errorf("it starts: %v", fail)
	}
	if env := h.CheckEnviron(d, d.Servers[0], d.Conf.Dir, 0); env["NODE_OPTIONS"].Value != "" {
		t.Error("a check runs with", env["NODE_OPTIONS"])
	}
	if shown, err := h.Review(id); err != nil || shown.State != settings.Changed {
		t.Error("the review says", shown.State, err)
	}
}
