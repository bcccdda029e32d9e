package pages

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// pageLines is how many of a run's last lines its page shows as text, before the terminal is there or without it.
const pageLines = 500

// Server shows the newest run of a server or task, and follows newer ones.
func (p Pages) Server(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return p.server(w, r, ref, "", views.TabNamed(r.URL.Query().Get("tab")))
}

// Runs is Server with the tab of its stored runs.
func (p Pages) Runs(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return p.server(w, r, ref, "", views.TabRuns)
}

// Run shows one run: live while it lives, a replay afterwards.
func (p Pages) Run(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return p.server(w, r, ref, r.PathValue("run"), views.TabNamed(r.URL.Query().Get("tab")))
}

func (p Pages) server(w http.ResponseWriter, r *http.Request, ref app.Ref, run, tab string) error {
	v, err := p.runView(r.Context(), p.rows.tables(), ref, run, tab)
	if err != nil {
		return err
	}
	follow := ""
	if tab == views.TabLogs && v.Follow {
		v.Lines, follow = p.lines.Tab(r, v.Now.Ref())
	}
	if IsFragment(r) {
		defer p.rows.answered.note(ref)
		return wire.WritePage(w, r, http.StatusOK, templ.Join(views.RunHead(views.ShellView{}, v), views.Panel(v)))
	}
	frame := p.runFrame(w, r, v)
	if follow != "" {
		frame.Stream += "&" + follow
		frame.Modules = append(frame.Modules, "js/logs.js", "js/logs-line.js")
	}
	if v.Run.StartedAt.IsZero() {
		status := http.StatusOK
		if run != "" {
			status = http.StatusNotFound
		}
		return wire.WritePage(w, r, status, views.NoRun(frame, v, v.Runs))
	}
	p.sup.Activity.Touch(ref)
	v.Page, err = p.reader.Read(r.Context(), logs.Query{Ref: ref, Run: v.Run.ID, Only: true, Limit: pageLines, SGR: true})
	if err != nil {
		return err
	}
	return wire.WritePage(w, r, http.StatusOK, views.RunPage(frame, v))
}

// RunHead sends the part of a run's page that changes. It fails if the run is no longer stored.
func (p Pages) RunHead(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v, err := p.runView(r.Context(), p.rows.tables(), ref, r.PathValue("run"), views.TabTerminal)
	if err != nil {
		return err
	}
	if v.Run.StartedAt.IsZero() {
		return app.Failf(app.CodeNotFound, "the server's page lists its stored runs", "no run %s of %s is stored",
			words.Quote(v.Run.ID), ref)
	}
	return wire.WritePage(w, r, http.StatusOK, views.RunHead(p.frame.of(ref.Project, ref.String(), "servers"), v))
}

// NewestRun leads to the newest run of a server or task, or states that it has none.
func (p Pages) NewestRun(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	st, err := p.sup.Status(ref)
	if err != nil {
		return err
	}
	if st.Run == "" {
		return p.server(w, r, ref, "", views.TabTerminal)
	}
	return wire.Redirect(w, http.StatusFound, views.TerminalPath(st))
}

// runView returns a server's page: with the run of this id, which is all that it has if it is not stored, or with the
// newest one if run is "".
func (p Pages) runView(ctx context.Context, b *tables, ref app.Ref, run, tab string) (v views.RunView, err error) {
	project, now, err := statusIn(p.sup, ref)
	if err != nil {
		return v, err
	}
	v = views.RunView{Now: now, Trust: project.Trust, Time: time.Now(), Follow: run == "", Tab: tab,
		Runs: p.sup.Kept.List(now.Ref())}
	v.Row = b.row(ctx, now, project.Trust, b.edited(ref.Project))
	v.Tabs, v.Run.ID = views.TabsOf(project, ref.Name), cmp.Or(run, now.Run)
	if i := slices.IndexFunc(v.Runs, func(run app.RunInfo) bool { return run.ID == v.Run.ID }); i >= 0 {
		v.Run = v.Runs[i]
	}
	switch tab {
	case views.TabErrors:
		page, err := b.edits.Errors(ctx, edits.ErrorQuery{Ref: ref, Run: v.Run.ID, Fixed: true})
		if err == nil {
			v.Errors = p.places.described(ref.String(), v.Run.ID, page.Errors, b.edits.Muted(ref))
			v.Edited = b.edited(ref.Project)
		}
	case views.TabEnvironment:
		v.Env, _ = access.Environment(p.sup, ref) // a file that can't be read is shown by the trouble above
		slices.SortStableFunc(v.Env, func(a, b app.EnvVariable) int { return cmp.Compare(inherited(a), inherited(b)) })
	}
	return v, nil
}

// inherited orders variables: the ones that are declared come first.
func inherited(v app.EnvVariable) int {
	if v.Inherited() {
		return 1
	}
	return 0
}

// runFrame returns the frame of a page with a terminal. xterm.js makes style elements for the colors of a terminal,
// which the policy allows by a nonce.
func (p Pages) runFrame(w http.ResponseWriter, r *http.Request, v views.RunView) views.ShellView {
	frame := p.frame.of(v.Now.Project, v.Now.Ref().String(), "servers")
	frame.Nonce = wire.Random(16)
	frame.Styles = []string{"vendor/xterm-6.0.0.css", "terminal.css", "logs.css"}
	frame.Modules = []string{"js/server.js"}
	if !v.Run.StartedAt.IsZero() {
		frame.Modules = append(frame.Modules, "js/terminal.js")
	}
	q := url.Values{"server": {v.Now.Name}, "tab": {v.Tab}}
	if !v.Follow {
		q.Set("run", v.Run.ID)
	}
	has := SentSince("")
	p.noteServer(r.Context(), v, has)
	frame.Drawn += has.All()
	frame.Stream = frame.StreamAddress("server") + "&" + q.Encode()
	guard.Policy{StyleNonce: frame.Nonce}.Set(w.Header())
	return frame
}

// noteServer notes how the parts of a server's page look, and reports which of them the page doesn't have.
func (p Pages) noteServer(ctx context.Context, v views.RunView, has SentParts) (head, panel bool) {
	mark := p.rows.answered.mark(v.Now.Ref())
	v.Row, v.Time = frozen(v.Row), v.Row.Since
	head = has.Note("head", mark+draw(ctx, views.RunHead(views.ShellView{}, v)))
	return head, v.Tab != views.TabLogs && has.Note("panel", mark+draw(ctx, views.Panel(v))) // lines come on their own
}

// serverFeed updates the page of a server: its head, and the tab that is shown.
func (p Live) serverFeed(q url.Values) wire.Feed {
	return func(ctx context.Context, _ string, emit func(wire.Message)) {
		has, b := SentSince(q.Get("drawn")), p.pages.rows.tables()
		ref := app.Ref{Project: q.Get("project"), Name: q.Get("server")}
		p.streams.OnChange(ctx, func() time.Duration {
			v, err := p.pages.runView(ctx, b, ref, q.Get("run"), views.TabNamed(q.Get("tab")))
			if err != nil {
				return rowRefresh
			}
			head, panel := p.pages.noteServer(ctx, v, has)
			var out strings.Builder
			if head {
				out.WriteString(draw(ctx, views.RunHead(views.ShellView{}, v)))
			}
			if panel {
				out.WriteString(draw(ctx, views.Panel(v)))
			}
			if out.Len() > 0 {
				emit(wire.Message{Data: out.String()})
			}
			return rowRefresh
		})
	}
}
