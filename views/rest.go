package views

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// manyGroups is from how many projects on those at rest take a line without their servers.
const manyGroups = 20

// maxAsks is how much of what waits for the person a page of many projects shows.
const maxAsks = 10

// AtRest reports whether a project takes one line among many others: nothing of it runs, is pinned or went wrong.
func AtRest(p app.ProjectView, of int) bool {
	if of <= manyGroups || p.Problem != nil || len(p.Warnings) > 0 {
		return false
	}
	for st := range p.Each() {
		if st.State != app.Stopped && st.State != app.Sleeping || st.Pinned || st.Errors > 0 || st.Failure != nil ||
			troubled(st) {
			return false
		}
	}
	return true
}

// Rest returns how a project at rest looks, to compare.
func (g *GroupView) Rest() string { return g.Path + " " + g.restNames() + " " + g.restSum() }

// restNames returns the names of the servers of a project at rest, by which they are found.
func (g *GroupView) restNames() string {
	names := make([]string, len(g.Servers))
	for i := range g.Servers {
		names[i] = g.Servers[i].Name
	}
	return strings.Join(names, " ")
}

func (g *GroupView) restSum() string {
	if Unreviewed(g.ProjectView) {
		return strconv.Itoa(len(g.Servers)) + " off, not reviewed"
	}
	return strconv.Itoa(len(g.Servers)) + " off"
}

func (g *GroupView) place() string { return words.Path(g.Home, g.Path) }

// shownAsks returns what waits for the person as far as the page shows it, and how many more reviews there are: what an
// agent waits for is shown.
func (v *TableView) shownAsks() (shown []Ask, more int) {
	if len(v.Groups) <= manyGroups || len(v.Asks) <= maxAsks {
		return v.Asks, 0
	}
	of := func(agents bool) []Ask {
		return slices.DeleteFunc(slices.Clone(v.Asks), func(a Ask) bool { return (a.Client != "") != agents })
	}
	shown, quiet := of(true), of(false)
	n := min(max(0, maxAsks-len(shown)), len(quiet))
	return append(shown, quiet[:n]...), len(quiet) - n
}
