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

// LiveOptions are what the screen needs of its command.
type LiveOptions struct {
	Only string                // a project; "" = all
	Open func(url string) bool // opens a browser, if there is one
}

// watcher is the loop that owns the screen. What happens elsewhere arrives over its channels.
type watcher struct {
	LiveOptions
	p        *Program
	c        *client.Client
	screen   screen
	statuses chan []app.Status // nil: the manager is away
	keys     chan string
	results  chan string
	marks    chan client.Mark
	unfollow context.CancelFunc
	followed app.Ref
}

// WatchLive shows the screen until a person ends it.
func WatchLive(ctx context.Context, p *Program, s *Session, o LiveOptions) error {
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
		LiveOptions: o, p: p, c: s.Client, screen: screen{view: p.View(), only: o.Only, current: s.Current},
		unfollow: func() {},
		statuses: make(chan []app.Status), keys: make(chan string), results: make(chan string, 16),
		marks: make(chan client.Mark, 256),
	}
	go w.read(ctx, p.In)
	go w.stream(ctx)
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
	for {
		w.draw()
		select {
		case <-ctx.Done():
			return
		case all := <-w.statuses:
			if all == nil {
				w.screen.away = true
			} else {
				w.screen.update(all)
			}
		case key := <-w.keys:
			if w.press(ctx, key) {
				return
			}
		case text := <-w.results:
			w.screen.message = text
		case m := <-w.marks:
			w.take(m)
		case <-resized:
		case <-second.C:
		}
		w.follow(ctx)
	}
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

// press does what a key means, and reports whether it was the last one.
func (w *watcher) press(ctx context.Context, key string) (over bool) {
	w.screen.message = ""
	switch key {
	case "q", "ctrl+c":
		return true
	case "esc":
		over, w.screen.logs = !w.screen.logs, false
		return over
	case "up", "k":
		w.screen.move(-1)
	case "down", "j":
		w.screen.move(1)
	case "l", "enter":
		w.screen.logs = !w.screen.logs
	case "a":
		if w.screen.only == "" {
			w.screen.only = w.screen.current
		} else {
			w.screen.only = ""
		}
	case "s":
		w.change(ctx, "start")
	case "x":
		w.change(ctx, "stop")
	case "r":
		w.change(ctx, "restart")
	case "o":
		w.open()
	}
	return false
}

// change asks the manager for a change of the chosen server. It doesn't wait for the end: the screen shows that.
func (w *watcher) change(ctx context.Context, action string) {
	st, ok := w.screen.status()
	if !ok {
		return
	}
	w.screen.message = action + " " + st.Ref().String() + " ..."
	r := client.Request{Method: "POST", Path: client.RunPath(st, action), Wait: client.StopWait}
	if action != "stop" {
		r.Query, r.Body = url.Values{"wait": {"none"}}, map[string]any{"env": client.Environment()}
	}
	c := w.c
	go func() {
		text := ""
		if err := c.Call(ctx, r, nil); err != nil {
			failure := client.AsError(err)
			text = strings.TrimSuffix(view.Plain(failure.Detail+"; "+failure.Hint), "; ")
		}
		select {
		case w.results <- text:
		case <-ctx.Done():
		}
	}()
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
	if !w.screen.logs {
		want = app.Ref{}
	}
	if want == w.followed {
		return
	}
	w.unfollow()
	w.followed, w.screen.lines, w.unfollow = want, nil, func() {}
	st, ok := w.screen.status()
	if want == (app.Ref{}) || !ok {
		return
	}
	following, stop := context.WithCancel(ctx)
	w.unfollow = stop
	query := url.Values{"format": {"json"}, "tail": {"100"}, "squeeze": {"1"}}
	if w.screen.view.Color {
		query.Set("color", "1")
	}
	f := client.FollowLog(w.c, st, query, w.marks, func() {})
	go func() { _ = f.Run(following) }()
}

// take shows a line of the followed server.
func (w *watcher) take(m client.Mark) {
	if m.Line != nil && m.Ref == w.followed && !m.Line.Partial {
		w.screen.add(m.Line.Text)
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
		if next, running, err := w.p.Running(); err == nil && running {
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
