package cli

import (
	"bufio"
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// logView draws lines: plain when they are of one server, behind coloured names when of several.
type logView struct {
	p       *program
	s       term.Style
	out     *bufio.Writer
	o       logOptions
	prefix  map[app.Ref]string
	last    map[app.Ref]app.LogLine // the line shown last, for the marks between
	several bool
	open    int64 // seq of the line that is not whole yet on the screen; 0 = none
	squeeze bool  // of several blank lines in a row show one: a tool that clears the screen prints dozens
	blank   map[app.Ref]bool
}

func (p *program) newLogView(o logOptions, chosen []app.Status) *logView {
	v := &logView{p: p, s: p.Style(p.Out), out: bufio.NewWriterSize(p.Out, 64<<10), o: o,
		prefix: map[app.Ref]string{}, last: map[app.Ref]app.LogLine{}, several: len(chosen) > 1,
		squeeze: p.Terminal(p.Out), blank: map[app.Ref]bool{}}
	if v.several {
		v.prefix = prefixes(v.s, chosen)
	}
	return v
}

// prefixes are the servers' names, padded to one width, each in a colour of its own.
func prefixes(s term.Style, chosen []app.Status) map[app.Ref]string {
	names := labels(chosen)
	room, prefix := nameRoom(names), map[app.Ref]string{}
	for i, st := range chosen {
		name := names[st.Ref()]
		prefix[st.Ref()] = s.Paint(term.Accent(i), name+strings.Repeat(" ", room-term.Columns(name))+" "+s.Bar()) + " "
	}
	return prefix
}

func (v *logView) show(m client.Mark) {
	switch {
	case v.p.json:
		v.json(m)
	case m.Line != nil && v.squeezed(m.Ref, *m.Line):
	case m.Line != nil:
		v.between(m)
		v.line(m.Ref, *m.Line)
	case m.Gap != nil:
		v.remark(m.Ref, gapText(v.s, *m.Gap))
	}
}

// squeezed tells whether a line is one more blank one.
func (v *logView) squeezed(ref app.Ref, line app.LogLine) bool {
	before := v.blank[ref]
	v.blank[ref] = strings.TrimSpace(line.Text) == "" && !line.Partial
	return v.squeeze && before && v.blank[ref]
}

func (v *logView) json(m client.Mark) {
	_ = v.out.Flush()
	switch {
	case m.Line != nil:
		line := *m.Line
		line.Server = m.Ref.String()
		_ = v.p.jsonLine(line)
	case m.Gap != nil:
		_ = v.p.jsonLine(map[string]any{"server": m.Ref.String(), "gap": m.Gap})
	}
}

// between tells a person that another run begins, and where lines between matches are left out.
func (v *logView) between(m client.Mark) {
	last, ok := v.last[m.Ref]
	v.last[m.Ref] = *m.Line
	switch {
	case !ok:
	case last.Run != m.Line.Run && v.s.Color:
		v.remark(m.Ref, strings.Repeat(v.s.Pick("─", "-"), 3)+" run "+m.Line.Run)
	case v.o.context > 0 && m.Line.Seq > last.Seq+1:
		v.remark(m.Ref, "--")
	}
}

func (v *logView) remark(ref app.Ref, text string) {
	v.closeLine()
	fmt.Fprintln(v.out, v.prefix[ref]+v.s.Paint(term.Dim, text))
}

// gapText says what cannot be read any more. A gap without an end is a run that is gone.
func gapText(s term.Style, gap app.Gap) string {
	dots := s.Pick("···", "...")
	if gap.To == 0 {
		return dots + " an earlier run is gone " + dots
	}
	return dots + " " + words.Count(int(gap.To-gap.From+1), "line") + " dropped " + dots
}

// timeLayout is the time of day to the millisecond, in the zone of the reader.
const timeLayout = "15:04:05.000"

// line writes a line. Of one server's, a line that is not whole yet is left open and completed by what comes of it;
// of several each piece has a line of its own.
func (v *logView) line(ref app.Ref, line app.LogLine) {
	if v.open == 0 || v.open != line.Seq {
		v.closeLine()
		v.out.WriteString(v.prefix[ref])
		if v.o.timestamps {
			v.out.WriteString(v.s.Paint(term.Dim, line.Time.Local().Format(timeLayout)) + " ")
		}
	}
	v.out.WriteString(v.tinted(line))
	if v.open = 0; line.Partial && !v.several {
		v.open = line.Seq
		return
	}
	v.out.WriteByte('\n')
}

func (v *logView) closeLine() {
	if v.open != 0 {
		v.open = 0
		v.out.WriteByte('\n')
	}
}

// close ends the last line and writes what is left.
func (v *logView) close() error {
	v.closeLine()
	return v.out.Flush()
}

// tinted gives a line that brings no colours of its own that of its level.
func (v *logView) tinted(line app.LogLine) string {
	if !v.s.Color || strings.Contains(line.Text, "\x1b[") {
		return line.Text
	}
	switch line.Level {
	case "error":
		return v.s.Paint(term.Red, line.Text)
	case "warn":
		return v.s.Paint(term.Yellow, line.Text)
	case "debug":
		return v.s.Paint(term.Dim, line.Text)
	}
	return line.Text
}

func (v *logView) flush() error { return v.out.Flush() }
