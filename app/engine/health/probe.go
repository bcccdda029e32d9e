package health

import (
	"context"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/machine"
	"devservers/app/project/code"
	"devservers/app/run"
)

// How often a probe looks: fast at first, since most servers are ready within a second.
const (
	firstPause   = 20 * time.Millisecond
	longestPause = 250 * time.Millisecond
	latePause    = time.Second     // once the ready timeout is over
	aliveTime    = time.Second     // how long a server without port and probe has to live to count as ready
	silentTime   = 3 * time.Second // the same while it prints nothing: it may be compiling
	askTime      = 2 * time.Second
)

// News is one finding of a probe. A run that is not ready yet may have several.
type News struct {
	Ready   bool
	At      time.Time
	Why     words.Reason // what it waits for, or what is unusual about how it is ready
	URL     string
	Failure *app.Error // why its start fails: it is late or stuck

	Alive     bool   // of a run that was ready
	Unhealthy string // why it fails its liveness check; "" = it does not
	Restart   bool   // the run must be ended for that
}

// Target is the run that a probe checks, with what the probe needs for it.
type Target struct {
	Ref    app.Ref
	Run    *run.Run
	Server config.Server
	// Argv returns the arguments, the executable and the environment of a readiness or liveness command.
	Argv func(config.Server) (argv []string, exe string, env []string, fail *app.Error)
	// Alive returns the liveness check that applies now, and a channel that is closed when that changes.
	Alive func() (config.Alive, <-chan struct{})
}

// Probe checks one run. Its method Run does the work.
type Probe struct {
	News chan News

	t    Target
	port int
	// serves reports whether the command starts a tool that is known to open a port. It reads files once.
	serves func() bool

	why words.Reason
	seq int64 // of the last line that a log probe has read

	status int // of the last answer to an HTTP probe, or 0
	slow   int // how many answers came too late
	wrong  wrongSince

	aside aside
	seen  machine.Seen

	on func(port int) ([]machine.Listener, error) // looks at a port; for a liveness check, together with others

	there         []machine.Listener // on the port, as of the last check
	listed, owned []machine.Listener // the same when they had changed last, and those of them that are the run's
}

// NewProbe returns a probe. Call Run to start it.
func NewProbe(t Target) *Probe {
	rec := t.Run.Record()
	serves := sync.OnceValue(func() bool { return code.Serves(rec.Argv, rec.Dir) })
	return &Probe{News: make(chan News), t: t, port: rec.Port, serves: serves, on: machine.Listening}
}

// Run checks until the run is ready, and then that it stays alive. It returns when ctx ends.
func (p *Probe) Run(ctx context.Context) {
	rec := p.t.Run.Record()
	if rec.Ready != nil { // adopted: only its address has to be found again
		p.isReady(ctx, *rec.Ready)
		return
	}
	late := rec.Started.Add(p.t.Server.Ready.Timeout)
	for pause, reported := firstPause, false; ; {
		p.status = 0
		ready, why := p.look(ctx)
		p.wrong.note(p.status, time.Now())
		if ready && p.t.Run.Record().Leader.Alive() { // if it is dead, its end is reported in a moment
			p.isReady(ctx, time.Now())
			return
		}
		var fail *app.Error
		if !reported {
			fail = p.failure(why, late)
		}
		if fail != nil {
			reported, pause = true, latePause
		}
		if fail != nil || why != p.why && !reported {
			p.tell(ctx, News{Why: why, Failure: fail})
		}
		p.why = why
		if !app.Pause(ctx, pause) {
			return
		}
		if !reported {
			pause = min(pause*3/2, longestPause)
		}
	}
}

// isReady reports that the run is ready, and checks from then on that it stays alive.
func (p *Probe) isReady(ctx context.Context, at time.Time) {
	news := News{Ready: true, At: at, Why: p.remark(), URL: p.URL()}
	p.tell(ctx, news)
	var finding sync.WaitGroup
	if p.port == 0 && news.URL == "" {
		seeker := *p
		finding.Go(func() { seeker.find(ctx, news) })
	}
	p.stayAlive(ctx)
	finding.Wait()
}

// failure returns why the start fails by now, or nil. The run continues and may still become ready.
func (p *Probe) failure(why words.Reason, late time.Time) *app.Error {
	if aside := p.elsewhere(); aside != nil {
		return aside
	}
	switch now := time.Now(); {
	case p.wrong.settled(now), now.After(late) && !p.wrong.IsZero():
		return p.answersWrong(why)
	case now.After(late):
		return p.tooLate(why)
	case p.stuck():
		return p.isStuck(why)
	}
	return nil
}

func (p *Probe) tell(ctx context.Context, n News) {
	select {
	case p.News <- n:
	case <-ctx.Done():
	}
}

// WaitsFor returns what a start waits for, before the first check.
func WaitsFor(server config.Server, port int) words.Reason {
	switch {
	case server.Ready.Kind() == "http":
		return words.Reason{Kind: words.NoAnswer, About: server.Ready.URL(port)}
	case server.Ready.Kind() == "log":
		return words.Reason{Kind: words.NoLine, About: server.Ready.Log.String()}
	case server.Ready.Kind() == "command":
		return words.Reason{Kind: words.CommandFails, About: server.Ready.Command.String()}
	case port != 0:
		return words.Reason{Kind: words.PortClosed, Port: port}
	}
	return words.Reason{Kind: words.MustStayAlive}
}

// AddressOf returns where a run that was ready listens now, so that its status has an address right after adoption; ""
// if it was not ready or is over.
func AddressOf(r *run.Run) string {
	rec := r.Record()
	if rec.Ready == nil || rec.Over() {
		return ""
	}
	return NewProbe(Target{Run: r}).URL()
}
