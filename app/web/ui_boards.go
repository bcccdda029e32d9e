package web

import (
	"context"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/edits"
	"devservers/app/logs"
	"devservers/views"
)

// boards makes cards. It remembers the last lines of runs that are over, which never change, and why they failed. One goroutine uses it.
type boards struct {
	s     *Server
	last  map[string][]string // by run
	found map[app.Ref]found
}

func (s *Server) newBoards() *boards {
	return &boards{s: s, last: map[string][]string{}, found: map[app.Ref]found{}}
}

// of gives each project's cards.
func (b *boards) of(ctx context.Context, projects []app.ProjectView) []views.BoardView {
	list, home := make([]views.BoardView, 0, len(projects)), b.s.sup.View().Home
	for _, p := range projects {
		v := views.BoardView{ProjectView: p, Home: home}
		edited := b.edited(p.ID)
		v.Edited = edited
		for _, st := range p.Servers {
			v.ServerCards = append(v.ServerCards, b.card(ctx, st, p.Trust, edited))
		}
		for _, st := range p.Tasks {
			v.TaskCards = append(v.TaskCards, b.card(ctx, st, p.Trust, edited))
		}
		list = append(list, v)
	}
	return list
}

// edited is the verdict on the last edit of a project.
func (b *boards) edited(project string) app.EditPage {
	page, err := b.s.edits.LastEdit(project)
	if err != nil {
		return app.EditPage{}
	}
	return page
}

func (b *boards) card(ctx context.Context, st app.Status, trusted trust.State, edited app.EditPage) views.CardView {
	c := views.CardView{Status: st, Trust: trusted, Now: time.Now(), Edit: edited.Edit, Verdict: edited.Of(st.Ref())}
	if st.State.Up() {
		c.Past = b.s.sup.Past(st.Ref())
	}
	if st.Errors > 0 && st.Failure == nil {
		c.ErrorList = b.errors(ctx, st)
	}
	if st.State == app.Exited && st.Failure == nil && (views.Troubled(st) || st.Kind == config.KindTask) {
		c.Last = b.lastLines(ctx, st)
	}
	if views.Troubled(st) && !st.State.Up() || st.Failure != nil {
		c.Why = b.why(st)
	}
	return c
}

// errorsShown is how many errors a card shows.
const errorsShown = 3

func (b *boards) errors(ctx context.Context, st app.Status) views.ErrorList {
	page, err := b.s.edits.Errors(ctx, edits.ErrorQuery{Ref: st.Ref(), Limit: errorsShown})
	if err != nil {
		return nil
	}
	return page.Errors
}

// endLines is how many of the last lines of a run that is over its card shows.
const endLines = 8

func (b *boards) lastLines(ctx context.Context, st app.Status) []string {
	if lines, ok := b.last[st.Run]; ok {
		return lines
	}
	page, err := b.s.reader.Read(ctx, logs.Query{Ref: st.Ref(), Run: st.Run, Only: true, Tail: endLines})
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
