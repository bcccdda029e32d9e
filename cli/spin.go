package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress shows what several things at once wait for: on a terminal a line for each, redrawn in place; what is
// settled is printed above them for good. Elsewhere only what is settled is printed.
type progress struct {
	style style // of the live lines
	live  bool
	width int
	err   io.Writer // the live lines
	out   io.Writer // what is settled
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

// frameTime is how long one frame of a spinner stands.
const frameTime = 80 * time.Millisecond

// progress shows names until end is called.
func (p *program) progress(names []string) *progress {
	g := &progress{
		style: p.style(p.err), live: p.terminal(p.err) && !p.json, width: p.width(p.err),
		err: p.err, out: p.out, now: p.now, stop: make(chan struct{}), ended: make(chan struct{}),
	}
	if p.json {
		g.out = io.Discard
	}
	for _, name := range names {
		g.items = append(g.items, item{name, "", p.now()})
	}
	go g.run()
	return g
}

func (g *progress) run() {
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

// locked changes something and draws the live lines anew.
func (g *progress) locked(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.live {
		g.erase()
	}
	change()
	if g.live {
		g.draw()
	}
}

// say changes what name waits for.
func (g *progress) say(name, text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range g.items {
		if g.items[i].name == name {
			g.items[i].text = text
		}
	}
}

// settle takes name out of the live lines and prints block for good.
func (g *progress) settle(name, block string) {
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

// end takes the live lines away.
func (g *progress) end() {
	close(g.stop)
	<-g.ended
	g.locked(func() { g.items = nil })
}

// erase moves to the first live line and clears from there (ECMA-48 CUU, ED).
func (g *progress) erase() {
	if g.drawn > 0 {
		fmt.Fprintf(g.err, "\x1b[%dA\x1b[J", g.drawn)
	}
	g.drawn = 0
}

// mostLive keeps the live lines from filling, and so scrolling, the screen.
const mostLive = 12

func (g *progress) draw() {
	if len(g.items) == 0 {
		return
	}
	frames := g.style.spinner()
	sign := g.style.paint(yellow, frames[g.frame%len(frames)])
	var b strings.Builder
	wide := nameWidth(g.items)
	for i, it := range g.items {
		if i == mostLive {
			b.WriteString(g.style.paint(dim, fmt.Sprintf("    and %d more\n", len(g.items)-i)))
			break
		}
		b.WriteString(g.line(sign, it, wide) + "\n")
	}
	g.drawn = strings.Count(b.String(), "\n")
	_, _ = io.WriteString(g.err, b.String())
}

// line is sign, name, what it waits for, and for how long.
func (g *progress) line(sign string, it item, wide int) string {
	name := it.name + strings.Repeat(" ", wide-visible(it.name))
	waited := age(g.now().Sub(it.since).Truncate(100 * time.Millisecond))
	text := g.style.paint(dim, waited)
	if it.text != "" {
		text = it.text + "  " + text
	}
	return clip(fmt.Sprintf("  %s %s  %s", sign, g.style.paint(bold, name), text), g.width-1, g.style)
}

func nameWidth(items []item) (wide int) {
	for _, it := range items {
		wide = max(wide, visible(it.name))
	}
	return wide
}

// spin shows one line while work goes on.
func (p *program) spin(text string, work func() error) error {
	g := p.progress([]string{text})
	defer g.end()
	return work()
}
