package view

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"devservers/app/base/words"
)

// Progress shows what several things are waiting for: on a terminal one line each, redrawn in place, with what is
// settled printed above them. Elsewhere it prints only what is settled.
type Progress struct {
	Live bool // it draws on a terminal

	style Style
	width int
	err   io.Writer // for the live lines
	out   io.Writer // for what is settled
	now   func() time.Time

	mu    sync.Mutex
	items []item
	drawn int // live lines on the screen
	frame int
	stop  chan struct{}
	ended chan struct{}
}

type item struct {
	name, text string
	since      time.Time
}

// frameTime is how long one frame of a spinner is shown.
const frameTime = 80 * time.Millisecond

// Progress shows names until End is called. If quiet, it shows nothing.
func (c Console) Progress(names []string, quiet bool) *Progress {
	g := &Progress{
		Live: c.Terminal(c.Err) && !quiet, style: c.Style(c.Err), width: c.Width(c.Err),
		err: c.Err, out: c.Out, now: time.Now, stop: make(chan struct{}), ended: make(chan struct{}),
	}
	if quiet {
		g.out = io.Discard
	}
	for _, name := range names {
		g.items = append(g.items, item{name, "", g.now()})
	}
	go g.run()
	return g
}

func (g *Progress) run() {
	defer close(g.ended)
	tick := time.NewTicker(frameTime)
	defer tick.Stop()
	for {
		select {
		case <-g.stop:
			return
		case <-tick.C:
			g.locked(func() { g.frame++ })
		}
	}
}

// locked changes something and redraws the live lines.
func (g *Progress) locked(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.Live {
		g.erase()
	}
	change()
	if g.Live {
		g.draw()
	}
}

// Say changes what name is waiting for.
func (g *Progress) Say(name, text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.items {
		if g.items[i].name == name {
			g.items[i].text = text
		}
	}
}

// Settle removes name from the live lines and prints block above them.
func (g *Progress) Settle(name, block string) {
	g.locked(func() {
		for i := range g.items {
			if g.items[i].name == name {
				g.items = append(g.items[:i:i], g.items[i+1:]...)
				break
			}
		}
		_, _ = io.WriteString(g.out, block)
	})
}

// End removes the live lines.
func (g *Progress) End() {
	close(g.stop)
	<-g.ended
	g.locked(func() { g.items = nil })
}

// erase moves to the first live line and clears from there (ECMA-48 CUU, ED).
func (g *Progress) erase() {
	if g.drawn > 0 {
		fmt.Fprintf(g.err, "\x1b[%dA\x1b[J", g.drawn)
	}
	g.drawn = 0
}

// mostLive keeps the live lines from filling, and so scrolling, the screen.
const mostLive = 12

func (g *Progress) draw() {
	if len(g.items) == 0 {
		return
	}
	frames := g.style.spinner()
	sign := g.style.Paint(Yellow, frames[g.frame%len(frames)])
	var b strings.Builder
	wide := nameWidth(g.items)
	for i, it := range g.items {
		if i == mostLive {
			b.WriteString(g.style.Paint(Dim, fmt.Sprintf("    and %d more\n", len(g.items)-i)))
			break
		}
		b.WriteString(g.line(sign, it, wide) + "\n")
	}
	g.drawn = strings.Count(b.String(), "\n")
	_, _ = io.WriteString(g.err, b.String())
}

// line is sign, name, what it waits for, and for how long.
func (g *Progress) line(sign string, it item, wide int) string {
	name := it.name + strings.Repeat(" ", wide-Columns(it.name))
	waited := words.Duration(g.now().Sub(it.since).Truncate(100 * time.Millisecond))
	text := g.style.Paint(Dim, waited)
	if it.text != "" {
		text = it.text + "  " + text
	}
	return Clip(fmt.Sprintf("  %s %s  %s", sign, g.style.Paint(Bold, name), text), g.width-1, g.style)
}

func nameWidth(items []item) (wide int) {
	for _, it := range items {
		wide = max(wide, Columns(it.name))
	}
	return wide
}

// Spin shows one line while work runs.
func (c Console) Spin(text string, quiet bool, work func() error) error {
	g := c.Progress([]string{text}, quiet)
	defer g.End()
	return work()
}
