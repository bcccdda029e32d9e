// Package lines draws the page of logs: lines of several servers merged by time, their filter, the strip of time, and
// one line in the drawer. It draws pure values, and depends only on the frame and addresses of other pages.
package lines

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/views"
)

// View is the page of several servers' lines, merged by time.
type View struct {
	Shell   views.ShellView
	Base    string // the page's path
	Ask     Ask
	Servers []LogServer // all that could be shown
	All     int         // how many servers there are, without tasks
	Look    Look
	Page    app.MergedPage
	Newer   bool      // the page is about a place in the past: there may be newer lines
	Problem string    // what is wrong with the filter
	Notice  string    // why the page shows other lines than the address names
	Beside  *View     // the second pane; nil = none
	Line    *LineView // in the drawer; nil = none
}

// Ask is the query in the address of the page, as the person wrote it.
type Ask struct {
	Text, Since, Until, Mark, At, Before string
	Servers, Levels                      []string // the ones that are shown; empty = all
	Regex, Case, Unfolded, Newest        bool
	Context                              int    // lines around each match
	Beside                               string // the server of the second pane
	Line                                 string // run:seq of the line in the drawer
}

// LogServer is a server whose lines can be shown.
type LogServer struct {
	Ref    app.Ref
	Name   string // as the page calls it
	Color  int
	Chosen bool
	Run    string // the newest one; "" = none
	Task   bool
	Far    bool // on a host
}

// Look is what a line needs to be drawn.
type Look struct {
	Base    string // the page's path, for links to a line
	Mark    string // of the address, and of these links
	Fold    bool
	Target  string         // run:seq of the line that the page is about
	Marks   *regexp.Regexp // what is highlighted; nil = nothing
	Servers map[string]LogServer
	Today   string              // date of now
	Context bool                // lines around the matches are also shown
	Edits   []views.ActivityRow // verdicts on edits, oldest first: each is drawn at its time
	ToNow   bool                // those after the last line are drawn, too
	Find    views.PlaceFinder   // finds places in source files; nil = there are none
}

// Query returns the query for an address.
func (a Ask) Query() url.Values {
	v := url.Values{}
	for name, text := range map[string]string{
		"q": a.Text, "since": a.Since, "until": a.Until, "mark": a.Mark, "at": a.At, "before": a.Before, "beside": a.Beside,
		"line":  a.Line,
		"regex": flag(a.Regex, "1"), "case": flag(a.Case, "1"), "fold": flag(a.Unfolded, "0"),
		"runs": flag(a.Newest, "newest"), "context": flag(a.Context > 0, strconv.Itoa(a.Context)),
	} {
		if text != "" {
			v.Set(name, text)
		}
	}
	for name, list := range map[string][]string{"server": a.Servers, "level": a.Levels} {
		for _, text := range list {
			v.Add(name, text)
		}
	}
	return v
}

func flag(set bool, text string) string {
	if set {
		return text
	}
	return ""
}

// Narrow reports whether a filter is set.
func (a Ask) Narrow() bool {
	return a.Text != "" || len(a.Levels) > 0 || a.Since != "" || a.Until != "" || len(a.Servers) > 0 ||
		a.Newest
}

// with returns the address of the page with another query.
func (v View) with(change func(*Ask)) string {
	a := v.Ask
	a.Servers, a.Levels, a.Line = slices.Clone(a.Servers), slices.Clone(a.Levels), ""
	change(&a)
	if q := a.Query().Encode(); q != "" {
		return string(v.Base + "?" + q)
	}
	return string(v.Base)
}

// part returns the address of more of the page, from a place on.
func (v View) part(name string, at app.MergeCursor) string {
	return v.partBase() + url.Values{name: {at.String()}}.Encode()
}

// partBase returns part's address without the place, for the script.
func (v View) partBase() string {
	q := v.Ask.Query()
	for _, name := range []string{"at", "before", "beside", "line"} {
		q.Del(name)
	}
	q.Set("mark", v.Look.Mark)
	return v.Base + "/part?" + q.Encode() + "&"
}

// older returns the address of the page before this one, for browsers without script.
func (v View) older() string {
	q := v.Ask
	q.At, q.Line, q.Before = "", "", v.Page.Before.String()
	return v.Base + "?" + q.Query().Encode()
}

// live returns the address of the newest lines.
func (v View) live() string {
	q := v.Ask
	q.At, q.Line, q.Before, q.Until = "", "", "", ""
	return v.Base + "?" + q.Query().Encode()
}

func (v View) text() string {
	q := v.Ask
	q.At, q.Line, q.Before, q.Mark, q.Beside = "", "", "", "", ""
	return v.Base + "/text?" + q.Query().Encode()
}

// Live reports whether the page follows new lines.
func (v View) Live() bool {
	return v.Ask.At == "" && v.Ask.Before == "" && v.Ask.Until == "" && v.Problem == ""
}

// lineLink returns the address of a line and those around it, with the same marks: those of a host on its own page.
func (l Look) lineLink(server, run string, seq int64) string {
	base := l.Base
	if host, _, far := app.CutHost(server); far {
		base = "/p/" + host + ":/logs"
	}
	return views.LineLink(base, run, seq, l.Mark)
}

func (l Look) server(name string) LogServer {
	if s, ok := l.Servers[name]; ok {
		return s
	}
	return LogServer{Name: name}
}

// dayBefore returns the date to draw before line i if it differs from that of the previous line, or "".
func (l Look) dayBefore(rows []row, i int) string {
	before := l.Today
	if i > 0 {
		before = Day(rows[i-1].Time)
	}
	if now := Day(rows[i].Time); rows[i].Gap == nil && (i == 0 || rows[i-1].Gap == nil) && now != before {
		return now
	}
	return ""
}

// Day returns a date in words.
func Day(t time.Time) string { return t.Local().Format("Monday, 2 January 2006") }

// lineClock and lineMillis are the parts of lineTime: the first is a link.
func lineClock(t time.Time) string { return t.Local().Format("15:04:05") }

func lineMillis(t time.Time) string { return t.Local().Format(".000") }

func lineTime(t time.Time) string { return t.Local().Format("15:04:05.000") }

func times(n int) string { return "×" + strconv.Itoa(n) }

func colorClass(n int) string { return "own own-" + strconv.Itoa(n%8) }

func missing(line app.FoldedLine, name string) string {
	n := strconv.FormatInt(line.Gap.To-line.Gap.From+1, 10)
	if line.Skipped {
		return n + " lines of " + name + " were printed too fast to show and are skipped here"
	}
	return n + " lines of " + name + " are no longer stored"
}

// Level is a level that can be filtered for: its name in the address, and in words.
type Level struct{ Name, Word, Long string }

// Levels lists all of them, the most severe first.
var Levels = []Level{
	{"error", "Errors", ""}, {"warn", "Warnings", ""}, {"info", "Info", ""}, {"debug", "Debug", ""},
	{app.NoLevel, "Other", "lines without a level"},
}

// nameWidth returns the class for the width of the servers' names: none if there is only one.
func (v View) nameWidth() string {
	if len(v.Ask.Servers) == 1 || len(v.Servers) == 1 {
		return "names-0"
	}
	longest := 0
	for _, s := range v.Servers {
		longest = max(longest, len(s.Name))
	}
	switch {
	case longest <= 6:
		return "names-6"
	case longest <= 10:
		return "names-10"
	case longest <= 16:
		return "names-16"
	}
	return "names-24"
}

// unlisted returns the servers of the filter that its menu does not have, so that the form keeps them.
func (v View) unlisted() []string {
	return slices.DeleteFunc(slices.Clone(v.Ask.Servers), func(name string) bool {
		return len(v.Servers) > 1 &&
			slices.ContainsFunc(v.Servers, func(s LogServer) bool { return s.Ref.String() == name })
	})
}

// only returns the one server whose lines are shown.
func (v View) only() string { return strings.Join(v.Ask.Servers, ",") }
