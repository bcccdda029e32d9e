package cli

import (
	"context"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/reading/edits"
	"devservers/cli/client"
	"devservers/cli/view"
)

// causeLasts is for how long a cause is shown: what a person does about it may change no state.
const causeLasts = 30 * time.Second

// cause is why a server is in trouble, as of when it was asked for.
type cause struct {
	of           app.Status
	at           time.Time
	problem, fix string // one line each; "" = not known
}

// fits reports whether a cause is about st as it is now.
func (c cause) fits(st app.Status, now time.Time) bool {
	return c.of.Run == st.Run && c.of.State == st.State && c.of.Errors == st.Errors && c.of.Reason == st.Reason &&
		now.Sub(c.at) < causeLasts
}

// explain asks for the causes of servers in trouble, one at a time.
func (w *watcher) explain(ctx context.Context) {
	now := time.Now()
	for _, st := range w.screen.servers {
		known := w.screen.causes[st.Ref()]
		if !view.Trouble(st) {
			delete(w.screen.causes, st.Ref())
		} else if !w.explaining && !known.fits(st, now) {
			w.explaining = true
			go w.diagnose(ctx, cause{of: st, at: now})
		}
	}
}

// diagnose completes a cause. What can't be found out stays unknown until the next try.
func (w *watcher) diagnose(ctx context.Context, c cause) {
	var d app.Diagnosis
	err := w.c.Get(ctx, client.ServerPath(c.of)+"/why", nil, &d)
	if err == nil && len(d.Findings) > 0 {
		c.problem, c.fix = view.Plain(d.Findings[0].Problem), view.Plain(d.Findings[0].Fix)
	} else if err == nil && c.of.Errors > 0 {
		c.problem = w.lastError(ctx, c.of)
	}
	select {
	case w.found <- c:
	case <-ctx.Done():
	}
}

// lastError returns the newest error that a server printed, and where in the sources it is.
func (w *watcher) lastError(ctx context.Context, st app.Status) (text string) {
	var page edits.ErrorPage
	if err := w.c.Get(ctx, client.RunPath(st, "errors"), nil, &page); err != nil {
		return ""
	}
	var at time.Time
	for _, e := range page.Errors {
		if e.Current() && e.LastAt.After(at) {
			at, text = e.LastAt, view.Plain(strings.TrimSpace(e.Place()+" "+e.Message))
		}
	}
	return text
}
