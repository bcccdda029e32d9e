package view

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
)

// Lines draws lines: plain if they are of one server, behind colored names if of several.
type Lines struct {
	Style
	LineOptions
	out     *bufio.Writer
	prefix  map[app.Ref]string
	last    map[app.Ref]app.LogLine // the last line shown, for the remarks between lines
	several bool
	open    int64 // seq of an incomplete line on the screen; 0 = none
}

// LineOptions are what a person wants to see of lines.
type LineOptions struct {
	JSON       bool // one object per line
	Timestamps bool
	Context    bool // lines between matches are left out, which is marked
}

// Lines returns a view of the lines of chosen, which writes to out.
func (v View) Lines(out io.Writer, o LineOptions, chosen []app.Status) *Lines {
	l := &Lines{Style: v.Style, LineOptions: o, out: bufio.NewWriterSize(out, 64<<10), prefix: map[app.Ref]string{},
		last: map[app.Ref]app.LogLine{}, several: len(chosen) > 1}
	if l.several {
		l.prefix = prefixes(v.Style, chosen)
	}
	return l
}

// prefixes are the servers' names, padded to one width, each in its own color.
func prefixes(s Style, chosen []app.Status) map[app.Ref]string {
	names, prefix := LabelsOf(chosen), map[app.Ref]string{}
	for i, st := range chosen {
		prefix[st.Ref()] = s.Paint(accent(i), names.Padded(st.Ref())+" "+s.bar()) + " "
	}
	return prefix
}

// Show draws a line, or the remark that lines are gone.
func (l *Lines) Show(m client.Mark) {
	switch {
	case l.JSON:
		l.json(m)
	case m.Line != nil:
		l.between(m)
		l.line(m.Ref, *m.Line)
	case m.Gap != nil:
		l.remark(m.Ref, gapText(l.Style, *m.Gap))
	}
}

func (l *Lines) json(m client.Mark) {
	encoder := json.NewEncoder(l.out)
	encoder.SetEscapeHTML(false)
	switch {
	case m.Line != nil:
		line := *m.Line
		line.Server = m.Ref.String()
		_ = encoder.Encode(line)
	case m.Gap != nil:
		_ = encoder.Encode(map[string]any{"server": m.Ref.String(), "gap": m.Gap})
	}
}

// between shows a person where another run begins, and where lines between matches are left out.
func (l *Lines) between(m client.Mark) {
	last, ok := l.last[m.Ref]
	l.last[m.Ref] = *m.Line
	switch {
	case !ok:
	case last.Run != m.Line.Run && l.Color:
		l.remark(m.Ref, strings.Repeat(l.Pick("─", "-"), 3)+" run "+m.Line.Run)
	case l.Context && m.Line.Seq > last.Seq+1:
		l.remark(m.Ref, "--")
	}
}

func (l *Lines) remark(ref app.Ref, text string) {
	l.closeLine()
	fmt.Fprintln(l.out, l.prefix[ref]+l.Paint(Dim, text))
}

// gapText describes what can no longer be read. A gap without an end is a run that is gone.
func gapText(s Style, gap app.Gap) string {
	dots := s.Pick("···", "...")
	if gap.To == 0 {
		return dots + " an earlier run is no longer stored " + dots
	}
	return dots + " " + words.Count(int(gap.To-gap.From+1), "line") + " dropped " + dots
}

// timeLayout is the time of day to the millisecond, in the zone of the reader.
const timeLayout = "15:04:05.000"

// line writes a line. If there is one server, an incomplete line is left open and completed by its next piece; if there
// are several, each piece has its own line.
func (l *Lines) line(ref app.Ref, line app.LogLine) {
	if l.open == 0 || l.open != line.Seq {
		l.closeLine()
		l.out.WriteString(l.prefix[ref])
		if l.Timestamps {
			l.out.WriteString(l.Paint(Dim, line.Time.Local().Format(timeLayout)) + " ")
		}
	}
	l.out.WriteString(l.tinted(line))
	if l.open = 0; line.Partial && !l.several {
		l.open = line.Seq
		return
	}
	l.out.WriteByte('\n')
}

func (l *Lines) closeLine() {
	if l.open != 0 {
		l.open = 0
		l.out.WriteByte('\n')
	}
}

// Close ends the last line and flushes.
func (l *Lines) Close() error {
	l.closeLine()
	return l.out.Flush()
}

// tinted gives a line without colors the color of its level.
func (l *Lines) tinted(line app.LogLine) string {
	if !l.Color || strings.Contains(line.Text, "\x1b[") {
		return line.Text
	}
	switch line.Level {
	case "error":
		return l.Paint(Red, line.Text)
	case "warn":
		return l.Paint(Yellow, line.Text)
	case "debug":
		return l.Paint(Dim, line.Text)
	}
	return line.Text
}

// Drain shows marks as they come, and flushes when no other is waiting. A follower's failure ends all.
func (l *Lines) Drain(marks <-chan client.Mark, errs <-chan error, stop func()) (failed error) {
	for {
		select {
		case m, ok := <-marks:
			if !ok {
				return cmp.Or(failed, FirstOf(errs), l.Close())
			}
			l.Show(m)
			if len(marks) > 0 {
				continue
			}
			if l.out.Flush() != nil {
				stop()
			}
		case err := <-errs:
			if err != nil && failed == nil {
				failed = err
				stop()
			}
		}
	}
}

// FirstOf returns the first failure in errs, to which nobody writes any more.
func FirstOf(errs <-chan error) error {
	for len(errs) > 0 {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}
