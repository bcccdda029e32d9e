package mcp

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/mcp/output"
)

var getServerLogs = taking(tool{
	name: "get_server_logs", title: "Read output",
	about: "Output of a server or task: plain, repeats folded (x37), bounded; says what it left out. since=last: only what is new since your last call.",
	reads: true,
}, (*call).logs)

func (c *call) logs(a reading) (any, error) {
	st, err := c.find(a.Server)
	if err != nil {
		return nil, err
	}
	c.sup.Activity.Touch(st.Ref())
	got, err := c.choose(st, a)
	if err != nil {
		return nil, err
	}
	lines := output.Fold(got.lines)
	if a.Grep == "" && a.Level == "" {
		lines = output.Frames(lines)
	}
	s := output.Fit(lines, a.Limit, got.forward)
	if got.forward && s.Left > 0 { // the next call continues behind the last line shown
		last := s.Lines[len(s.Lines)-1]
		got.cursor = app.Cursor(last.Run, last.Last)
	}
	if got.cursor != "" && a.Run == "" {
		c.callers.Reached(c.caller, st.Ref(), got.cursor)
	}
	return c.describe(st, a, got, s), nil
}

// choose reads the lines that since and the other arguments ask for.
func (c *call) choose(st app.Status, a reading) (found, error) {
	r := lineReader{call: c, st: st, a: a}
	switch {
	case a.Since == "last":
		return r.sinceLast()
	case a.Since == "edit":
		from, err := c.editTime(st)
		if err != nil {
			return found{}, err
		}
		return r.newest(from)
	case a.Since == "start":
		return r.onward(app.Cursor(st.Run, 0))
	case strings.Contains(a.Since, ":") && !strings.Contains(a.Since, "-"):
		return r.onward(a.Since)
	}
	from, err := app.ParseTime(time.Now(), a.Since)
	if err != nil {
		return found{}, &app.Error{Code: app.CodeInvalid, Detail: "since cannot be read: " + err.Error(), Hint: "since is last, edit, start, a cursor such as k3x9a:120, or how long ago: 90s, 5m, 2h"}
	}
	return r.newest(from)
}

func (r lineReader) sinceLast() (found, error) {
	if cursor := r.callers.Cursor(r.caller, r.st.Ref()); cursor != "" {
		return r.newSince(cursor)
	}
	got, err := r.newest(time.Time{})
	got.note = "this is your first look at it, so these are the newest lines"
	return got, err
}
