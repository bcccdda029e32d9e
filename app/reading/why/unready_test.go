package why

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/transcript"
	"devservers/tests/apptest"
)

func TestUnreadyServerThatSaysWhyIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.causes.patience = 0
	w.Script("shop", "fails", "echo 'ERROR: the check found 2 issues'; exec sleep 60")
	w.Script("shop", "binds", "echo 'Listening at: unix:shop.sock (17)'; exec sleep 60")
	w.Script("shop", "works", "echo building; exec sleep 60")
	id := w.Project("shop", "servers:\n  fails: {command: ./fails, port: auto}\n  binds: {command: ./binds, port: auto}\n"+
		"  works: {command: ./works, port: auto}\n")
	l, err := net.Listen("unix", filepath.Join(filepath.Dir(w.File("shop/a", "")), "shop.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct{ name, problem, evidence, fix string }{
		{"fails", "it listens on no port at all", "ERROR: the check found 2 issues", "correct the error that it printed"},
		{"binds", "it listens on the socket shop.sock, not on port", "unix:shop.sock (17)", "make it listen on $PORT"},
		{"works", "it listens on no port at all", "waiting for port", "wait if it is still working"},
	} {
		ref := app.Ref{Project: id, Name: c.name}
		if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
			t.Fatal(err)
		}
		w.hasSoon(ref, app.FindingListens, c.problem, c.evidence, c.fix)
		if f := w.why(ref, app.FindingListens); c.name != "works" && strings.Contains(f.Fix, "wait") {
			t.Errorf("%+v", f)
		}
	}
}

func TestSilentServerIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	at := time.Now()
	for since, wanted := range map[time.Duration]bool{time.Second: true, 2 * time.Minute: false} {
		if got := works([]transcript.Line{{Time: at.Add(-since)}}, at.Add(-time.Hour)); got != wanted {
			t.Errorf("%s: %v", since, got)
		}
		if got := works(nil, at.Add(-since)); got != wanted {
			t.Errorf("%s without a line: %v", since, got)
		}
	}
}
