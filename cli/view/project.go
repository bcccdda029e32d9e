package view

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// Project draws one project: its name and directory, remarks, and the table of its servers and living tasks.
func (v View) Project(p app.ProjectView) string {
	text := Clip(v.Paint(Bold, p.ID)+"  "+v.Paint(Dim, v.Path(p.Path)), v.Width, v.Style) + "\n"
	if p.Problem != nil { // running servers keep running
		return text + v.Failure("  "+v.Cross()+" ", p.Problem) + v.servers(Up(p.Servers))
	}
	for _, warning := range p.Warnings {
		text += v.warning(Plain(warning))
	}
	switch p.Trust {
	case settings.NeverTrusted:
		text += v.warning("not trusted yet: devservers trust")
	case settings.Changed:
		text += v.warning("devservers.yml has changed since it was trusted: devservers trust")
	}
	if p.Environment == app.FromLogin && len(Up(p.Servers)) > 0 {
		text += v.Paint(Dim, "  no shell has started anything here: servers inherit the environment of a fresh login") + "\n"
	}
	if len(p.Servers) == 0 {
		text += v.Paint(Dim, "  no servers") + "\n"
	}
	return text + v.servers(append(append([]app.Status{}, p.Servers...), Up(p.Tasks)...))
}

// servers draws a table with a row for each server or task.
func (v View) servers(all []app.Status) string {
	return v.table(addressed(v.Width, func(address address) Table { return v.serverTable(all, address) }))
}

// address returns what to show as the address of a server.
type address func(app.Status) string

// lastRank is the rank of the last column that is worth more than a named URL in place of the shorter address.
const lastRank = 3

// addressed returns a table of servers with their named URLs, or with the shorter addresses if width has no room.
func addressed(width int, table func(address) Table) Table {
	if t := table(app.Status.Address); t.fits(width, lastRank) {
		return t
	}
	return table(func(st app.Status) string { return st.URL })
}

func (v View) serverTable(all []app.Status, address address) Table {
	t := Table{Indent: "  ", NoHead: len(all) == 0, Columns: []Column{
		{Title: "  NAME"}, {Title: "STATE"}, {Title: "URL"},
		{Title: "UP", Right: true, Rank: 1}, {Title: "CPU", Right: true, Rank: 3}, {Title: "MEM", Right: true, Rank: 2},
		{Title: "PID", Right: true, Rank: 5}, {Title: "RUN", Rank: 4},
	}}
	for _, st := range all {
		t.Rows = append(t.Rows, Row{Cells: member{v, st}.cells(address(st)), Note: member{v, st}.note()})
	}
	return t
}

func (m member) cells(address string) []string {
	name := m.Symbol(m.st) + " " + m.Paint(Bold, m.st.Name)
	if m.st.Kind.IsTask() {
		name += m.Paint(Dim, " (task)")
	}
	cells := []string{name, m.State(m.st), m.Link(address), "", "", "", "", ""}
	if !m.st.State.Up() || m.st.PID == 0 { // or it has no process yet: it waits for another server
		return cells
	}
	if m.st.StartedAt != nil {
		cells[3] = m.age(*m.st.StartedAt)
	}
	cells[4], cells[5] = words.Percent(m.st.CPU), words.Size(m.st.Memory)
	cells[6], cells[7] = fmt.Sprint(m.st.PID), m.Paint(Dim, m.st.Run)
	return cells
}

// note is the remark of a row: what always holds of a server that is well is left to its own page.
func (m member) note() string {
	if m.st.Standing {
		m.st.Reason = ""
	}
	return m.Remark(m.st)
}

// Remark is what there is to say about a server beyond its state.
func (v View) Remark(st app.Status) string {
	var parts []string
	add := func(when bool, text string) {
		if when {
			parts = append(parts, text)
		}
	}
	add(st.Errors > 0 && st.State.Up(), words.Count(st.Errors, "error"))
	add(st.Reason != "", Plain(st.Reason))
	add(st.Reason == "" && st.EndedByItself(), ExitText(st.Exit))
	if st.Broken != nil {
		add(true, Plain(st.Broken.String()))
	}
	add(st.WatchOff != "", Plain(st.WatchOff))
	if st.Retry != nil {
		parts = append(parts, v.retry(*st.Retry))
	}
	if st.EndedByItself() {
		parts = append(parts, words.Ago(v.since(*st.EndedAt)))
	}
	add(st.Pinned, "pinned")
	add(st.ConfigChanged, "changed since start: "+changedNames(st))
	if st.IdleStop != nil && st.State == app.Ready {
		parts = append(parts, "sleeps in "+words.Age(st.IdleStop.Sub(v.Now())))
	}
	return strings.Join(parts, ", ")
}

// retry counts down to the next start of a server that is restarted.
func (v View) retry(r app.Retry) string {
	left := max(0, r.At.Sub(v.Now()).Round(time.Second))
	return fmt.Sprintf("next start in %s, attempt %d of %d", words.Duration(left), r.Attempt, r.Of)
}

// changedNames lists what the next start of st gets otherwise, as far as it fits in a line.
func changedNames(st app.Status) string {
	names := st.ChangedSinceStart
	if len(names) == 0 {
		return "devservers.yml"
	}
	if len(names) > 5 {
		names = append(names[:4:4], fmt.Sprintf("%d more", len(names)-4))
	}
	return Plain(strings.Join(names, ", "))
}
