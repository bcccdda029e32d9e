package view

import (
	"fmt"
	"math"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

type host struct {
	View
	app.HostView
}

// Host draws one host: whether it is reachable, and what to do if not.
func (v View) Host(h app.HostView) string {
	one := host{v, h}
	text := v.Hang(one.sign()+" ", v.Paint(Bold, h.Name)+"  "+one.state()+"  "+v.Paint(Dim, Plain(h.Address)), 2)
	for _, remark := range h.Remarks {
		text += v.warning(Plain(remark))
	}
	if h.Fix != "" {
		text += v.hint("  ", []string{h.Fix}, 2)
	}
	return text
}

func (h host) sign() string {
	switch h.HostView.State {
	case app.HostReachable:
		return h.Done()
	case app.HostUnreachable:
		return h.Cross()
	case app.HostConnecting:
	}
	return h.Paint(Yellow, "!")
}

// state returns in words whether a host is reachable, how far it is, and what runs there.
func (h host) state() string {
	switch h.HostView.State {
	case app.HostUnreachable:
		return h.Paint(Red, "unreachable since "+h.moment(h.Since)) + ": " + Plain(h.Reason)
	case app.HostConnecting:
		return h.Paint(Yellow, "connecting")
	case app.HostReachable:
	}
	text := fmt.Sprintf("reachable, %s, %d of %s up", Millis(h.Latency), h.Up, words.Count(h.Servers, "server"))
	if h.Load > 0 {
		text += fmt.Sprintf(", load %.2f", h.Load)
	}
	if clock := h.Clock(); clock != "" {
		text += ", " + clock
	}
	return text + ", devservers " + Plain(h.Version) + " on " + Plain(h.System)
}

// Millis returns milliseconds in words.
func Millis(ms float64) string {
	if ms < 10 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", math.Round(ms))
}

// Hosts draws all hosts.
func (v View) Hosts(list []app.HostView) (text string) {
	if len(list) == 0 {
		return "there are no hosts; devservers host add NAME ssh://USER@HOST adds one\n"
	}
	for _, h := range list {
		text += v.Host(h)
	}
	return text
}

// OnHosts draws hosts in status: each with its own line, and its projects below.
func (v View) OnHosts(list []app.HostView, whole bool) (text string) {
	for _, h := range list {
		text += v.Host(h)
		switch {
		case h.State != app.HostReachable && len(h.Projects) > 0:
			text += v.Paint(Dim, "  last seen "+words.Ago(v.Now().Sub(h.Since).Round(time.Second))+":") + "\n" +
				v.Briefly(h.Projects)
		case whole && len(h.Projects) > 0:
			text += Blocks(h.Projects, v.Project)
		case len(h.Projects) > 0:
			text += v.Briefly(h.Projects)
		}
		text += "\n"
	}
	return strings.TrimSuffix(text, "\n")
}

// On marks a text that comes from a host, where its names, addresses and steps are meant; "" is this machine.
func On(host, text string) string {
	if host == "" {
		return text
	}
	return "on " + host + ": " + text
}

// findingOn draws a finding of a host, whose fix is to be done there.
func (v View) findingOn(host string, f app.Finding, start int) string {
	if f.Fix != "" {
		f.Fix = On(host, f.Fix)
	}
	return v.Finding(f, start)
}
