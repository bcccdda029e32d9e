package cli

import (
	"bufio"
	"fmt"
	"strings"

	"devservers/app"
)

// logView draws lines: plain when they are of one server, behind coloured names when of several.
type logView struct {
	p       *program
	s       style
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
	v := &logView{p: p, s: p.style(p.out), out: bufio.NewWriterSize(p.out, 64<<10), o: o,
		prefix: map[app.Ref]string{}, last: map[app.Ref]app.LogLine{}, several: len(chosen) > 1,
		squeeze: p.terminal(p.out), blank: map[app.Ref]bool{}}
	if v.several {
		v.prefix = prefixes(v.s, chosen)
	}
	return v
}

// prefixes are the servers' names, padded to one width, each in a colour of its own.
func prefixes(s style, chosen []app.Status) map[app.Ref]string {
	names := labels(chosen)
	room, prefix := nameRoom(names), map[app.Ref]string{}
	for i, st := range chosen {
		name := names[st.Ref()]
		prefix[st.Ref()] = s.paint(serverColour(i), name+strings.Repeat(" ", room-visible(name))+" "+s.bar()) + " "
	}
	return prefix
}

func (v *logView) show(m mark) {
	switch {
	case v.p.json:
		v.json(m)
	case m.line != nil && v.squeezed(m.ref, *m.line):
	case m.line != nil:
		v.between(m)
		v.line(m.ref, *m.line)
	case m.gap != nil:
		v.remark(m.ref, gapText(v.s, *m.gap))
	}
}

// squeezed tells whether a line is one more blank one.
func (v *logView) squeezed(ref app.Ref, line app.LogLine) bool {
	before := v.blank[ref]
	v.blank[ref] = strings.TrimSpace(line.Text) == "" && !line.Partial
	return v.squeeze && before && v.blank[ref]
}

func (v *logView) json(m mark) {
	_ = v.out.Flush()
	switch {
	case m.line != nil:
		line := *m.line
		line.Server = m.ref.String()
		_ = v.p.jsonLine(line)
	case m.gap != nil:
		_ = v.p.jsonLine(map[string]any{"server": m.ref.String(), "gap": m.gap})
	}
}

// between tells a person that another run begins, and where lines between matches are left out.
func (v *logView) between(m mark) {
	last, ok := v.last[m.ref]
	v.last[m.ref] = *m.line
	switch {
	case !ok:
	case last.Run != m.line.Run && v.s.colour:
		v.remark(m.ref, strings.Repeat(v.s.pick("─", "-"), 3)+" run "+m.line.Run)
	case v.o.context > 0 && m.line.Seq > last.Seq+1:
		v.remark(m.ref, "--")
	}
}

func (v *logView) remark(ref app.Ref, text string) {
	v.closeLine()
	fmt.Fprintln(v.out, v.prefix[ref]+v.s.paint(dim, text))
}

// gapText says what cannot be read any more. A gap without an end is a run that is gone.
func gapText(s style, gap app.Gap) string {
	dots := s.pick("···", "...")
	if gap.To == 0 {
		return dots + " an earlier run is gone " + dots
	}
	return dots + " " + count(int(gap.To-gap.From+1), "line") + " dropped " + dots
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
			v.out.WriteString(v.s.paint(dim, line.Time.Local().Format(timeLayout)) + " ")
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
	if !v.s.colour || strings.Contains(line.Text, "\x1b[") {
		return line.Text
	}
	switch line.Level {
	case "error":
		return v.s.paint(red, line.Text)
	case "warn":
		return v.s.paint(yellow, line.Text)
	case "debug":
		return v.s.paint(dim, line.Text)
	}
	return line.Text
}

func (v *logView) flush() error { return v.out.Flush() }
