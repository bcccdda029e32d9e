//go:build real

package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/access"
)

func TestDrawerShowsAndResetsTheOverlay(t *testing.T) {
	h := newHouse(t)
	chat := app.Ref{Project: "shop", Name: "chat"}
	b := signedIn(t, h.manager)
	b.act("chat", "s")
	b.until(says("chat", "ready"))
	b.open("chat")
	c := app.Change{SetEnv: map[string]string{"DEBUG": "1", "API_KEY": "very-hidden"}, Reason: "look closer"}
	if _, err := access.AddPatch(h.sup, chat, c, appActor("cli")); err != nil {
		t.Fatal(err)
	}
	b.until(told("+DEBUG=1") + "&&" + told("cli: look closer") + "&&" + told("Changed since start: API_KEY, DEBUG"))
	if text := b.text("#drawer"); strings.Contains(text, "very-hidden") {
		t.Errorf("the secret is shown: %s", text)
	}
	b.checkAccess("a drawer with an overlay")
	b.click(`#drawer button[formaction$="/reset-env"]`)
	b.until("!" + told("+DEBUG=1") + "&& !" + told("hanged since start") + "&& !" + says("chat", "changed since start"))
	if o, err := access.Patches(h.sup, chat); err != nil || len(o.Patches) != 0 {
		t.Errorf("it was taken back on the page only: %+v %v", o, err)
	}
}

func TestDrawerOfAFailedServerShowsCauseAndFix(t *testing.T) {
	h := newHouse(t)
	file := h.home.Dirs.Home + "/shop/devservers.yml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "the database is missing", "STRIPE_KEY is not set",
		1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "pay.py"), []byte("key = os.environ['STRIPE_KEY']\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	v, err := h.sup.Project("shop")
	if err == nil {
		err = h.sup.Files.Trust("shop", v.SHA256, appActor("cli"))
	}
	if err != nil {
		t.Fatal(err)
	}
	b := signedIn(t, h.manager)
	b.act("bad", "s")
	b.open("bad")
	b.until(says("bad", "the environment variable STRIPE_KEY is not set") + "&&" +
		told("The environment variable STRIPE_KEY is not set") + "&&" + told("devservers set-env shop/bad STRIPE_KEY=..."))
	b.checkAccess("a drawer with causes")
}
