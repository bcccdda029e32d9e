package lines

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/views"
)

// shows reports whether a level was chosen.
func (a Ask) shows(level string) bool { return slices.Contains(a.Levels, level) }

// serversWord states which servers are shown.
func (v View) serversWord() string {
	servers, tasks := 0, 0
	for _, name := range v.Ask.Servers {
		if v.Look.server(name).Task {
			tasks++
		} else {
			servers++
		}
	}
	switch {
	case servers+tasks == 0:
		return "all " + words.Count(v.All, "server")
	case servers+tasks == 1:
		return v.Look.server(v.Ask.Servers[0]).Name
	case servers == 0:
		return words.Count(tasks, "task")
	case tasks > 0:
		return words.Count(servers, "server") + ", " + words.Count(tasks, "task")
	case v.far():
		return words.Count(servers, "server")
	}
	return strconv.Itoa(servers) + " of " + words.Count(v.All, "server")
}

// levelsWord states which levels are shown.
func (v View) levelsWord() string {
	var list []string
	for _, l := range Levels {
		if v.Ask.shows(l.Name) {
			list = append(list, strings.ToLower(l.Word))
		}
	}
	switch len(list) {
	case 0:
		return "all levels"
	case 1, 2:
		return words.And(list)
	}
	return strconv.Itoa(len(list)) + " levels"
}

// timeWord states which time and runs are shown.
func (v View) timeWord() string {
	runs := "all runs"
	if v.Ask.Newest {
		runs = "newest runs"
	}
	switch a := v.Ask; {
	case a.Since != "" && a.Until != "":
		return shortTime(a.Since) + " to " + shortTime(a.Until)
	case a.Since != "":
		return "since " + shortTime(a.Since) + ", " + runs
	case a.Until != "":
		return "until " + shortTime(a.Until) + ", " + runs
	}
	return runs
}

// shortTime leaves out the date of a time as an address has it.
func shortTime(s string) string {
	if i := strings.IndexAny(s, "T "); i == len("2006-01-02") {
		return s[i+1:]
	}
	return s
}

func contextWord(n string) string {
	if n == "" {
		return "only matching lines"
	}
	return n + " lines around each match"
}

// paneName is the name of a pane for people who don't see it.
func (v View) paneName() string {
	if v.Ask.Beside != "" && len(v.Ask.Servers) == 1 {
		return "Lines of " + v.Ask.Servers[0]
	}
	return "Lines"
}

// panesPath returns the address with two panes, or with one if there are two: the first two servers that run.
func (v View) panesPath() string {
	return v.with(func(a *Ask) {
		if a.Beside != "" {
			a.Beside = ""
			return
		}
		var list []string
		for _, s := range v.Servers {
			if s.Run != "" {
				list = append(list, s.Ref.String())
			}
		}
		if len(a.Servers) == 0 {
			a.Servers = list[:min(1, len(list))]
		}
		for _, s := range list {
			if !slices.Contains(a.Servers, s) {
				a.Beside = s
				return
			}
		}
		a.Beside = list[len(list)-1]
	})
}

// OnlyLevel returns the address of the page with only one level, or with all.
func (v View) OnlyLevel(level string, all bool) string {
	return string(v.with(func(a *Ask) {
		if a.Levels = []string{level}; all {
			a.Levels = nil
		}
	}))
}

// strip returns the address of the strip of time.
func (v View) strip() string {
	if v.Problem != "" || v.far() {
		return "" // it counts the lines here
	}
	q := v.Ask
	q.At, q.Before, q.Mark, q.Line = "", "", "", ""
	return v.Base + "/strip?" + q.Query().Encode()
}

// lineQuery returns the query that the drawer's address has in addition to the line.
func (v View) lineQuery() string {
	q := v.Ask
	q.Line, q.At, q.Before = "", "", ""
	if text := q.Query().Encode(); text != "" {
		return text + "&"
	}
	return ""
}

// openLink returns the address of the page with a line in the drawer.
func (l Look) openLink(r row) string {
	if _, _, far := app.CutHost(r.Server); far {
		return l.lineLink(r.Server, r.Run, r.Seq)
	}
	return l.Base + "?" + url.Values{"line": {app.Cursor(r.Run, r.Seq)}}.Encode()
}

// PlaceOf returns the place of an error if its file exists.
func (l Look) PlaceOf(server string, r *digest.Range) (views.Place, bool) {
	if l.Find == nil || r.File == "" {
		return views.Place{}, false
	}
	return l.Find(server, r.File, r.Line, r.Column)
}

func leftWord(n int) string {
	return "… " + thousands(n) + " more " + map[bool]string{true: "character", false: "characters"}[n == 1]
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func levelWord(level string) string {
	return cmp.Or(level, "line")
}

// far reports whether servers of a host are shown.
func (v View) far() bool {
	return slices.ContainsFunc(v.Ask.Servers, func(name string) bool { return v.Look.server(name).Far })
}
