package view

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// View draws for a person: it knows what the terminal can show, the time and the home directory.
type View struct {
	Style
	Width int
	Now   func() time.Time
	Home  string
}

// since returns how long ago t was, never negative.
func (v View) since(t time.Time) time.Duration { return max(0, v.Now().Sub(t)) }

// age returns how long ago t was, in words.
func (v View) age(t time.Time) string { return words.Age(v.since(t)) }

// moment returns t in the reader's time zone.
func (v View) moment(t time.Time) string { return words.Moment(t.Local(), v.Now().Local()) }

// Path shortens a path below the home directory.
func (v View) Path(path string) string { return words.Path(v.Home, path) }

// Hang writes text after head, wrapped and indented to the column start.
func (v View) Hang(head, text string, start int) string {
	return hang(head, text, start, v.Width, Style{})
}

// warning is a line of a warning, below the line it belongs to.
func (v View) warning(text string) string {
	return hang("  "+v.Paint(Yellow, "! "), text, 4, v.Width, v.Style)
}

// table draws t for this terminal.
func (v View) table(t Table) string { return t.Render(v.Style, v.Width) }

// Pairs draws commands, or other words, with what they mean.
func (v View) Pairs(list [][2]string) string {
	t := Table{Indent: "  ", NoHead: true, Columns: []Column{{}, {}}}
	for _, line := range list {
		t.Rows = append(t.Rows, Row{Cells: []string{v.Paint(Cyan, line[0]), ""}, Note: line[1]})
	}
	return v.table(t)
}

// quoted is a line of output, behind a bar.
func (v View) quoted(line string, indent int) string {
	text := Clip(v.bar()+" "+Plain(line), v.Width-indent, v.Style)
	return strings.Repeat(" ", indent) + v.Paint(Dim, text) + "\n"
}

// ExitText describes how a run ended, without a subject. Its error is text of others.
func ExitText(e *app.Exit) string {
	if e == nil {
		return ""
	}
	return Plain(e.String())
}

// actorText names who did something. A client's name is text of others.
func actorText(a *app.Actor) string {
	if a == nil {
		return ""
	}
	return Plain(a.String())
}

// Blocks draws values with an empty line between them.
func Blocks[T any](all []T, draw func(T) string) (text string) {
	for i, one := range all {
		if i > 0 {
			text += "\n"
		}
		text += draw(one)
	}
	return text
}
