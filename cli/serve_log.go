package cli

import (
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"os"
	"syscall"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"
)

// logger writes the manager's own log: for people on a terminal, with the date in a file.
func (p *program) logger(o serveOptions) *slog.Logger {
	level, layout := slog.LevelInfo, time.TimeOnly
	if o.debug {
		level = slog.LevelDebug
	}
	if o.background {
		layout = time.DateTime
	}
	return slog.New(tint.NewTextHandler(p.err, &tint.Options{Level: level, TimeFormat: layout, NoColor: !p.colour(p.err)}))
}

// greet tells a person where the manager is.
func (p *program) greet(m *manager, o serveOptions) {
	if o.background {
		m.log.Info("manager started", "url", m.status.URL, "pid", m.status.PID)
		return
	}
	s := p.style(p.out)
	p.printf("%s manager at %s (PID %d); Ctrl-C stops it and its servers\n", s.done(), s.paint(cyan, m.status.URL), m.status.PID)
}

// onTerminal tells whether the manager's end comes with that of a terminal.
func (m *manager) onTerminal() bool { return !m.o.background && term.IsTerminal(int(os.Stderr.Fd())) }

// readyPipe is how a manager in the background answers who started it.
type readyPipe struct{ f *os.File }

func (p *program) readyPipe(o serveOptions) readyPipe {
	if !o.background {
		return readyPipe{}
	}
	syscall.CloseOnExec(readyFD)
	return readyPipe{os.NewFile(readyFD, "ready")}
}

// tell says it once. Who waited may be gone; that is not the manager's concern.
func (r readyPipe) tell(v verdict) {
	if r.f == nil {
		return
	}
	_ = json.NewEncoder(r.f).Encode(v)
	_ = r.f.Close()
}

// newToken is a secret of at least 128 bits.
func newToken() string { return rand.Text() + rand.Text() }
