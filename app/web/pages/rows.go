package pages

import (
	"context"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/views"
)

// rows makes the views of servers and tasks.
type rows struct {
	sup    *supervisor.Supervisor
	reader *logs.Logs
	edits  *edits.Edits
	causes *causes
	places places
	asks   *asks

	answered *answered
	hosts    func() []app.HostView // nil: there are none
}

// tables makes rows. It remembers the last lines of ended runs, which never change. One goroutine uses it.
type tables struct {
	rows
	last map[string][]string // by run
}

func (c rows) tables() *tables {
	return &tables{rows: c, last: map[string][]string{}}
}

// of returns the groups of projects. Among many, those at rest come last and have no rows, unless they are unfolded or
// open. An unfolded one stays where it is when it is used.
func (b *tables) of(ctx context.Context, projects []app.ProjectView, home, open string,
	unfolded []string) []*views.GroupView {
	list := make([]*views.GroupView, 0, len(projects))
	var later []*views.GroupView
	for _, p := range projects {
		rests, stays := views.AtRest(p, len(projects)), slices.Contains(unfolded, p.ID)
		switch {
		case rests && !stays && p.ID != open:
			later = append(later, &views.GroupView{ProjectView: p, Home: home, Resting: true})
		case rests || stays:
			later = append(later, b.group(ctx, p, home))
		default:
			list = append(list, b.group(ctx, p, home))
		}
	}
	return append(list, later...)
}

func (b *tables) group(ctx context.Context, p app.ProjectView, home string) *views.GroupView {
	v := &views.GroupView{ProjectView: p, Home: home}
	if _, _, far := app.CutHost(p.ID); !far { // the edits of others are known where their files are
		v.Edited = b.edited(p.ID)
	}
	row := func(st app.Status) views.ServerView { return b.row(ctx, st, p.Trust, v.Edited) }
	v.ServerRows, v.TaskRows = words.Each(p.Servers, row), words.Each(p.Tasks, row)
	return v
}

func (b *tables) edited(project string) app.EditPage {
	page, err := b.edits.LastEdit(project)
	if err != nil {
		return app.EditPage{}
	}
	for i := range page.Verdicts {
		b.stand(&page.Verdicts[i], page.Edit)
	}
	page.Sum()
	return page
}

// stand adds to a verdict since when the server is broken and until when it was good. What is known to have broken it
// is no longer pending.
func (b *tables) stand(v *app.Verdict, edit *app.Edit) {
	project, name, _ := strings.Cut(v.Server, "/")
	ref := app.Ref{Project: project, Name: name}
	switch broken := b.edits.Standing(ref); {
	case broken != nil:
		v.Broken = broken
		if v.State == app.VerdictPending && broken.Edit.Number == edit.Number {
			v.State = app.VerdictBroken
		}
	case v.State == app.VerdictBroken && v.Broken == nil && !v.Before:
		if runs := b.sup.Kept.List(ref); len(runs) > 1 && runs[1].ReadyAt != nil {
			v.Broken = &app.Broken{Edit: *edit, GoodUntil: runs[1].ReadyAt}
		}
	}
}

func (b *tables) row(ctx context.Context, st app.Status, trusted settings.TrustState,
	edited app.EditPage) views.ServerView {
	c := views.ServerView{Status: st, Trust: trusted, Now: time.Now(), Edit: edited.Edit, Verdict: edited.Of(st.Ref())}
	if _, _, far := app.CutHost(st.Project); far { // nothing of it is known here but its status
		return c
	}
	if st.State.Up() {
		c.Past = b.sup.Meter.Past(st.Ref())
	}
	if st.Errors > 0 && st.Failure == nil {
		c.ErrorList = b.errors(ctx, st)
	}
	if st.EndedByItself() && st.Failure == nil && (views.Troubled(st) || st.Kind.IsTask()) {
		c.Last = b.lastLines(ctx, st)
	}
	if views.Troubled(st) || st.Failure != nil {
		c.Why, c.Block = b.causes.of(ctx, st)
	}
	return c
}

// newestLines is how many lines of a server its drawer shows.
const newestLines = 12

// open returns the server or task whose drawer is open, with its newest lines, or nil if there is none of that name.
func (b *tables) open(ctx context.Context, projects []app.ProjectView, ref app.Ref) *views.ServerView {
	at := slices.IndexFunc(projects, func(p app.ProjectView) bool { return p.ID == ref.Project })
	if at < 0 {
		return nil
	}
	for st := range projects[at].Each() {
		if st.Name == ref.Name {
			c := b.row(ctx, *st, projects[at].Trust, b.edited(ref.Project))
			c.Lines = b.newest(ctx, *st)
			if c.Errors > 0 {
				c.Detail = b.places.described(ref.String(), c.Run, b.errors(ctx, *st), nil)
			}
			return &c
		}
	}
	return nil
}

func (b *tables) newest(ctx context.Context, st app.Status) []app.LogLine {
	if st.Run == "" {
		return nil
	}
	page, err := b.reader.Read(ctx, logs.Query{Ref: st.Ref(), Run: st.Run, Only: true, Limit: newestLines})
	if err != nil {
		return nil
	}
	return page.Lines
}

// table returns the page of one project, or of all; open is the server whose drawer is open, or nothing. Projects that
// are unfolded, or whose server is open, have their rows.
func (b *tables) table(ctx context.Context, projects []app.ProjectView, alone string, open app.Ref,
	unfolded ...string) *views.TableView {
	shown, manager := projectsOf(projects, alone), b.sup.View()
	groups, far := b.of(ctx, shown, manager.Home, open.Project, unfolded), []app.HostView(nil)
	if alone == "" && b.hosts != nil {
		far = b.hosts()
	}
	for _, h := range far {
		for _, p := range h.Projects {
			groups = append(groups, b.group(ctx, p, ""))
		}
	}
	return &views.TableView{
		Groups: groups, Hosts: far, Asks: b.asks.of(shown), Alone: alone,
		Open:    b.open(ctx, shown, open),
		Manager: manager, Now: time.Now(),
	}
}

// maxErrors is how many errors a drawer shows.
const maxErrors = 3

func (b *tables) errors(ctx context.Context, st app.Status) views.ErrorList {
	muted := b.edits.Muted(st.Ref())
	page, err := b.edits.Errors(ctx, edits.ErrorQuery{Ref: st.Ref(), Limit: maxErrors + len(muted)})
	if err != nil {
		return nil
	}
	list := slices.DeleteFunc(page.Errors, func(e digest.Error) bool { return slices.Contains(muted, e.Fingerprint) })
	return list[max(0, len(list)-maxErrors):]
}

// endLines is how many of the last lines of an ended run its drawer shows.
const endLines = 8

func (b *tables) lastLines(ctx context.Context, st app.Status) []string {
	if lines, ok := b.last[st.Run]; ok {
		return lines
	}
	page, err := b.reader.Read(ctx, logs.Query{Ref: st.Ref(), Run: st.Run, Only: true, Limit: endLines})
	if err != nil {
		return nil
	}
	var lines []string
	for _, l := range page.Lines {
		if strings.TrimSpace(l.Text) != "" {
			lines = append(lines, l.Text)
		}
	}
	b.last[st.Run] = lines
	return lines
}
