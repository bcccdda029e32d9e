package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/views"
)

// logsAsked reads a request of the page of logs. What is wrong with the filter is the person's, and stands on the
// page; only a project that does not exist is an error.
func (s *Server) logsAsked(r *http.Request) (*logsAsked, error) {
	id := r.PathValue("id")
	if id != "" {
		p, err := s.sup.Project(id)
		if err != nil {
			return nil, err
		}
		id = p.ID
	}
	return s.logsOf(id, r.URL.Query()), nil
}

// logsOf reads what an address asks for, of one project or (with "") of all.
func (s *Server) logsOf(project string, values url.Values) *logsAsked {
	q := query{values: values}
	l := &logsAsked{s: s}
	l.query = logs.MergeQuery{
		Grep: q.text("q"), Regex: q.flag("regex"), Levels: values["level"],
		Since: q.moment("since"), Until: q.moment("until"), Servers: values["server"], SGR: true,
	}
	l.query.IgnoreCase = l.query.Grep == strings.ToLower(l.query.Grep) // as editors do: capitals are meant
	l.view.Ask = views.LogsAsk{
		Text: l.query.Grep, Regex: l.query.Regex, Levels: values["level"], Since: q.text("since"), Until: q.text("until"),
		Mark: q.text("mark"), At: q.text("at"), Before: q.text("before"), Servers: values["server"],
		Unfolded: oneOf(&q, "fold", "1", "0") == "0",
	}
	l.place(&q)
	l.look(project)
	for _, level := range l.query.Levels {
		if !slices.ContainsFunc(views.Levels, func(v views.LogLevel) bool { return v.Name == level }) {
			q.fail("level", "there are error, warn, info, debug and none")
		}
	}
	if q.err != nil {
		l.view.Problem = known(q.err).Detail
	}
	return l
}

// place reads from where on a part of the page is.
func (l *logsAsked) place(q *query) {
	for _, name := range []string{"before", "after"} {
		text := q.text(name)
		if text == "" {
			continue
		}
		at, err := app.ParseMergeCursor(text)
		if err != nil {
			q.fail(name, err.Error())
			continue
		}
		l.query.At, l.query.Forward = at, name == "after"
	}
}

// look fills in how lines are drawn.
func (l *logsAsked) look(project string) {
	v := &l.view
	v.Base = "/logs"
	if project != "" {
		l.query.Projects = []string{project}
		v.Base = views.ProjectPath(project) + "/logs"
	}
	mark := v.Ask.Mark
	if mark == "" {
		mark = v.Ask.Text
	}
	v.Look = views.LogsLook{
		Base: v.Base, Mark: mark, Fold: !v.Ask.Unfolded, Marks: l.marks(mark), Today: views.Day(time.Now()),
		Servers: map[string]views.LogServer{},
	}
	l.servers(project)
}

// marks is what to highlight: a text, or the expression that the filter is. A bad one marks nothing.
func (l *logsAsked) marks(mark string) *regexp.Regexp {
	if mark == "" {
		return nil
	}
	expr := mark
	if !l.query.Regex || mark != l.query.Grep {
		expr = regexp.QuoteMeta(mark)
	}
	if mark == strings.ToLower(mark) {
		expr = "(?i)" + expr
	}
	re, err := regexp.Compile(expr)
	if err != nil || re.MatchString("") {
		return nil
	}
	return re
}

// servers lists what can be shown. A server's colour is its place in its project.
func (l *logsAsked) servers(project string) {
	all := projectsOf(l.s.sup.Projects(), project)
	for _, p := range all {
		for i, st := range slices.Concat(p.Servers, p.Tasks) {
			one := views.LogServer{Ref: st.Ref(), Name: st.Name, Colour: i, Run: st.Run, Chosen: slices.Contains(l.query.Servers, st.Ref().String())}
			if len(all) > 1 {
				one.Name = st.Ref().String()
			}
			l.view.Look.Servers[st.Ref().String()] = one
			if st.Run != "" || one.Chosen {
				l.view.Servers = append(l.view.Servers, one)
			}
		}
	}
}
