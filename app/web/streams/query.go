package streams

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/transcript/text"
	"devservers/app/web/wire"
	"devservers/views"
	"devservers/views/lines"
)

// read reads a request for lines of one project, or of all. An invalid filter is shown on the page.
func (p Pages) read(project string, values url.Values) *request {
	q := wire.NewParameters(values)
	l := &request{Pages: p}
	l.query = logs.Query{
		Regex: q.Flag("regex"), Levels: values["level"],
		Since: q.Moment("since"), Until: q.Moment("until"), SGR: true, Errors: true,
		Newest: wire.OneOf(q, "runs", "all", "newest") == "newest",
	}
	l.query.Context = q.Count("context")
	l.view.Ask = lines.Ask{
		Text: q.Text("q"), Regex: l.query.Regex, Case: q.Flag("case"), Levels: values["level"], Since: q.Text("since"),
		Until: q.Text("until"),
		Mark:  q.Text("mark"), At: q.Text("at"), Before: q.Text("before"), Servers: p.named(project, values["server"]),
		Unfolded: wire.OneOf(q, "fold", "1", "0") == "0", Newest: l.query.Newest, Context: l.query.Context,
		Beside: q.Text("beside"), Line: q.Text("line"),
	}
	l.query.Grep, l.query.Servers = l.view.Ask.Plain(), l.view.Ask.Servers
	l.terms(project, q)
	// as in editors: capitals make it exact
	l.query.IgnoreCase = !l.view.Ask.Case && l.query.Grep == strings.ToLower(l.query.Grep)
	l.place(q)
	l.look(project)
	l.far()
	for _, level := range l.query.Levels {
		if !slices.ContainsFunc(lines.Levels, func(v lines.Level) bool { return v.Name == level }) {
			q.Fail("level", "it is error, warn, info, debug or none")
		}
	}
	if q.Err() != nil {
		l.view.Problem = wire.Known(q.Err()).Detail
	}
	return l
}

// named returns servers as project/server. A page of one project also takes their short names, and a page of all takes
// one that only one project has.
func (p Pages) named(project string, list []string) []string {
	list = slices.Clone(list)
	for i, name := range list {
		if found := p.called(project, name); len(found) == 1 {
			list[i] = found[0]
		}
	}
	return list
}

// called returns the servers and tasks that a name means.
func (p Pages) called(project, name string) (list []string) {
	for _, st := range app.Statuses(p.sup.Projects()) {
		if (project == "" || st.Project == project) && (st.Name == name || st.Ref().String() == name) {
			list = append(list, st.Ref().String())
		}
	}
	return list
}

// terms applies the parts of the query that are not text: server, level, and fields.
func (l *request) terms(project string, q *wire.Parameters) {
	var servers []string
	for _, t := range l.view.Ask.Terms() {
		switch t.Key {
		case "server":
			found := l.called(project, t.Value)
			if len(found) == 0 {
				q.Fail("q", fmt.Sprintf(`no server is called %q; put "quotes" around text with a colon`, t.Value))
			}
			servers = append(servers, found...)
		case "level":
			l.query.Levels = append(slices.Clone(l.query.Levels), levels(t.Value)...)
		default:
			l.query.Where = append(l.query.Where, text.FieldFilter{Key: t.Key, Value: t.Value, Written: t.Written})
		}
	}
	if len(servers) > 0 {
		l.query.Servers = servers
	}
}

// levels returns the levels that error, >=warn or error,warn mean.
func levels(value string) []string {
	if least, ok := strings.CutPrefix(value, ">="); ok {
		return logs.AtLeast(least)
	}
	return strings.Split(value, ",")
}

// place reads where a part of the page begins.
func (l *request) place(q *wire.Parameters) {
	for _, name := range []string{"before", "after"} {
		text := q.Text(name)
		if text == "" {
			continue
		}
		at, err := app.ParseMergeCursor(text)
		if err != nil {
			q.Fail(name, err.Error())
			continue
		}
		l.query.At = at
		if name == "after" {
			l.query.Direction = logs.Forward
		}
	}
}

// editsMost is how many verdicts on edits a page looks at.
const editsMost = 500

// look fills in how lines are drawn.
func (l *request) look(project string) {
	v := &l.view
	v.Base = "/logs"
	if project != "" {
		l.query.Projects = []string{project}
		v.Base = views.ProjectPath(project) + "/logs"
	}
	mark := cmp.Or(v.Ask.Mark, l.query.Grep)
	v.Look = lines.Look{
		Base: v.Base, Mark: mark, Fold: !v.Ask.Unfolded,
		Marks:   lines.Marks(mark, l.query.Regex && mark == l.query.Grep, mark == strings.ToLower(mark)),
		Today:   lines.Day(time.Now()),
		Servers: map[string]lines.LogServer{}, Context: l.query.Context > 0, Find: l.find(),
	}
	l.servers(project)
	for _, e := range l.sup.Events.Page(l.edits(0)).Events {
		if row, ok := views.ActivityEvent(e); ok && !l.narrow() {
			v.Look.Edits = append(v.Look.Edits, row)
		}
	}
}

// edits selects the verdicts on edits that are shown among the lines, after an event.
func (l *request) edits(after int64) app.EventQuery {
	targets := l.query.Servers
	if len(targets) == 0 {
		targets = l.query.Projects
	}
	return app.EventQuery{After: after, Targets: targets, Events: []string{app.EventEdit}, Limit: editsMost}
}

// narrow reports whether only lines that match something are shown, among which other things would be noise.
func (l *request) narrow() bool { return l.query.Grep != "" || len(l.query.Where) > 0 }

// servers lists what can be shown. A server's color is its place in its project.
func (l *request) servers(project string) {
	all := l.sup.Projects()
	if project != "" {
		all = slices.DeleteFunc(slices.Clone(all), func(p app.ProjectView) bool { return p.ID != project })
	}
	l.view.Servers, l.view.All = nil, 0
	for _, p := range all {
		l.view.All += len(p.Servers)
		for i, st := range p.Members() {
			one := lines.LogServer{Task: i >= len(p.Servers), Ref: st.Ref(), Name: st.Name, Color: i, Run: st.Run,
				Chosen: slices.Contains(l.view.Ask.Servers, st.Ref().String())}
			if len(all) > 1 {
				one.Name = st.Ref().String()
			}
			l.view.Look.Servers[st.Ref().String()] = one
			if st.Run != "" || one.Chosen {
				l.view.Servers = append(l.view.Servers, one)
			}
		}
	}
	if project == "" {
		l.farServers()
	}
}
