package cli

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/term"
)

// view draws for a person: it knows what the terminal can show, the time and the home directory.
type view struct {
	term.Style
	width int
	now   func() time.Time
	home  string
}

// since returns how long ago t was, never negative.
func (v view) since(t time.Time) time.Duration { return max(0, v.now().Sub(t)) }

// age returns how long ago t was, in words.
func (v view) age(t time.Time) string { return words.Age(v.since(t)) }

// moment returns t in the reader's time zone.
func (v view) moment(t time.Time) string { return words.Moment(t.Local(), v.now().Local()) }

// path shortens a path below the home directory.
func (v view) path(path string) string { return words.Path(v.home, path) }

// hang writes text after head, wrapped and indented to the column start.
func (v view) hang(head, text string, start int) string {
	return term.Hang(head, text, start, v.width, term.Style{})
}

// warning is a line of a warning, below the line it belongs to.
func (v view) warning(text string) string {
	return term.Hang("  "+v.Paint(term.Yellow, "! "), text, 4, v.width, v.Style)
}

// table draws t for this terminal.
func (v view) table(t term.Table) string { return t.Render(v.Style, v.width) }

// pairs draws commands, or other words, with what they mean.
func (v view) pairs(list [][2]string) string {
	t := term.Table{Indent: "  ", NoHead: true, Columns: []term.Column{{}, {}}}
	for _, line := range list {
		t.Rows = append(t.Rows, term.Row{Cells: []string{v.Paint(term.Cyan, line[0]), ""}, Note: line[1]})
	}
	return v.table(t)
}

// quoted is a line of output, behind a bar.
func (v view) quoted(line string, indent int) string {
	text := term.Clip(v.Bar()+" "+term.Plain(line), v.width-indent, v.Style)
	return strings.Repeat(" ", indent) + v.Paint(term.Dim, text) + "\n"
}

// exitText says how a run ended, without a subject. Its error is text of others.
func exitText(e *app.Exit) string {
	if e == nil {
		return ""
	}
	return term.Plain(e.String())
}

// actorText names who did something. A client's name is text of others.
func actorText(a *app.Actor) string {
	if a == nil {
		return ""
	}
	return term.Plain(a.String())
}
