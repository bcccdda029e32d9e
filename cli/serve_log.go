package cli

import (
	"crypto/rand"
	"log/slog"
	"os"
	"time"

	"github.com/lmittmann/tint"

	"devservers/cli/client"
	"devservers/cli/term"
)

// logger returns the manager's own log: for people on a terminal, with the date in a file.
func logger(p *program, o serveOptions) *slog.Logger {
	level, layout := slog.LevelInfo, time.TimeOnly
	if o.debug {
		level = slog.LevelDebug
	}
	if o.background {
		layout = time.DateTime
	}
	return slog.New(tint.NewTextHandler(p.Err, &tint.Options{Level: level, TimeFormat: layout, NoColor: !p.Color(p.Err)}))
}

// greet shows a person where the manager is.
func greet(p *program, m *manager) {
	if m.o.background {
		m.log.Info("manager started", "url", m.status.URL, "pid", m.status.PID)
		return
	}
	v := p.view()
	p.Printf("%s manager at %s (PID %d); Ctrl-C stops it and its servers\n", v.Done(), v.Paint(term.Cyan, m.status.URL), m.status.PID)
}

// onTerminal reports whether the manager ends with its terminal.
func (m *manager) onTerminal() bool { return !m.o.background && term.Is(os.Stderr) }

// readyPipe is how a manager in the background answers the command that started it.
func readyPipe(o serveOptions) client.Ready {
	if !o.background {
		return client.Ready{}
	}
	return client.OpenReady()
}

// newToken is a secret of at least 128 bits.
func newToken() string { return rand.Text() + rand.Text() }
