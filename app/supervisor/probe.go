package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/projects"
	"devservers/app/run"
	"devservers/app/words"
)

// How often a probe looks: fast at first, since most servers are ready within a second.
const (
	probeFirst = 20 * time.Millisecond
	probeMost  = 250 * time.Millisecond
	probeLate  = time.Second // once the ready timeout is over
	aliveTime  = time.Second // what a server without port and probe has to live to count as ready
	askTime    = 2 * time.Second
)

// probeNews is what a probe has found out. A run that is not ready yet may say so several times.
type probeNews struct {
	ready   bool
	at      time.Time
	why     words.Reason // what it waits for, or what is odd about how it is ready
	url     string
	failure *app.Error // it is late

	alive     bool   // of a run that was ready
	unhealthy string // what is wrong with it then; "" = nothing
	restart   bool   // it is to be ended for that
}

// probe decides when a run is ready.
type probe struct {
	s      *Supervisor
	m      *managed
	r      *run.Run
	server config.Server
	dir    string
	port   int
	env    projects.Environ
	news   chan probeNews
	why    words.Reason
	seq    int64 // of the last line that a log probe has looked at
}

// watchProbe starts the probe of a run that is not ready yet. Nothing is ever sent for one that is, nor for a task.
func (m *managed) watchProbe(ctx context.Context, r *run.Run) <-chan probeNews {
	rec := r.Record()
	if rec.End != nil || rec.Kind == string(config.KindTask) {
		return nil
	}
	m.s.mu.Lock()
	server, d := m.spec, m.p.Declared
	m.s.mu.Unlock()
	if server.Ready.Command != nil && d.Trust != trust.Trusted { // it must not run before a person has reviewed it
		server.Ready = config.Ready{Timeout: server.Ready.Timeout}
	}
	pr := &probe{s: m.s, m: m, r: r, server: server, dir: rec.Dir, port: rec.Port, news: make(chan probeNews)}
	if env, fail := m.s.decls.Environ(d, server, rec.Dir, rec.Port); fail == nil {
		pr.env = env
	}
	m.s.wg.Go(func() { pr.run(ctx, rec) })
	return pr.news
}

// run looks until the run is ready, or ctx ends.
func (p *probe) run(ctx context.Context, rec run.Record) {
	if rec.Ready != nil { // taken up: only its address has to be found again
		p.tell(ctx, probeNews{ready: true, at: *rec.Ready, url: p.url()})
		p.stayAlive(ctx)
		return
	}
	late := rec.Started.Add(p.server.Ready.Timeout)
	for pause, told := probeFirst, false; ; {
		ready, why := p.look(ctx)
		if ready && p.r.Record().Leader.Alive() { // of one that is dead the end is told in a moment
			p.tell(ctx, probeNews{ready: true, at: time.Now(), why: p.remark(), url: p.url()})
			p.stayAlive(ctx)
			return
		}
		switch {
		case !told && time.Now().After(late):
			told, pause = true, probeLate
			p.tell(ctx, probeNews{why: why, failure: p.s.explainLate(p, why)})
		case !told && p.stuck():
			told, pause = true, probeLate
			p.tell(ctx, probeNews{why: why, failure: p.s.explainStuck(p, why)})
		case why != p.why && !told:
			p.tell(ctx, probeNews{why: why})
		}
		p.why = why
		if !sleep(ctx, pause) {
			return
		}
		if !told {
			pause = min(pause*3/2, probeMost)
		}
	}
}

func (p *probe) tell(ctx context.Context, n probeNews) {
	select {
	case p.news <- n:
	case <-ctx.Done():
	}
}

// sleep waits for d; false: ctx has ended.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// waitsFor is what a start waits for, before the first look.
func waitsFor(server config.Server, port int) words.Reason {
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
