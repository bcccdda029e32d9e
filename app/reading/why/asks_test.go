package why

import (
	"fmt"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestHookThatAsksIsTheCause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: FC echo, before_start: \"FC ask 'Proceed? [y/N]'\"}\n")
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started",
		Timeout: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	w.hasSoon(ref, "input", "web.before_start is waiting for an answer", "Proceed? [y/N]",
		"devservers attach shop/web.before_start")
}

func TestUnfinishedLastLineIsAPrompt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop",
		"servers:\n  web: {command: \"FC ask 'MFA code for arn:aws:iam::1234:mfa/ann:'\", ready: {log: never}}\n")
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
		t.Fatal(err)
	}
	w.hasSoon(ref, "input", "it seems to wait for input", "MFA code for", "devservers attach shop/web")
}

func TestHookThatServesIsAServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.Project("shop",
		fmt.Sprintf("servers:\n  web: {command: FC echo, before_start: \"FC listen 127.0.0.1:%d\"}\n", port))
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started",
		Timeout: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	w.hasSoon(ref, "config", fmt.Sprintf("web.before_start does not end: it is a server, which listens on 127.0.0.1:%d",
		port), "its command", "depends_on of web")
}
