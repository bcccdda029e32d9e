package history

import (
	"errors"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/fc"
)

const patience = time.Minute

var web = app.Ref{Project: "shop", Name: "web"}

func started(t *testing.T, args ...string) (Runs, *run.Run) {
	t.Helper()
	kept := Runs{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	argv := fc.Command(args...)
	r, err := run.Start(kept.Dir(web), protocol.Spec{
		Record: protocol.Record{Project: web.Project, Server: web.Name, Kind: "server", Argv: argv, Dir: os.TempDir(),
			Started: time.Now()},
		Path: argv[0], Env: os.Environ(), PTY: true, StopTimeout: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, r) })
	return kept, r
}

func end(t *testing.T, r *run.Run) {
	t.Helper()
	_ = r.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: app.CauseAsked})
	select {
	case <-r.Done():
	case <-time.After(patience):
		t.Fatal("the run does not end")
	}
}

// until follows a log until it has a line that contains text.
func until(t *testing.T, l *Log, text string) {
	t.Helper()
	limit := time.After(patience)
	for {
		changed := l.Changed()
		page, err := l.After(0, transcript.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range page.Lines {
			if strings.Contains(string(line.Text), text) {
				return
			}
		}
		select {
		case <-changed:
		case <-limit:
			t.Fatalf("no line contains %q: %+v", text, page.Lines)
		}
	}
}

func TestTypedInputIsAnsweredInTheLog(t *testing.T) {
	t.Parallel()
	kept, r := started(t, "echo")
	l, err := openLog(kept, web, r, r.Record().ID)
	if err != nil {
		t.Fatal(err)
	}
	left := false
	l.Leave = func() { left = true }
	term, err := l.Terminal()
	if err != nil {
		t.Fatal(err)
	}
	if err := term.Input([]byte("tea\r")); err != nil {
		t.Fatal(err)
	}
	until(t, l, "got tea")
	if err := term.Resize(0, 10); code(err) != app.CodeInvalid {
		t.Error(err)
	}
	if err := term.Signal("NONSENSE"); code(err) != app.CodeInvalid {
		t.Error(err)
	}
	if err := errors.Join(term.Resize(80, 24), term.Signal("TERM")); err != nil {
		t.Error(err)
	}
	select {
	case <-r.Done():
	case <-time.After(patience):
		t.Fatal("TERM did not end the command")
	}
	if err := l.Close(); err != nil || !left {
		t.Error(err, left)
	}
}

func TestLaterRunNeverGetsWhatIsTypedIntoAnEarlierOne(t *testing.T) {
	t.Parallel()
	kept, r := started(t, "echo")
	l, err := openLog(kept, web, r, r.Record().ID)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	term, err := l.Terminal()
	if err != nil || l.Over() {
		t.Fatal(err, l.Over())
	}
	end(t, r)
	if err := term.Input([]byte("tea\r")); code(err) != app.CodeConflict {
		t.Error(err)
	}
	if _, err := l.Terminal(); code(err) != app.CodeConflict || !l.Over() {
		t.Error(err, l.Over())
	}
	if _, err := terminalOf(web, r); code(err) != app.CodeConflict {
		t.Error(err)
	}
	if l, err := openLog(kept, web, nil, r.Record().ID); err != nil || !l.Over() || l.Changed() != nil {
		t.Error("of a run that nobody oversees:", err)
	} else {
		l.Close()
	}
	if _, err := openLog(kept, web, r, "1qe7nothing"); code(err) != app.CodeNotFound {
		t.Error(err)
	}
}

func code(err error) app.Code {
	var e *app.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
