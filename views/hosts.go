package views

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/base/words"
)

// host returns the host of a server, "" for this machine.
func (c ServerView) host() string {
	name, _, _ := app.CutHost(c.Project)
	return name
}

// drawer is the attribute with which a click opens the drawer. What is on a host has its page on that host's pages.
func (c ServerView) drawer() templ.Attributes {
	if c.host() != "" {
		return nil
	}
	return templ.Attributes{"data-drawer": c.Ref().String()}
}

func (g *GroupView) host() string {
	name, _, _ := app.CutHost(g.ID)
	return name
}

// on returns the groups of a host, or with "" those of this machine.
func (v *TableView) on(host string) []*GroupView {
	return words.Only(v.Groups, func(g *GroupView) bool { return g.host() == host })
}

// hostLook returns how a host is shown.
func hostLook(h app.HostView) mood {
	switch h.State {
	case app.HostReachable:
		return mood{word: "reachable", class: "good", shape: "ready"}
	case app.HostUnreachable:
		return mood{word: "unreachable", class: "bad", shape: "failed"}
	case app.HostConnecting:
	}
	return mood{word: "connecting", class: "busy", shape: "starting"}
}

// hostSum counts what runs on a host.
func hostSum(h app.HostView) string {
	return fmt.Sprintf("%d of %s up", h.Up, words.Count(h.Servers, "server"))
}

// hostText says how far a host is, or why it can't be reached.
func hostText(h app.HostView) string {
	if h.State != app.HostReachable {
		return h.Reason
	}
	parts := []string{fmt.Sprintf("%.1f ms away", h.Latency)}
	if h.Load > 0 {
		parts = append(parts, fmt.Sprintf("load %.2f", h.Load))
	}
	if clock := h.Clock(); clock != "" {
		parts = append(parts, clock)
	}
	return strings.Join(append(parts, "devservers "+h.Version), ", ")
}
