package health

import (
	"context"
	"errors"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// look checks once whether the run is ready. why describes what is missing.
func (p *Probe) look(ctx context.Context) (ready bool, why words.Reason) {
	switch p.t.Server.Ready.Kind() {
	case "http":
		return p.http(ctx)
	case "tcp":
		return p.tcp()
	case "log":
		return p.log()
	case "command":
		return p.command(ctx)
	}
	if p.port != 0 {
		return p.listens(p.port)
	}
	return p.lives(), words.Reason{Kind: words.MustStayAlive}
}

// lives is the check of a server that declares neither a port nor a check: it has lived for a moment, and longer if it
// has printed nothing, or if its tool will open a port.
func (p *Probe) lives() bool {
	rec := p.t.Run.Record()
	lived := time.Since(rec.Started)
	if lived < aliveTime || lived < silentTime && !p.hasPrinted() || !rec.Leader.Alive() {
		return false
	}
	return lived >= servesTime || !p.serves() || p.found() != ""
}

func (p *Probe) hasPrinted() bool {
	t, err := transcript.Open(p.t.Run.Dir)
	if err != nil {
		return false
	}
	defer t.Close()
	page, err := t.Tail(1)
	return err == nil && len(page.Lines) > 0
}

// listens is the default check: a process of our own tree listens on the port, where a browser on this machine finds
// it.
func (p *Probe) listens(port int) (bool, words.Reason) {
	why := words.Reason{Kind: words.PortClosed, Port: port}
	list, err := p.on(port)
	p.there = list
	if err == nil && Outside(p.t.Server.Ready, p.t.Run.Record().Argv, port) {
		return len(list) > 0 || Answers(port), why
	}
	if err != nil || len(list) == 0 {
		return false, why
	}
	own := p.own(list)
	switch {
	case slices.ContainsFunc(own, machine.Listener.Local):
		return true, words.Reason{}
	case len(own) > 0:
		return false, words.Reason{Kind: words.PortElsewhere, Port: port, About: own[0].Addr.String()}
	}
	return false, words.Reason{Kind: words.PortTaken, Port: port}
}

// own returns the listeners among these that are of the run. Sockets that were its own need no look at processes.
func (p *Probe) own(list []machine.Listener) []machine.Listener {
	if !slices.EqualFunc(list, p.listed, machine.Listener.Same) || len(p.owned) == 0 {
		p.listed, p.owned = list, machine.Among(list, p.t.Run.Record().Holder.PID)
	}
	return p.owned
}

// http expects status 2xx or 3xx. For a server with a port of its own, that server has to be the one that answers.
func (p *Probe) http(ctx context.Context) (bool, words.Reason) {
	url := p.t.Server.Ready.URL(p.port)
	if p.port != 0 && p.t.Server.Ready.HTTP[0] == '/' {
		if ok, why := p.listens(p.port); !ok {
			return false, why
		}
		url = p.address(p.there) + p.t.Server.Ready.HTTP
	}
	ctx, cancel := context.WithTimeout(ctx, p.patience())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false, words.Reason{Kind: words.BadAnswer, About: url, Detail: err.Error()}
	}
	answer, err := probeClient.Do(req)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			p.slow++
		}
		return false, words.Reason{Kind: words.NoAnswer, About: url}
	}
	defer answer.Body.Close()
	p.status = answer.StatusCode
	if answer.StatusCode < 200 || answer.StatusCode >= 400 {
		return false, words.Reason{Kind: words.BadAnswer, About: url, Detail: statusOf(answer.StatusCode)}
	}
	return true, words.Reason{}
}

// statusOf returns a status with its usual words: those in an answer are the server's own.
func statusOf(code int) string {
	return strings.TrimSpace(strconv.Itoa(code) + " " + http.StatusText(code))
}

// patience returns how long an HTTP probe waits for its answer: twice as long after each that came too late, since a
// page that is built when it is first asked for needs its time, but not beyond the time for a start.
func (p *Probe) patience() time.Duration {
	left := time.Until(p.t.Run.Record().Started.Add(p.t.Server.Ready.Timeout))
	return max(askTime, min(askTime<<min(p.slow, 2), left))
}

// probeClient follows no redirects, uses no proxy and keeps no connection. What it requests doesn't count as use.
var probeClient = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DialContext: machine.Dial, DisableKeepAlives: true},
}

// tcp connects to a port on this machine.
func (p *Probe) tcp() (bool, words.Reason) {
	port := p.t.Server.Ready.TCP.Number
	if p.t.Server.Ready.TCP.Auto || port == p.port {
		return p.listens(p.port)
	}
	return Answers(port), words.Reason{Kind: words.PortClosed, Port: port}
}

// log searches the lines that were printed since the last look for a match.
func (p *Probe) log() (bool, words.Reason) {
	why := WaitsFor(p.t.Server, p.port)
	t, err := transcript.Open(p.t.Run.Dir)
	if err != nil {
		return false, why
	}
	defer t.Close()
	for {
		page, err := t.After(p.seq, transcript.Limit{})
		if err != nil {
			return false, why
		}
		for _, l := range page.Lines {
			if p.t.Server.Ready.Log.MatchString(text.Plain(l.Text)) {
				return true, words.Reason{}
			}
			if !l.Partial {
				p.seq = l.Seq
			}
		}
		if !page.More {
			return false, why
		}
	}
}

// command runs a command of the trusted file; exit code 0 means ready.
func (p *Probe) command(ctx context.Context) (ready bool, why words.Reason) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	why = WaitsFor(p.t.Server, p.port)
	server := p.t.Server
	server.Command = *p.t.Server.Ready.Command
	argv, exe, env, fail := p.t.Argv(server)
	if fail != nil {
		why.Detail = fail.Detail
		return false, why
	}
	cmd := exec.CommandContext(ctx, exe, argv[1:]...)
	cmd.Args[0], cmd.Dir, cmd.Env, cmd.WaitDelay = argv[0], p.t.Run.Record().Dir, env, time.Second
	machine.ByUs(p.port, func() { ready = cmd.Run() == nil })
	return ready, why
}
