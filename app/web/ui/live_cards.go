package ui

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/web/stream"
	"devservers/views"
)

// cardRefresh is how often cards are drawn without a change, to show CPU and memory.
const cardRefresh = 2 * time.Second

// cardFeed updates the cards of a project, or of all: each is sent when it looks different, and all of them when some
// came or went.
func (p Live) cardFeed(project string) stream.Feed {
	return func(ctx context.Context, _ string, emit func(stream.Message)) {
		sent, b := changes{}, p.cards.boards()
		p.streams.OnChange(ctx, func() time.Duration {
			list := b.of(ctx, projectsOf(p.sup.Projects(), project))
			data := changedCards(ctx, list, sent, b.answered.mark)
			if m := p.sup.View(); sent.note("manager", fmt.Sprint(m.Up)) {
				data += draw(ctx, views.ManagerLine(m))
			}
			if data != "" {
				emit(stream.Message{Data: data})
			}
			return nextLook(list)
		})
	}
}

// nextLook returns when to draw the cards again without a change: time makes a verdict clear, too.
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

// changedCards draws what changed since the last time, and cards whose mark changed.
func changedCards(ctx context.Context, list []views.BoardView, sent changes, mark func(app.Ref) string) string {
	whole := sent.note("", outline(list))
	var out strings.Builder
	for _, b := range list {
		if sent.note(b.ID+" edit", draw(ctx, views.EditLine(b, time.Time{}))) {
			out.WriteString(draw(ctx, views.EditLine(b, time.Now())))
		}
		for _, c := range append(append([]views.CardView{}, b.ServerCards...), b.TaskCards...) {
			still := c
			still.Now = c.Since // a page counts times by itself
			if sent.note(c.Ref().String(), mark(c.Ref())+draw(ctx, views.Card(still))) {
				out.WriteString(draw(ctx, views.Card(c)))
			}
		}
	}
	if whole {
		return draw(ctx, views.Boards(list))
	}
	return out.String()
}

// outline returns everything that a page shows of projects besides their cards, to compare.
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

// draw returns a fragment. Views never fail by themselves.
func draw(ctx context.Context, c templ.Component) string {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return ""
	}
	return b.String()
}
