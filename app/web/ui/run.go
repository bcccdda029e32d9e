package ui

import (
	"net/http"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/app/words"
	"devservers/views"
)

// pageLines is how many of a run's last lines its page shows as text, before the terminal is there or without it.
const pageLines = 500

// Run shows one run: live while it lives, a replay afterwards.
func (p Pages) Run(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v, runs, err := p.runView(r, ref)
	if err != nil {
		return err
	}
	if v.Run.StartedAt.IsZero() {
		return wire.WritePage(w, r, http.StatusNotFound, views.NoRun(p.runFrame(w, v), v, runs))
	}
	p.sup.Activity.Touch(ref)
	v.Page, err = p.reader.Read(r.Context(), logs.Query{Ref: ref, Run: v.Run.ID, Only: true, Limit: pageLines, SGR: true})
	if err != nil {
		return err
	}
	return wire.WritePage(w, r, http.StatusOK, views.RunPage(p.runFrame(w, v), v))
}

// RunHead sends the part of a run's page that changes.
func (p Pages) RunHead(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v, _, err := p.runView(r, ref)
	if err != nil {
		return err
	}
	if v.Run.StartedAt.IsZero() {
		return app.Failf(app.CodeNotFound, "the server's page lists its stored runs", "run %s of %s is no longer stored", words.Quote(v.Run.ID), ref)
	}
	return wire.WritePage(w, r, http.StatusOK, views.RunFrame(p.runFrame(w, v), v))
}

// NewestRun leads to the newest run of a server or task, or says that it has none.
func (p Pages) NewestRun(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v, _, err := p.runView(r, ref)
	if err != nil {
		return err
	}
	if v.Now.Run == "" {
		return wire.WritePage(w, r, http.StatusOK, views.NoRun(p.runFrame(w, v), v, nil))
	}
	return wire.Redirect(w, http.StatusFound, views.TerminalPath(v.Now))
}

// runView returns the run that the path names, with only its id if it is not stored, and all stored runs.
func (p Pages) runView(r *http.Request, ref app.Ref) (v views.RunView, runs []app.RunInfo, err error) {
	project, now, err := statusIn(p.sup, ref)
	if err != nil {
		return v, nil, err
	}
	runs = p.sup.Kept.List(now.Ref())
	v.Now, v.Trust, v.Time = now, project.Trust, time.Now()
	v.Tabs, v.Run.ID = views.TabsOf(project, ref.Name), r.PathValue("run")
	if i := slices.IndexFunc(runs, func(run app.RunInfo) bool { return run.ID == v.Run.ID }); i >= 0 {
		v.Run = runs[i]
	}
	return v, runs, nil
}

// runFrame returns the frame of a page with a terminal. xterm.js makes style elements for the colors of a terminal,
// which the policy allows by a nonce.
func (p Pages) runFrame(w http.ResponseWriter, v views.RunView) views.ShellView {
	frame := p.frame.of(v.Now.Project, v.Now.Ref().String(), "servers")
	frame.Nonce = wire.Random(16)
	frame.Styles = []string{"vendor/xterm-6.0.0.css", "terminal.css"}
	if !v.Run.StartedAt.IsZero() {
		frame.Modules, frame.Stream = []string{"js/terminal.js"}, "" // the terminal's socket says when to look
	}
	guard.Policy{StyleNonce: frame.Nonce}.Set(w.Header())
	return frame
}
