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

// logView draws lines: plain if they are of one server, behind colored names if of several.
type logView struct {
	term.Style
	p       *program
	out     *bufio.Writer
	o       logOptions
	prefix  map[app.Ref]string
	last    map[app.Ref]app.LogLine // the last line shown, for the remarks between lines
	several bool
	open    int64 // seq of an incomplete line on the screen; 0 = none
	squeeze bool  // show one of several blank lines: a tool that clears the screen prints dozens
	blank   map[app.Ref]bool
}

func newLogView(p *program, o logOptions, chosen []app.Status) *logView {
	v := &logView{p: p, Style: p.Style(p.Out), out: bufio.NewWriterSize(p.Out, 64<<10), o: o,
		prefix: map[app.Ref]string{}, last: map[app.Ref]app.LogLine{}, several: len(chosen) > 1,
		squeeze: p.Terminal(p.Out), blank: map[app.Ref]bool{}}
	if v.several {
		v.prefix = prefixes(v.Style, chosen)
	}
	return v
}

// prefixes are the servers' names, padded to one width, each in its own color.
func prefixes(s term.Style, chosen []app.Status) map[app.Ref]string {
	names, prefix := labelsOf(chosen), map[app.Ref]string{}
	for i, st := range chosen {
		prefix[st.Ref()] = s.Paint(term.Accent(i), names.padded(st.Ref())+" "+s.Bar()) + " "
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
		v.remark(m.Ref, gapText(v.Style, *m.Gap))
	}
}

// squeezed reports whether a line is another blank one.
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

// between shows a person where another run begins, and where lines between matches are left out.
func (v *logView) between(m client.Mark) {
	last, ok := v.last[m.Ref]
	v.last[m.Ref] = *m.Line
	switch {
	case !ok:
	case last.Run != m.Line.Run && v.Color:
		v.remark(m.Ref, strings.Repeat(v.Pick("─", "-"), 3)+" run "+m.Line.Run)
	case v.o.context > 0 && m.Line.Seq > last.Seq+1:
		v.remark(m.Ref, "--")
	}
}

func (v *logView) remark(ref app.Ref, text string) {
	v.closeLine()
	fmt.Fprintln(v.out, v.prefix[ref]+v.Paint(term.Dim, text))
}

// gapText says what can no longer be read. A gap without an end is a run that is gone.
func gapText(s term.Style, gap app.Gap) string {
	dots := s.Pick("···", "...")
	if gap.To == 0 {
		return dots + " an earlier run is gone " + dots
	}
	return dots + " " + words.Count(int(gap.To-gap.From+1), "line") + " dropped " + dots
}

// timeLayout is the time of day to the millisecond, in the zone of the reader.
const timeLayout = "15:04:05.000"

// line writes a line. If there is one server, an incomplete line is left open and completed by its next piece; if there
// are several, each piece has its own line.
func (v *logView) line(ref app.Ref, line app.LogLine) {
	if v.open == 0 || v.open != line.Seq {
		v.closeLine()
		v.out.WriteString(v.prefix[ref])
		if v.o.timestamps {
			v.out.WriteString(v.Paint(term.Dim, line.Time.Local().Format(timeLayout)) + " ")
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

// close ends the last line and flushes.
func (v *logView) close() error {
	v.closeLine()
	return v.out.Flush()
}

// tinted gives a line without colors the color of its level.
func (v *logView) tinted(line app.LogLine) string {
	if !v.Color || strings.Contains(line.Text, "\x1b[") {
		return line.Text
	}
	switch line.Level {
	case "error":
		return v.Paint(term.Red, line.Text)
	case "warn":
		return v.Paint(term.Yellow, line.Text)
	case "debug":
		return v.Paint(term.Dim, line.Text)
	}
	return line.Text
}
