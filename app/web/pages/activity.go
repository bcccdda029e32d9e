package pages

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/wire"
	"devservers/views"
)

// How much the page of activity shows, and how often it is drawn again at most and at least.
const (
	activityRows   = 200
	activityEvents = 300
	activityFew    = 10 // on a project's page
	activitySoon   = time.Second
	activityLate   = 5 * time.Second
	together       = 2 * time.Second // requests within it belong together
)

// activity draws what happened, and who did it.
type activity struct {
	sup     *supervisor.Supervisor
	history *history.Store
	frame   frame
	ended   *endedRuns
}

// endedRuns remembers runs that are over.
type endedRuns struct {
	mu   sync.Mutex
	runs map[string]app.RunInfo
}

// Page draws the page.
func (a activity) Page(w http.ResponseWriter, r *http.Request) error {
	v, err := a.view(r.URL.Query())
	if err != nil {
		return err
	}
	s := a.frame.of("", "Activity", "history")
	s.Styles = []string{"activity.css"}
	s.Drawn += activityToken(r.Context(), v)
	s.Stream = s.StreamAddress("activity") + "&" + url.Values{"activity": {v.Ask.Query().Encode()}}.Encode()
	return wire.WritePage(w, r, http.StatusOK, views.Activity(s, v))
}

// recent returns the last events of a project.
func (a activity) recent(project string) *views.ActivityView {
	v, err := a.view(views.ActivityAsk{Target: project, Most: activityFew}.Query())
	if err != nil {
		return nil
	}
	return &v
}

// feed sends the list again when it has changed.
func (a activity) feed(streams wire.Streams, q url.Values) wire.Feed {
	return func(ctx context.Context, _ string, emit func(wire.Message)) {
		ask, err := url.ParseQuery(q.Get("activity"))
		if err != nil {
			return
		}
		has, drawn := SentSince(q.Get("drawn")), time.Time{}
		streams.OnChange(ctx, func() time.Duration {
			if since := time.Since(drawn); since < activitySoon {
				return activitySoon - since
			}
			drawn = time.Now()
			if v, err := a.view(ask); err == nil {
				if list := draw(ctx, views.ActivityList(v)); has.Note("activity", list) {
					emit(wire.Message{Data: list})
				}
			}
			return activityLate
		})
	}
}

func activityToken(ctx context.Context, v views.ActivityView) string {
	return SentToken("activity", draw(ctx, views.ActivityList(v)))
}

func (a activity) view(q url.Values) (views.ActivityView, error) {
	v := views.ActivityView{Now: time.Now(), Ask: views.ActivityAsk{
		Who: q.Get("actor"), Action: q.Get("action"), Target: q.Get("target"), Since: q.Get("since"),
		Trouble: q.Get("trouble") == "1", Most: min(wire.NewParameters(q).Count("most"), activityRows),
	}}
	since, err := app.ParseTime(v.Now, v.Ask.Since)
	if err != nil {
		return v, err
	}
	ask := history.Query{Limit: activityRows, Action: history.Action(v.Ask.Action), Target: v.Ask.Target, Since: since}
	if !slices.Contains([]string{"agents", "me", "auto"}, v.Ask.Who) {
		ask.Actor = v.Ask.Who
	}
	entries, err := a.history.Query(ask)
	if err != nil {
		return v, err
	}
	entries = slices.DeleteFunc(entries, func(e history.Entry) bool { return !fits(v.Ask.Who, e.Actor.Kind) })
	for _, list := range grouped(entries) {
		v.Rows = append(v.Rows, a.row(list, v.Now))
	}
	a.addReads(&v, since)
	a.addEvents(&v, since)
	slices.SortStableFunc(v.Rows, func(x, y views.ActivityRow) int { return y.At.Compare(x.At) })
	if v.Ask.Trouble {
		v.Rows = views.ActivityTrouble(v.Rows)
	}
	v.Rows = v.Rows[:min(len(v.Rows), cmp.Or(v.Ask.Most, activityRows))]
	return v, nil
}

// fits reports whether requests of a kind of actor are among those of who.
func fits(who string, kind app.ActorKind) bool {
	switch who {
	case "agents":
		return kind == app.ActorMCP || kind == app.ActorShell
	case "me":
		return kind == app.ActorCLI || kind == app.ActorUI
	case "auto":
		return slices.Contains([]app.ActorKind{app.ActorIdle, app.ActorWatch, app.ActorVisit, app.ActorLink,
			app.ActorCrash}, kind)
	}
	return true
}

// grouped combines requests that started or stopped several servers of a project together.
func grouped(entries []history.Entry) (list [][]history.Entry) {
	for _, e := range entries {
		if n := len(list); n > 0 && belong(list[n-1][0], e) {
			list[n-1] = append(list[n-1], e)
			continue
		}
		list = append(list, []history.Entry{e})
	}
	return list
}

func belong(a, b history.Entry) bool {
	several := a.Action == history.Start || a.Action == history.Stop || a.Action == history.Restart
	return several && a.Action == b.Action && a.Actor == b.Actor && a.Result == "ok" && b.Result == "ok" &&
		a.Target != b.Target &&
		projectOf(a.Target) == projectOf(b.Target) && a.Time.Sub(b.Time).Abs() < together
}

// row draws requests that belong together, with a button that undoes the newest change of an overlay.
func (a activity) row(list []history.Entry, now time.Time) views.ActivityRow {
	row := views.ActivityOf(list, a.run, now)
	if e := list[0]; e.Action == history.SetEnv && e.Result == "ok" {
		if ref, ok := refOf(e.Target); ok {
			if st, err := a.sup.Status(ref); err == nil && len(st.Overlay) > 0 {
				row.Reset = ref
			}
		}
	}
	return row
}

func refOf(target string) (app.Ref, bool) {
	ref := app.Event{Project: projectOf(target), Server: target}.Ref()
	return ref, ref.Name != ""
}

// run returns the run that a request was about. The ones that are over never change.
func (a activity) run(e history.Entry) (app.RunInfo, bool) {
	ref, ok := refOf(e.Target)
	if !ok || e.Run == "" {
		return app.RunInfo{}, false
	}
	a.ended.mu.Lock()
	defer a.ended.mu.Unlock()
	if run, known := a.ended.runs[e.Run]; known {
		return run, true
	}
	for _, run := range a.sup.Kept.List(ref) {
		if run.EndedAt != nil {
			a.ended.runs[run.ID] = run
		}
		if run.ID == e.Run {
			return run, true
		}
	}
	return app.RunInfo{}, false
}

// addReads adds what agents have read.
func (a activity) addReads(v *views.ActivityView, since time.Time) {
	if v.Ask.Who == "me" || v.Ask.Who == "auto" || v.Ask.Action != "" || v.Ask.Target != "" {
		return
	}
	for _, r := range a.history.Reads(since) {
		if v.Ask.Who == "" || v.Ask.Who == "agents" || v.Ask.Who == r.Actor.Client || v.Ask.Who == string(r.Actor.Kind) {
			v.Rows = append(v.Rows, views.ActivityReads(r))
		}
	}
}

// addEvents adds what happened on its own.
func (a activity) addEvents(v *views.ActivityView, since time.Time) {
	if v.Ask.Who != "" && v.Ask.Who != "auto" || v.Ask.Action != "" {
		return
	}
	q := app.EventQuery{Since: since, Limit: activityEvents}
	page := a.sup.Events.Page(q)
	v.Rows = append(v.Rows, views.ActivityEvents(slices.DeleteFunc(slices.Clone(page.Events), func(e app.Event) bool {
		return v.Ask.Target != "" && v.Ask.Target != e.Project && v.Ask.Target != e.Server
	}))...)
}
