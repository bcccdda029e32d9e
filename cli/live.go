package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// liveOptions are what the screen needs of its command.
type liveOptions struct {
	Only string                // a project; "" = all
	Open func(url string) bool // opens a browser, if there is one
}

// watcher is the loop that owns the screen. What happens elsewhere arrives over its channels.
type watcher struct {
	liveOptions
	p          *Program
	c          *client.Client
	screen     screen
	over       bool // a person ended it
	explaining bool // a cause is asked for
	action     string
	asked      []app.Status      // the servers that action is about, if a person says yes
	statuses   chan []app.Status // nil: the manager is away
	keys       chan string
	results    chan string
	marks      chan client.Mark
	found      chan cause
	inputs     chan input
	unfollow   context.CancelFunc
	followed   app.Ref
}

// input is what a person typed for a server.
type input struct {
	to   app.Status
	text string
}

// watchLive shows the screen until a person ends it.
func watchLive(ctx context.Context, p *Program, s *Session, o liveOptions) error {
	restore, err := view.Raw(p.In)
	if err != nil {
		return err
	}
	defer restore()
	p.Print(enterScreen)
	defer p.Print(leaveScreen)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := &watcher{
		liveOptions: o, p: p, c: s.Client, unfollow: func() {},
		screen:   screen{view: p.view(), only: o.Only, current: s.Current, causes: map[app.Ref]cause{}},
		statuses: make(chan []app.Status), keys: make(chan string), results: make(chan string, 16),
		marks: make(chan client.Mark, 256), found: make(chan cause), inputs: make(chan input, 256),
	}
	go w.read(ctx, p.In)
	go w.stream(ctx)
	go w.sendInput(ctx)
	w.loop(ctx)
	return nil
}

// loop draws after each change, and each second for the times.
func (w *watcher) loop(ctx context.Context) {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for !w.over {
		w.draw()
		select {
		case <-ctx.Done():
			return
		case all := <-w.statuses:
			w.heard(all)
		case typed := <-w.keys:
			w.typed(ctx, typed)
		case w.screen.message = <-w.results:
		case m := <-w.marks:
			w.take(m)
		case c := <-w.found:
			w.explaining = false
			w.screen.causes[c.of.Ref()] = c
		case <-resized:
		case <-second.C:
		}
		w.follow(ctx)
		w.explain(ctx)
	}
}

// spareRows is how many rows below the list are worth showing output in without being asked.
const spareRows = 8

// heard takes over what the manager says; nil = it is away.
func (w *watcher) heard(all []app.Status) {
	first := w.screen.all == nil
	if all == nil {
		w.screen.away = true
		return
	}
	w.screen.update(all)
	w.screen.pane.shown = w.screen.pane.shown || first && w.screen.spare() >= spareRows
}

// draw writes the whole screen in one go, as one frame where the terminal knows frames.
func (w *watcher) draw() {
	columns, rows, err := view.Size(w.p.Out)
	if err != nil || columns < 1 || rows < 1 {
		columns, rows = 80, 24
	}
	w.screen.view.Width, w.screen.height = columns, rows
	w.p.Print(beginFrame + strings.Join(w.screen.draw(), endLine+"\r\n") + endFrame)
}

// change asks the manager for a change of a server. It doesn't wait for the end: the screen shows that.
func (w *watcher) change(ctx context.Context, action string, st app.Status) {
	w.screen.message = action + " " + st.Ref().String() + " ..."
	if st.Kind.IsTask() && action != "stop" {
		action = "run"
	}
	r := client.Request{Method: "POST", Path: client.RunPath(st, action), Wait: client.StopWait}
	if action != "stop" {
		r.Query, r.Body = url.Values{"wait": {"none"}}, map[string]any{"env": client.Environment()}
	}
	c := w.c
	go func() { w.report(ctx, c.Call(ctx, r, nil)) }()
}

// report shows why a request failed.
func (w *watcher) report(ctx context.Context, err error) {
	text := ""
	if err != nil {
		failure := client.AsError(err)
		text = strings.TrimSuffix(view.Plain(failure.Detail+"; "+failure.Hint), "; ")
	}
	select {
	case w.results <- text:
	case <-ctx.Done():
	}
}

func (w *watcher) open() {
	st, ok := w.screen.status()
	switch {
	case !ok:
	case st.URL == "":
		w.screen.message = st.Ref().String() + " has no address now"
	case w.Open(st.Address()):
		w.screen.message = "opened " + st.Address()
	default:
		w.screen.message = "open " + st.Address()
	}
}

// follow reads the output of the chosen server while it is shown.
func (w *watcher) follow(ctx context.Context) {
	want := w.screen.chosen
	if !w.screen.pane.shown {
		want = app.Ref{}
	}
	if want == w.followed {
		return
	}
	w.unfollow()
	w.followed, w.unfollow = want, func() {}
	w.screen.pane.clear()
	st, ok := w.screen.status()
	if want == (app.Ref{}) || !ok {
		return
	}
	following, stop := context.WithCancel(ctx)
	w.unfollow = stop
	query := url.Values{"format": {"json"}, "tail": {"1000"}, "squeeze": {"1"}}
	if w.screen.view.Color {
		query.Set("color", "1")
	}
	f := client.FollowLog(w.c, st, query, w.marks, func(error) {})
	go func() { _ = f.Run(following) }()
}

// take shows lines of the followed server, all that came since the last frame.
func (w *watcher) take(m client.Mark) {
	for more := true; more; {
		if m.Line != nil && m.Ref == w.followed {
			w.screen.pane.add(*m.Line)
		}
		if more = len(w.marks) > 0; more {
			m = <-w.marks
		}
	}
}

// stream receives the statuses of all servers, from one manager after the other.
func (w *watcher) stream(ctx context.Context) {
	for c := w.c; ctx.Err() == nil; {
		if body, err := c.Stream(ctx, "/api/status/stream", nil); err == nil {
			_ = client.Events(body, func(data []byte) {
				var all []app.Status
				if json.Unmarshal(data, &all) == nil && all != nil {
					w.send(ctx, all)
				}
			})
			_ = body.Close()
		}
		w.send(ctx, nil)
		if !app.Pause(ctx, 300*time.Millisecond) {
			return
		}
		if next, running, err := w.p.running(); err == nil && running {
			c = next
		}
	}
}

func (w *watcher) send(ctx context.Context, all []app.Status) {
	select {
	case w.statuses <- all:
	case <-ctx.Done():
	}
}
