package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"devservers/app"
)

// eventsReader follows the events of a server since the start of the manager.
type eventsReader struct {
	ts    *testscript.TestScript
	cmd   *exec.Cmd
	out   io.Reader
	err   strings.Builder
	lines *bufio.Scanner
	kill  *time.Timer // ends a follower that prints nothing for too long
}

func readEvents(ts *testscript.TestScript, name string) *eventsReader {
	r := &eventsReader{ts: ts, cmd: devservers(ts, "events", "-f", "--since", "1h", "--json", name)}
	out, err := r.cmd.StdoutPipe()
	ts.Check(err)
	r.cmd.Stderr = &r.err
	ts.Check(r.cmd.Start())
	r.kill = time.AfterFunc(scriptLimit, func() { _ = r.cmd.Process.Kill() })
	ts.Defer(func() { r.kill.Stop() })
	r.out, r.lines = out, bufio.NewScanner(out)
	return r
}

// next returns the event of the next line.
func (r *eventsReader) next() string {
	r.kill.Reset(scriptLimit)
	if !r.lines.Scan() {
		r.ts.Fatalf("no event within %s, or the follower has ended: %s", scriptLimit, r.err.String())
	}
	var h app.Event
	r.ts.Check(json.Unmarshal(r.lines.Bytes(), &h))
	return h.Event
}

func (r *eventsReader) want(events ...string) {
	for _, want := range events {
		if got := r.next(); got != want {
			r.ts.Fatalf("%s, want %s", r.lines.Text(), want)
		}
	}
}

// end presses Ctrl-C: the follower must end with exit code 0.
func (r *eventsReader) end() {
	r.ts.Check(r.cmd.Process.Signal(os.Interrupt))
	r.kill.Reset(scriptLimit)
	_, _ = io.Copy(io.Discard, r.out)
	r.ts.Check(r.cmd.Wait())
}

// told NAME EVENT waits for that event.
func told(ts *testscript.TestScript, _ bool, args []string) {
	r := readEvents(ts, args[0])
	for r.next() != args[1] {
	}
	r.end()
}

// toldAcross NAME follows events while a server is started, the manager replaced, and the server stopped: each must
// come once, and the adoption of a run is not an event.
func toldAcross(ts *testscript.TestScript, _ bool, args []string) {
	r := readEvents(ts, args[0])
	ts.Check(devservers(ts, "start", args[0]).Run())
	r.want(app.EventStarted, app.EventReady)
	ts.Check(devservers(ts, "stop", "--keep-servers").Run())
	ts.Check(devservers(ts, "start", args[0]).Run())
	ts.Check(devservers(ts, "stop", args[0]).Run())
	r.want(app.EventExit)
	r.end()
}
