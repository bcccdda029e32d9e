package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/views"
)

// cardRefresh is how often cards are drawn without a change, for what they use.
const cardRefresh = 2 * time.Second

// cardFeed keeps the cards of a project, or of all: each is sent when it looks different, all of them when some came
// or went.
func (s *Server) cardFeed(project string) feed {
	return func(ctx context.Context, _ string, emit func(message)) {
		sent, b := changes{}, s.newBoards()
		s.onChange(ctx, func() time.Duration {
			list := b.of(ctx, projectsOf(s.sup.Projects(), project))
			data := changedCards(ctx, list, sent)
			if m := s.sup.View(); sent.is("manager", fmt.Sprint(m.Up)) {
				data += draw(ctx, views.ManagerLine(m))
			}
			if data != "" {
				emit(message{data: data})
			}
			return nextLook(list)
		})
	}
}

// nextLook is when the cards are drawn again without a change: a verdict becomes clear by time, too.
func nextLook(list []views.BoardView) time.Duration {
	next := cardRefresh
	for _, b := range list {
		for _, c := range b.ServerCards {
			if v := c.Verdict; v != nil && v.State == app.VerdictPending {
				next = min(next, max(0, time.Until(v.Clear)))
			}
		}
	}
	return next
}

// changedCards draws what changed since the last time.
func changedCards(ctx context.Context, list []views.BoardView, sent changes) string {
	whole := sent.is("", outline(list))
	var out strings.Builder
	for _, b := range list {
		if sent.is(b.ID+" edit", draw(ctx, views.EditLine(b, time.Time{}))) {
			out.WriteString(draw(ctx, views.EditLine(b, time.Now())))
		}
		for _, c := range append(append([]views.CardView{}, b.ServerCards...), b.TaskCards...) {
			still := c
			still.Now = c.Since // a page lets times go on by itself
			if sent.is(c.Ref().String(), draw(ctx, views.Card(still))) {
				out.WriteString(draw(ctx, views.Card(c)))
			}
		}
	}
	if whole {
		return draw(ctx, views.Boards(list))
	}
	return out.String()
}

// outline is all that a page shows of projects besides the cards themselves.
func outline(list []views.BoardView) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%q %q %q %q", p.ID, p.Path, p.Trust, p.Warnings)
		if p.Problem != nil {
			fmt.Fprintf(&b, " %q", p.Problem.Detail)
		}
		for _, c := range append(append([]views.CardView{}, p.ServerCards...), p.TaskCards...) {
			fmt.Fprintf(&b, " %q", c.Ref().String())
		}
	}
	return b.String()
}

// draw renders a fragment. A component that cannot be rendered is none: views never fail by themselves.
func draw(ctx context.Context, c templ.Component) string {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return ""
	}
	return b.String()
}

// emitShell sends the frame's parts that changed.
func (s *Server) emitShell(ctx context.Context, r *http.Request, q url.Values, sent changes, emit func(message)) {
	v := s.shellFor(r, q.Get("title"), q.Get("active"), s.sup.Projects())
	if tab := views.TabOf(v.Title, v.Trouble).JSON(); sent.is("tab", tab) {
		emit(message{event: "tab", data: tab})
	}
	if len(v.Projects) < 2 {
		return
	}
	if side := draw(ctx, views.Side(v)); sent.is("side", side) {
		emit(message{data: side})
	}
}

// projectTrust is whether a person has looked at the file of a server's project.
func projectTrust(p app.ProjectView, err error) trust.State {
	if err != nil {
		return ""
	}
	return p.Trust
}
