package mcp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

var getServerLogs = taking(tool{
	name: "get_server_logs", title: "Read output",
	about: "Output of a server or task: repeats folded (x37); says what it left out. since=last: what is new since your " +
		"last call.",
	reads: true,
}, (*call).logs)

func (c *call) logs(a logArguments) (any, error) {
	list, whole, err := c.Finder.Every(a.Server)
	if err != nil {
		return nil, err
	}
	a.Grep = render.Pattern(a.Grep, c.note)
	r := lineReader{c, list[0], a}
	if whole != "" {
		return r.ofAll(whole, list)
	}
	return r.answer()
}

// answer returns the lines of one server.
func (r lineReader) answer() (any, error) {
	r.sup.Activity.Touch(r.st.Ref())
	got, err := r.choose()
	if err != nil {
		return nil, err
	}
	st := masked(r.call, r.st)
	s := render.Fit(r.folded(got.lines), r.a.Tokens, got.forward)
	if got.forward && s.Left > 0 { // the next call continues behind the last line shown
		last := s.Lines[len(s.Lines)-1]
		got.cursor = app.Cursor(last.Run, last.Last)
	}
	if got.cursor != "" && r.a.Run == "" {
		r.callers.Reached(r.caller, st.Ref(), got.cursor)
	}
	return got.describe(r.visit, st, r.a, s), nil
}

// folded returns lines as they are shown.
func (r lineReader) folded(lines []app.MergedLine) []app.FoldedLine {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Text = r.mask(lines[i].Text)
	}
	list := render.Fold(lines)
	if r.a.Grep == "" && r.a.Level == "" {
		list = render.Frames(list)
	}
	return list
}

// choose reads the lines that since and the other arguments ask for.
func (r lineReader) choose() (found, error) {
	st, a := r.st, r.a
	if a.Run != "" && st.Run != "" {
		if err := r.kept(a.Run); err != nil {
			return found{}, err
		}
	}
	switch {
	case a.Since == "last":
		return r.sinceLast()
	case a.Since == "start":
		return r.onward(app.Cursor(st.Run, 0))
	case strings.Contains(a.Since, ":") && !strings.Contains(a.Since, "-"):
		return r.onward(a.Since)
	}
	from, err := r.sinceTime([]app.Status{st})
	if err != nil {
		return found{}, err
	}
	return r.newest(from)
}

// sinceTime reads a since that is a time, or the last edit of the project of a server.
func (r lineReader) sinceTime(of []app.Status) (time.Time, error) {
	if r.a.Since == "edit" {
		return r.editTime(of)
	}
	from, err := app.ParseTime(time.Now(), r.a.Since)
	if err != nil {
		return from, unreadSince("last, edit, start, a cursor such as k3x9a:120", err)
	}
	return from, nil
}

// ofAll returns the newest lines of all servers and tasks of a project, in the order of their times.
func (r lineReader) ofAll(project string, list []app.Status) (any, error) {
	a := r.a
	q := logs.Query{Projects: []string{project}, Limit: a.Limit, Grep: a.Grep, Regex: true, IgnoreCase: true,
		Levels: logs.AtLeast(a.Level), Squeeze: true}
	if project == session.Everything {
		q.Projects = r.Projects()
	}
	if a.Since != "last" && a.Since != "start" {
		var err error
		if q.Since, err = r.sinceTime(list); err != nil {
			return nil, err
		}
	}
	page, err := r.reader.ReadMerged(r.ctx, q)
	if err != nil {
		return nil, err
	}
	lines := page.Lines
	if a.Since == "last" {
		read := func(ref app.Ref) string { return r.callers.Cursor(r.caller, ref) }
		lines = slices.DeleteFunc(lines, func(l app.MergedLine) bool { return hasRead(l, list, read) })
	}
	for _, st := range list {
		if at := page.After[st.Ref()]; at.Run != "" {
			r.callers.Reached(r.caller, st.Ref(), app.Cursor(at.Run, at.Seq))
		}
	}
	s := render.Fit(r.folded(lines), a.Tokens, false)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s\nviewer_url: %s/logs\n", project, words.Count(len(s.Lines), "line"),
		words.Count(len(list), "server or task"), r.pageOf(project))
	b.WriteString(s.LeftOut("", false, page.More))
	if len(s.Lines) == 0 {
		last := app.Status{LastRun: app.LastRun{Run: project}}
		b.WriteString(render.Nothing(last, a.Grep+a.Level != "", a.Since != "") + "\n")
	} else {
		render.WriteHits(&b, r.visit.Viewer, s.Lines, false)
	}
	return render.Text(b.String()), nil
}

// hasRead reports whether a line is at or before the cursor that read returns for its server.
func hasRead(l app.MergedLine, list []app.Status, read func(app.Ref) string) bool {
	for _, st := range list {
		if st.Ref().String() == l.Server {
			run, seq, err := app.ParseCursor(read(st.Ref()))
			return err == nil && (l.Run < run || l.Run == run && l.Seq <= seq)
		}
	}
	return false
}

// sharedPlace is for a client that sends no session.
const sharedPlace = "since=last is shared by all windows of your client, which sends no session; for your own place, " +
	"use since with the cursor above"

func (r lineReader) sinceLast() (found, error) {
	if cursor := r.callers.Cursor(r.caller, r.st.Ref()); cursor != "" {
		got, err := r.newSince(cursor)
		if r.caller.Shared() {
			got.note = sharedPlace
		}
		return got, err
	}
	got, err := r.newest(time.Time{})
	got.note = "this is your first look at it, so these are the newest lines"
	if r.caller.Shared() {
		got.note += "; " + sharedPlace
	}
	return got, err
}
