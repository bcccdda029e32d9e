package supervisor_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/fc"
)

// TestServerThatAcceptsNothingIsFailing: under a reloader, the parent of a dead server keeps the port open. The next
// manager sees that, too.
func TestServerThatAcceptsNothingIsFailing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(w.Dirs.Home, "broken")
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC master %s 127.0.0.1:$PORT 1 0s "+
		"0s, port: %d, ready: {http: /}}\n", file, fc.FreePort(t))), Name: "web"}
	st := w.MustStart(ref).Status
	var clients [2]net.Conn
	for i := range clients { // the worker reads from one, so the other waits before and after: the first look sees that
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", st.Port))
		if err != nil {
			t.Fatal(err)
		}
		clients[i] = c
	}
	w.file("broken", "")
	for said := ""; !strings.Contains(said, "it is broken"); time.Sleep(10 * time.Millisecond) {
		out, _ := os.ReadFile(st.Log)
		said = string(out)
	}
	st = w.Until(ref, "to fail", isIn(app.Failing))
	if !strings.Contains(st.Reason, fmt.Sprintf("nothing accepts connections on port %d since ", st.Port)) {
		t.Error(st.Reason)
	}
	w.Close(true)
	w.Open()
	w.Until(ref, "to fail again", isIn(app.Failing))
	for _, c := range clients { // else the next worker reads from one for ever, and the other makes it fail again
		c.Close()
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if again := w.Until(ref, "to recover", isIn(app.Ready)); again.Run != st.Run {
		t.Errorf("run %s, then %s", st.Run, again.Run)
	}
}
