package mcp

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/logs"
)

var getServerLogs = tool{
	name: "get_server_logs", title: "Read output",
	about: "What a server or task printed: plain, repeats folded (x37), bounded; says what it left out. since=last: only what is new since your last call.",
	args: []arg{
		argServer, argProject,
		{name: "since", kind: kindString, about: "last, edit, start, a cursor, or how long ago (5m)"},
		{name: "run", kind: kindString, about: "an earlier run"},
		{name: "tail", kind: kindInteger, least: 1, most: linesRead, about: "newest n lines"},
		{name: "level", kind: kindString, oneOf: []string{"error", "warn", "info", "debug"}, about: "at least"},
		{name: "grep", kind: kindString, about: "regular expression"},
		{name: "context", kind: kindInteger, most: 10, about: "lines around each match"},
		{name: "limit", kind: kindInteger, least: 100, most: mostTokens, about: "tokens, default 2000"},
	},
	reads: true, do: (*call).logs,
}

// read is what was found for one answer.
type read struct {
	lines   []app.MergedLine
	cursor  string
	forward bool   // the oldest lines are wanted first
	more    bool   // there is more than was looked at
	note    string // on what was asked for
}

func (c *call) logs() (any, error) {
	st, err := c.find(c.args.text("server"))
	if err != nil {
		return nil, err
	}
	c.sup.Touch(st.Ref())
	got, err := c.read(st)
	if err != nil {
		return nil, err
	}
	if got.cursor != "" && c.args.text("run") == "" {
		c.callers.reached(c.caller, st.Ref(), got.cursor)
	}
	return c.describe(st, got), nil
}

// read looks up what since and its companions ask for.
func (c *call) read(st app.Status) (read, error) {
	since := c.args.text("since")
	if since == "last" {
		if since = c.callers.cursor(c.caller, st.Ref()); since == "" {
			got, err := c.newest(st, time.Time{})
			got.note = "this is your first look at it, so these are the newest lines"
			return got, err
		}
		return c.newSince(st, since)
	}
	switch {
	case since == "edit":
		from, err := c.editTime(st)
		if err != nil {
			return read{}, err
		}
		return c.newest(st, from)
	case since == "start":
		return c.onward(st, app.Cursor(st.Run, 0))
	case strings.Contains(since, ":") && !strings.Contains(since, "-"):
		return c.onward(st, since)
	}
	from, err := app.ParseTime(time.Now(), since)
	if err != nil {
		return read{}, &app.Error{Code: app.CodeInvalid, Detail: "since cannot be read: " + err.Error(), Hint: "since is last, edit, start, a cursor such as k3x9a:120, or how long ago: 90s, 5m, 2h"}
	}
	return c.newest(st, from)
}

// newest are the newest lines: of one run, or of all since a moment.
func (c *call) newest(st app.Status, from time.Time) (read, error) {
	if st.Run == "" {
		return read{}, nil
	}
	q := logs.Query{
		Ref: st.Ref(), Run: c.args.text("run"), Grep: c.args.text("grep"), Regex: true, IgnoreCase: true, Levels: logs.AtLeast(c.args.text("level")),
		Context: c.args.number("context", 0), Since: from, Limit: c.args.number("tail", linesRead),
	}
	if !from.IsZero() && q.Context == 0 && q.Run == "" {
		return c.merged(st, logs.Query{Since: from, Limit: q.Limit})
	}
	page, err := c.reader.Read(c.ctx, q)
	got := read{cursor: page.Cursor, more: page.Left != ""}
	for _, g := range page.Gaps {
		got.lines = append(got.lines, app.MergedLine{Gap: &g, LogLine: app.LogLine{Run: page.Run}})
	}
	for _, l := range page.Lines {
		l.Match = l.Match || q.Context == 0
		got.lines = append(got.lines, app.MergedLine{LogLine: l})
	}
	return got, err
}

// onward reads from a cursor on, the oldest lines first, over restarts.
func (c *call) onward(st app.Status, cursor string) (read, error) {
	at, err := placeOf(st, cursor)
	if err != nil || st.Run == "" {
		return read{}, err
	}
	got, err := c.merged(st, logs.Query{At: at, Direction: logs.Forward, Limit: c.args.number("tail", linesRead)})
	got.forward = true
	return got, err
}

// newSince are the newest of the lines behind a cursor.
func (c *call) newSince(st app.Status, cursor string) (read, error) {
	at, err := placeOf(st, cursor)
	if err != nil {
		return read{}, err
	}
	got, err := c.merged(st, logs.Query{Limit: c.args.number("tail", linesRead)})
	seen := at[st.Ref()]
	for i, l := range got.lines {
		if l.Run > seen.Run || l.Run == seen.Run && l.Seq > seen.Seq {
			got.lines, got.more = got.lines[i:], got.more && i == 0
			return got, err
		}
	}
	got.lines, got.more = nil, false
	return got, err
}

func placeOf(st app.Status, cursor string) (app.MergeCursor, error) {
	run, seq, err := app.ParseCursor(cursor)
	return app.MergeCursor{st.Ref(): {Run: run, Seq: seq}}, err
}

func (c *call) merged(st app.Status, q logs.Query) (read, error) {
	q.Servers = []string{st.Ref().String()}
	q.Grep, q.Regex, q.IgnoreCase, q.Levels = c.args.text("grep"), true, true, logs.AtLeast(c.args.text("level"))
	page, err := c.reader.ReadMerged(c.ctx, q)
	got := read{lines: page.Lines, more: page.More}
	for i := range got.lines {
		got.lines[i].Match = true
	}
	if at, ok := page.After[st.Ref()]; ok && at.Run != "" {
		got.cursor = app.Cursor(at.Run, at.Seq)
	}
	return got, err
}

// describe is the answer: a head with the facts, what was left out, and the lines.
func (c *call) describe(st app.Status, got read) text {
	folded := fold(got.lines)
	s := fit(folded, c.args.number("limit", usualTokens), got.forward)
	if got.forward && s.left > 0 { // reading on begins behind the last line that was shown
		last := s.lines[len(s.lines)-1]
		got.cursor = app.Cursor(last.Run, last.Last)
		c.callers.reached(c.caller, st.Ref(), got.cursor)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s is %s, run %s, cursor %s\n", st.Ref(), st.State, st.Run, got.cursor)
	if st.Reason != "" && st.State != app.Ready {
		fmt.Fprintf(&b, "reason: %s\n", tidy(st.Reason, 300))
	}
	if st.ViewerURL != "" {
		fmt.Fprintf(&b, "viewer_url: %s\n", c.visit.viewer(st.ViewerURL))
	}
	if got.note != "" {
		fmt.Fprintf(&b, "note: %s\n", got.note)
	}
	c.leftOut(&b, s, got)
	if len(s.lines) == 0 {
		b.WriteString(c.nothing(st) + "\n")
		return text(b.String())
	}
	s.write(&b, mark(), c.args.text("grep") != "")
	return text(b.String())
}

// leftOut says what is not shown, and how to get it.
func (c *call) leftOut(b *strings.Builder, s shown, got read) {
	switch {
	case got.forward && (s.left > 0 || got.more):
		fmt.Fprintf(b, "left out: newer lines; read on with since=%s\n", got.cursor)
	case s.left > 0 || got.more:
		count := fmt.Sprint(s.left)
		if got.more {
			count = "more than " + count
		}
		first := s.lines[0]
		fmt.Fprintf(b, "left out: %s older lines, before line %d; narrow with grep, level or since, raise limit, or read all from since=%s\n",
			count, first.Seq, app.Cursor(first.Run, 0))
	}
}

func (c *call) nothing(st app.Status) string {
	switch {
	case st.Run == "":
		return "it has not run yet; call start_server"
	case c.args.text("grep") != "" || c.args.text("level") != "":
		return "no line matches"
	case c.args.text("since") != "":
		return "nothing new"
	}
	return "it has printed nothing"
}

// mark is a text that no output can foresee.
func mark() string {
	b := make([]byte, 4)
	rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}

// lastLines are the last n lines of the current run, for answers that show a few.
func (c *call) lastLines(ref app.Ref, n int) []string {
	page, err := c.reader.Read(c.ctx, logs.Query{Ref: ref, Limit: 20 * n})
	if err != nil {
		return nil
	}
	return tailOf(page.Lines, n)
}

// tailOf are the last n of lines, folded.
func tailOf(lines []app.LogLine, n int) (out []string) {
	var all []app.MergedLine
	for _, l := range lines {
		if strings.TrimSpace(l.Text) != "" {
			all = append(all, app.MergedLine{LogLine: l})
		}
	}
	folded := fold(all)
	for _, l := range folded[max(0, len(folded)-n):] {
		line := cutLine(l.Text)
		if l.Times > 1 {
			line += fmt.Sprintf(" (x%d)", l.Times)
		}
		out = append(out, line)
	}
	return out
}
