package pages

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/web/wire"
	"devservers/views"
)

// rowRefresh is how often rows are drawn without a change, to show CPU, memory and lines.
const rowRefresh = 2 * time.Second

// rowFeed updates the table of a project, or of all: each part is sent when it looks different, and all of them when
// some came or went.
func (p Live) rowFeed(q url.Values) wire.Feed {
	project := q.Get("project")
	open, unfolded := opened(project, q.Get("open")), strings.Split(q.Get("unfolded"), ",")
	return func(ctx context.Context, _ string, emit func(wire.Message)) {
		has, b := SentSince(q.Get("drawn")), p.rows.tables()
		p.streams.OnChange(ctx, func() time.Duration {
			v := b.table(ctx, p.sup.Projects(), project, open, unfolded...)
			if data := changedParts(ctx, v, has, b.answered.mark); data != "" {
				emit(wire.Message{Data: data})
			}
			return nextLook(v.Groups)
		})
	}
}

// nextLook returns when to draw the rows again without a change: a verdict can also become clear with time.
func nextLook(list []*views.GroupView) time.Duration {
	next := rowRefresh
	for _, b := range list {
		for _, c := range b.ServerRows {
			if v := c.Verdict; v != nil && v.State == app.VerdictPending {
				next = min(next, max(0, time.Until(v.Clear)))
			}
		}
	}
	return next
}

// part is a piece of a page. Its look is drawn with fixed times, because a page counts times on its own.
type part struct {
	name       string
	look, real templ.Component
	group      string // that it belongs to, or is if it has the same name
}

// tableToken returns the token of the parts of a table that a page is drawn with.
func tableToken(ctx context.Context, v *views.TableView, mark func(app.Ref) string) string {
	has := SentSince("")
	noteParts(ctx, v, has, mark)
	return has.All()
}

// changedParts draws the parts that the page doesn't have, and rows whose mark changed.
func changedParts(ctx context.Context, v *views.TableView, has SentParts, mark func(app.Ref) string) string {
	whole, changed := noteParts(ctx, v, has, mark)
	if whole {
		return draw(ctx, views.Counts(v)) + draw(ctx, views.TroubleRows(v)) + draw(ctx, views.Groups(v)) +
			draw(ctx, views.Drawer(v))
	}
	var out strings.Builder
	for _, p := range changed {
		out.WriteString(draw(ctx, p.real))
	}
	return out.String()
}

// noteParts notes how the parts look, and returns the ones that the page doesn't have. It needs them all if some came
// or went.
func noteParts(ctx context.Context, v *views.TableView, has SentParts, mark func(app.Ref) string) (whole bool,
	changed []part) {
	still := *v
	still.Now = time.Time{}
	whole = has.Note("", names(v))
	within := "" // a group that is sent whole
	for _, p := range partsOf(v, &still, mark) {
		if !has.Note(p.name, draw(ctx, p.look)) || p.group != "" && p.group == within {
			continue
		}
		if changed = append(changed, p); p.group == p.name {
			within = p.group
		}
	}
	return whole, changed
}

// partsOf returns the parts of a table that change on their own. still is v without times.
func partsOf(v, still *views.TableView, mark func(app.Ref) string) []part {
	list := []part{
		{name: "counts", look: views.Counts(v), real: views.Counts(v)},
		{name: "trouble", look: views.TroubleRows(stillRows(v)), real: views.TroubleRows(v)},
	}
	for _, g := range v.Groups {
		list = append(list, part{g.ID, constant(outline(g)), views.Group(g, v, true), g.ID})
		if !g.Resting {
			list = append(list, partsIn(g, v, still, mark)...)
		}
	}
	for _, h := range v.Hosts {
		list = append(list, part{name: "host " + h.Name, look: views.HostLine(h, still.Now), real: views.HostLine(h, v.Now)})
	}
	if v.Open != nil {
		open, frozenOpen := *v, frozen(*v.Open)
		open.Open = &frozenOpen
		look := marked(mark(frozenOpen.Ref()), views.Drawer(&open))
		list = append(list, part{name: "drawer", look: look, real: views.Drawer(v)})
	}
	return list
}

func partsIn(g *views.GroupView, v, still *views.TableView, mark func(app.Ref) string) []part {
	quiet := *g
	quiet.TaskRows = nil
	list := []part{{g.ID + " head", views.GroupHead(&quiet, still), views.GroupHead(g, v), g.ID}}
	for _, c := range g.ServerRows {
		list = append(list, part{c.Ref().String(), marked(mark(c.Ref()), views.Row(frozen(c), v)), views.Row(c, v), g.ID})
	}
	for _, c := range g.TaskRows {
		list = append(list, part{c.Ref().String(), marked(mark(c.Ref()), views.Task(frozen(c), v)), views.Task(c, v), g.ID})
	}
	return list
}

// constant is what a part is compared by if that is less than drawing it.
func constant(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

// stillRows returns v with rows whose times stand still.
func stillRows(v *views.TableView) *views.TableView {
	still := *v
	still.Groups = slices.Clone(v.Groups)
	for i, g := range v.Groups {
		if g.Resting {
			continue
		}
		one := *g
		one.ServerRows = slices.Clone(g.ServerRows)
		for j, c := range one.ServerRows {
			one.ServerRows[j] = frozen(c)
		}
		still.Groups[i] = &one
	}
	return &still
}

func frozen(c views.ServerView) views.ServerView {
	c.Now = c.Since
	return c
}

// marked draws a mark before a component.
func marked(mark string, c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, mark); err != nil {
			return err
		}
		return c.Render(ctx, w)
	})
}

// names returns which projects a page shows, to compare.
func names(v *views.TableView) string {
	var b strings.Builder
	for _, h := range v.Hosts {
		fmt.Fprintf(&b, "%q:", h.Name)
	}
	for _, g := range v.Groups {
		fmt.Fprintf(&b, "%q", g.ID)
	}
	return b.String()
}

// outline returns everything that a page shows of a project except the parts that change, to compare.
func outline(g *views.GroupView) string {
	if g.Resting {
		return g.Rest()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q", g.Path, g.Warnings)
	if g.Problem != nil {
		fmt.Fprintf(&b, " %q", g.Problem.Detail)
	}
	for _, c := range slices.Concat(g.ServerRows, g.TaskRows) {
		fmt.Fprintf(&b, " %q", c.Ref().String())
	}
	return b.String()
}

// draw returns a fragment. Views never fail on their own.
func draw(ctx context.Context, c templ.Component) string {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return ""
	}
	return b.String()
}
