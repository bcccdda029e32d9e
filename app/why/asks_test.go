package why

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/apptest"
	"devservers/app/supervisor"
)

func TestHookThatAsksIsTheCause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: FC echo, before_start: \"FC ask 'Proceed? [y/N]'\"}\n")
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started", Timeout: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	has(t, w.whySoon(ref, "input"), "web.before_start is waiting for an answer", "Proceed? [y/N]", "devservers attach shop/web.before_start")
}

func TestUnfinishedLastLineIsAPrompt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: \"FC ask 'MFA code for arn:aws:iam::1234:mfa/ann:'\", ready: {log: never}}\n")
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
		t.Fatal(err)
	}
	has(t, w.whySoon(ref, "input"), "it seems to wait for input", "MFA code for", "devservers attach shop/web")
}
