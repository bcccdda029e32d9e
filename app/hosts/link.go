package hosts

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Link keeps a pipe to one host, and opens another one when it breaks.
type Link struct {
	hosts  *Hosts
	way    Way
	ctx    context.Context // ends with the link
	end    context.CancelFunc
	kicked chan struct{} // to try at once
	http   *http.Transport

	mu    sync.Mutex
	d     Declared
	now   app.HostView  // without what is derived
	pipe  *Pipe         // nil: none
	beat  Beat          // the last one
	tried int           // failures in a row
	lost  bool          // it was reached once, and that it is away was told
	moved chan struct{} // closed when the host is reached, or a try has failed
}

func newLink(h *Hosts, d Declared, way Way) *Link {
	l := &Link{hosts: h, way: way, d: d, kicked: make(chan struct{}, 1), moved: make(chan struct{})}
	l.ctx, l.end = context.WithCancel(h.ctx)
	l.now = app.HostView{State: app.HostConnecting, Since: time.Now(), Projects: []app.ProjectView{}}
	l.http = &http.Transport{
		DialContext:         func(ctx context.Context, _, _ string) (net.Conn, error) { return l.dial(ctx) },
		MaxIdleConnsPerHost: 32, IdleConnTimeout: 50 * time.Second, DisableCompression: true,
	}
	return l
}

// Name returns the name of the host.
func (l *Link) Name() string { return l.declared().Name }

func (l *Link) declared() Declared {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.d
}

func (l *Link) declare(d Declared) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.d = d
}

// ForAgents reports whether agents of this machine may use the host.
func (l *Link) ForAgents() bool { return l.declared().Agents }

// View returns the host as it is known.
func (l *Link) View() app.HostView {
	v, instance := l.known()
	for _, other := range l.hosts.sorted() {
		if _, same := other.known(); other != l && same == instance && instance != "" {
			v.Remarks = append(slices.Clone(v.Remarks), "it is the same manager as "+other.Name())
		}
	}
	return v
}

// known returns the host without what only a comparison with others shows, and the manager that was last seen there.
func (l *Link) known() (v app.HostView, instance string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v = l.now
	v.Name, v.Address, v.ForAgents = l.d.Name, l.d.Address, l.d.Agents
	v.Origin = l.origin()
	v.Up, v.Servers = 0, 0
	for _, p := range v.Projects {
		v.Servers += len(p.Servers)
		for _, st := range p.Servers {
			if st.State.Up() {
				v.Up++
			}
		}
	}
	return v, l.beat.Instance
}

// run keeps a pipe until the link ends.
func (l *Link) run() {
	defer l.http.CloseIdleConnections()
	for l.ctx.Err() == nil {
		err := l.session()
		if l.ctx.Err() != nil {
			return
		}
		l.fail(err)
		l.pause()
	}
}

// session opens a pipe and returns why it has ended.
func (l *Link) session() error {
	d := l.declared()
	late := time.AfterFunc(helloUsual, l.late)
	p, err := Start(l.ctx, l.way, environ(l.hosts.o.Env, d.Env))
	late.Stop()
	if err != nil {
		return err
	}
	over := errors.New("the link has ended")
	defer func() { p.Close(over) }()
	b, took, err := p.Beat(l.ctx)
	if err != nil {
		return silent(err)
	}
	if b.Token != "" && b.Token == l.hosts.o.Token {
		return &Failure{Stage: StepSelf, Text: "it leads to this manager itself"}
	}
	l.join(p, b)
	first, stop := context.WithTimeout(l.ctx, AnswerLimit)
	_ = l.list(first) // follow tries again
	stop()
	l.reached(p, b, took)
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	var parts sync.WaitGroup
	parts.Go(func() { l.beats(ctx, p) })
	parts.Go(func() { l.follow(ctx, p) })
	select {
	case <-p.Done():
		err = p.Err()
	case <-l.ctx.Done():
	}
	l.lose()
	p.Close(over)
	cancel()
	parts.Wait()
	return err
}

// silent is the failure of a far end that doesn't answer.
func silent(err error) error {
	if errors.Is(err, ErrSilent) {
		return &Failure{Stage: StepAnswer, Text: err.Error()}
	}
	return err
}

// environ returns base with other values for some variables.
func environ(base []string, over map[string]string) []string {
	env := slices.Clone(base)
	for name, value := range over {
		env = append(env, name+"="+value) // the last one counts
	}
	return env
}

// join gives the pipe to requests.
func (l *Link) join(p *Pipe, b Beat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pipe, l.tried = p, 0
	l.now.Remarks = remarks(l.beat, b)
	l.beat = b
}

// reached notes that the host answers.
func (l *Link) reached(p *Pipe, b Beat, took time.Duration) {
	l.mu.Lock()
	l.now.State, l.now.Since, l.now.Step, l.now.Reason, l.now.Fix = app.HostReachable, time.Now(), "", "", ""
	l.now.System = words.Clean(p.OS+"/"+p.Arch, 40)
	l.noteBeat(b, took)
	back := l.lost
	l.lost = false
	l.move()
	l.mu.Unlock()
	if back {
		l.hosts.o.Told(Tiding{Host: l.Name()})
	}
	l.hosts.o.Changed()
}

// lose takes the pipe away from requests: it has ended.
func (l *Link) lose() {
	l.mu.Lock()
	l.pipe = nil
	l.mu.Unlock()
	l.http.CloseIdleConnections()
}

// fail notes why the host can't be reached.
func (l *Link) fail(err error) {
	f := failureOf(silent(err))
	l.mu.Lock()
	l.tried++
	if l.now.State != app.HostUnreachable {
		l.now.State, l.now.Since = app.HostUnreachable, time.Now()
	}
	news := l.now.Reason != f.Text
	lost := l.tried == lostAfter && l.beat.Boot+l.beat.Instance != "" && !l.lost
	l.lost = l.lost || lost
	l.now.Step, l.now.Reason, l.now.Fix = string(f.Stage), f.Text, fix(l.d, f.Stage)
	l.move()
	l.mu.Unlock()
	if news {
		l.hosts.o.Log.Info("host unreachable", "host", l.Name(), "step", f.Stage, "reason", f.Text)
	}
	if lost {
		l.hosts.o.Told(Tiding{Host: l.Name(), Lost: true, Text: f.Text})
	}
	l.hosts.o.Changed()
}

// helloUsual is how long the first try to reach a host may take until the host is shown as unreachable: as long as it
// takes to find a cut link. The try continues up to HelloLimit.
const helloUsual = beatEvery + AnswerLimit

// late notes that a host that was never reached hasn't answered yet.
func (l *Link) late() {
	l.mu.Lock()
	defer l.hosts.o.Changed()
	defer l.mu.Unlock()
	if l.now.State == app.HostConnecting {
		l.now.State, l.now.Since = app.HostUnreachable, time.Now()
		l.now.Reason = "no answer for " + words.Duration(helloUsual) + "; still trying"
		l.now.Step, l.now.Fix = string(StepConnect), fix(l.d, StepConnect)
		l.move()
	}
}

// lostAfter is after how many failures in a row a host that was reached is lost. The first is only a cut pipe.
const lostAfter = 2

func failureOf(err error) *Failure {
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f
	case err == nil:
		return &Failure{Stage: StepConnect, Text: "the connection has ended"}
	}
	return &Failure{Stage: StepConnect, Text: words.Clean(err.Error(), 200)}
}

// move wakes who waits for a change. The caller holds the lock.
func (l *Link) move() {
	close(l.moved)
	l.moved = make(chan struct{})
}
