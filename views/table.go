package views

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// TableView is the page of all projects, or of one: a table of servers.
type TableView struct {
	Groups  []*GroupView   // those of hosts begin with the name of theirs and a colon
	Hosts   []app.HostView // other places; none on the page of one project
	Asks    []Ask
	Alone   string // id of the only project that the page shows; "" = all
	Open    *ServerView
	Recent  *ActivityView // the last events of the only project; nil = not shown
	Manager app.ManagerView
	Now     time.Time
}

// base returns the page's address.
func (v *TableView) base() string {
	if v.Alone != "" {
		return ProjectPath(v.Alone)
	}
	return "/"
}

// Servers returns the rows of all groups.
func (v *TableView) Servers() (list []ServerView) {
	for _, g := range v.Groups {
		list = append(list, g.ServerRows...)
	}
	return list
}

// troubled returns the rows of servers in trouble.
func (v *TableView) troubled() (list []ServerView) {
	for _, g := range v.Groups {
		for i := range g.ServerRows {
			if troubled(&g.ServerRows[i].Status) {
				list = append(list, g.ServerRows[i])
			}
		}
	}
	return list
}

// faulty returns the groups whose devservers.yml can't be used.
func (v *TableView) faulty() []*GroupView {
	return slices.DeleteFunc(slices.Clone(v.Groups), func(g *GroupView) bool { return g.Problem == nil })
}

// count is how many servers are in a group of states. Pressed, only those are shown.
type count struct {
	in, word, shape, class string
	n                      int
}

// counts returns the groups of states that occur.
func (v *TableView) counts() []count {
	list := []count{
		{"up", "up", "ready", "good", 0}, {"failed", "failed", "failed", "bad", 0},
		{"failing", "failing", "failing", "bad", 0},
		{"broken", "broken", "failed", "bad", 0}, {"starting", "starting", "starting", "busy", 0},
		{"asks", "waits for you", "asks", "ask", len(v.Asks)}, {"off", "off", "stopped", "", 0},
		{"external", "external", "external", "", 0},
	}
	for _, c := range v.Servers() {
		for _, in := range c.in() {
			list[slices.IndexFunc(list, func(n count) bool { return n.in == in })].n++
		}
	}
	for _, g := range v.Groups {
		if g.Resting {
			list[slices.IndexFunc(list, func(n count) bool { return n.in == "off" })].n += len(g.Servers)
		}
	}
	if len(v.Asks) > 1 {
		list[slices.IndexFunc(list, func(n count) bool { return n.in == "asks" })].word = "wait for you"
	}
	return slices.DeleteFunc(list, func(n count) bool { return n.n == 0 })
}

// in returns the groups of states that a server is counted in.
func (c ServerView) in() []string {
	switch {
	case c.State == app.Failing:
		return []string{"failing"}
	case c.State == app.Failed && Troubled(c.Status):
		return []string{"failed"}
	case c.State == app.Ready || c.State == app.Running:
		if c.Broken != nil {
			return []string{"up", "broken"}
		}
		return []string{"up"}
	case c.State.Up():
		return []string{"starting"}
	case c.State == app.External:
		return []string{"external"}
	}
	return []string{"off"}
}

func (c ServerView) inText() string { return strings.Join(c.in(), " ") }

// sum describes the servers of a group by the same counts as the bar: "5 up, 2 in trouble". One that an edit broke is
// up and in trouble.
func (g *GroupView) sum() string {
	up, starting, bad := 0, 0, 0
	for _, c := range g.ServerRows {
		switch in := c.in(); in[0] {
		case "up":
			up++
		case "starting":
			starting++
		}
		if Troubled(c.Status) {
			bad++
		}
	}
	var parts []string
	if up > 0 {
		parts = append(parts, strconv.Itoa(up)+" up")
	}
	if starting > 0 {
		parts = append(parts, strconv.Itoa(starting)+" starting")
	}
	if bad > 0 {
		parts = append(parts, strconv.Itoa(bad)+" in trouble")
	}
	if rest := len(g.ServerRows) - up - starting - bad; len(parts) == 0 && rest > 0 {
		parts = append(parts, strconv.Itoa(rest)+" off")
	}
	return strings.Join(parts, ", ")
}

// restAfter is how long after its last use a project in which all is well takes one line only.
const restAfter = 12 * time.Hour

// bandRows is how many servers in trouble the band at the top names; screenRows is how many rows a screen of 900 px
// has.
const (
	bandRows   = 3
	screenRows = 32
)

// dense reports whether there are more rows than a screen has: they are then lower.
func (v *TableView) dense() bool { return len(v.Servers()) > screenRows }

// moreTrouble returns the names of projects and servers in trouble that the band leaves out.
func (v *TableView) moreTrouble() (names []string) {
	for _, g := range v.faulty() {
		names = append(names, g.ID)
	}
	for _, c := range v.troubled() {
		names = append(names, strings.TrimPrefix(c.Ref().String(), v.Alone+"/"))
	}
	return names[min(bandRows, len(names)):]
}

// folded reports whether a group takes one line: all is well, and it rests or begins beyond the first screen.
func (v *TableView) folded(g *GroupView) bool {
	if len(v.Groups) == 1 || !g.well() {
		return false
	}
	used := min(bandRows, len(v.troubled()))
	for _, other := range v.Groups {
		fold := other.well() && (other.rests(v.Now) || used > screenRows)
		if other == g {
			return fold
		}
		if used++; !fold {
			used += len(other.ServerRows)
		}
	}
	return g.rests(v.Now)
}

// well reports whether nothing is wrong in a group.
func (g *GroupView) well() bool {
	bad := func(c ServerView) bool { return Troubled(c.Status) || c.Errors > 0 }
	return g.Problem == nil && len(g.Warnings) == 0 && len(g.ServerRows) > 0 && !slices.ContainsFunc(g.ServerRows, bad)
}

// rests reports whether nothing of a group runs, or nobody used it for long.
func (g *GroupView) rests(now time.Time) bool {
	return !slices.ContainsFunc(g.ServerRows, func(c ServerView) bool { return c.State.Up() }) ||
		now.Sub(g.LastAccessed) > restAfter
}

func (g *GroupView) part(name string) string { return RowID(app.Ref{Project: g.ID}) + "-" + name }

// troubleLook returns how a server looks among the trouble: one that an edit broke may be ready.
func (c ServerView) troubleLook() mood {
	if m := c.look(); m.class == "bad" {
		return m
	}
	return mood{"bad", "failed", "error"}
}

// message is the one thing that a row shows about its server: the worst.
type message struct {
	text   string
	strong bool // it needs a look
}

// message returns what a row shows: why it failed, an error, what it waits for, what changed since its start, and the
// rest.
func (c ServerView) message() message {
	switch list := c.causes(); {
	case c.Failure != nil || c.State == app.Failed:
		return message{text: c.failed(list), strong: true}
	case c.newErrorText() != "":
		return message{text: c.newErrorText(), strong: true}
	case c.State == app.Failing:
		return message{text: c.Reason, strong: true}
	case c.State == app.Waiting, c.State == app.Starting, c.State == app.Stopping, c.State == app.External:
		return message{text: c.Reason}
	case c.Errors > 0 && len(c.ErrorList) > 0:
		return message{text: errorLine(c.ErrorList[0], c.Errors), strong: true}
	case len(list) > 0:
		return message{text: list[0].Problem, strong: true}
	}
	return message{text: c.remark()}
}

// failed returns why a server failed: the first cause, or else what is known of its end.
func (c ServerView) failed(list []app.Finding) string {
	switch {
	case len(list) > 0:
		return list[0].Problem
	case c.Failure != nil:
		return c.Failure.Line()
	}
	return c.Reason
}

// remark returns what is worth to know of a server that works, or "".
func (c ServerView) remark() string {
	var parts []string
	if c.ConfigChanged {
		parts = append(parts, c.changed())
	}
	if c.WatchOff != "" {
		parts = append(parts, c.WatchOff)
	}
	if c.Pinned {
		parts = append(parts, "pinned")
	}
	if c.Reason != "" && c.Reason != unchecked {
		parts = append(parts, c.Reason)
	}
	if v := c.Verdict; len(parts) == 0 && v != nil && c.Edit != nil && v.State != app.VerdictNone {
		parts = append(parts, c.verdictWord()+verdictRest(*v, *c.Edit))
	}
	return strings.Join(parts, " · ")
}

// unchecked is the note that every ready server without a port would have.
var unchecked = words.Reason{Kind: words.Unchecked}.String()

// hot is from how much CPU, in percent of a core, a row marks it.
const hot = 50

// drawn is the least CPU for which a line is worth drawing.
const drawn = 2

// busyLine returns the line of a row's CPU, or nothing if it is idle.
func (c ServerView) busyLine() spark {
	most := 0.0
	for _, s := range c.Past {
		most = max(most, s.CPU)
	}
	if most < drawn {
		return spark{}
	}
	return rowSpark(c.Past)
}

// marked returns how many errors a row counts beside its message; 0 for one whose state already shows trouble.
func (c ServerView) marked() int {
	if m := c.look(); m.class == "bad" || !c.message().strong {
		return 0
	}
	return c.Errors
}
