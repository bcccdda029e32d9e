package ui

import (
	"context"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/edits"
	"devservers/app/logs"
	"devservers/app/supervisor"
	"devservers/app/why"
	"devservers/views"
)

// cards draws servers and tasks as cards.
type cards struct {
	sup    *supervisor.Supervisor
	reader *logs.Logs
	edits  *edits.Edits
	causes *why.Why

	answered *answered
}

// boards makes cards. It remembers the last lines of ended runs, which never change, and why they failed. One goroutine
// uses it.
type boards struct {
	cards
	last  map[string][]string // by run
	found map[app.Ref]found
}

func (c cards) boards() *boards {
	return &boards{cards: c, last: map[string][]string{}, found: map[app.Ref]found{}}
}

func (b *boards) of(ctx context.Context, projects []app.ProjectView) []views.BoardView {
	list, home := make([]views.BoardView, 0, len(projects)), b.sup.View().Home
	for _, p := range projects {
		v := views.BoardView{ProjectView: p, Home: home, Edited: b.edited(p.ID)}
		for _, st := range p.Servers {
			v.ServerCards = append(v.ServerCards, b.card(ctx, st, p.Trust, v.Edited))
		}
		for _, st := range p.Tasks {
			v.TaskCards = append(v.TaskCards, b.card(ctx, st, p.Trust, v.Edited))
		}
		list = append(list, v)
	}
	return list
}

func (b *boards) edited(project string) app.EditPage {
	page, err := b.edits.LastEdit(project)
	if err != nil {
		return app.EditPage{}
	}
	return page
}

func (b *boards) card(ctx context.Context, st app.Status, trusted trust.State, edited app.EditPage) views.CardView {
	c := views.CardView{Status: st, Trust: trusted, Now: time.Now(), Edit: edited.Edit, Verdict: edited.Of(st.Ref())}
	if st.State.Up() {
		c.Past = b.sup.Meter.Past(st.Ref())
	}
	if st.Errors > 0 && st.Failure == nil {
		c.ErrorList = b.errors(ctx, st)
	}
	if st.EndedByItself() && st.Failure == nil && (views.Troubled(st) || st.Kind == config.KindTask) {
		c.Last = b.lastLines(ctx, st)
	}
	if views.Troubled(st) || st.Failure != nil {
		c.Why = b.why(ctx, st)
	}
	return c
}

// maxErrors is how many errors a card shows.
const maxErrors = 3

func (b *boards) errors(ctx context.Context, st app.Status) views.ErrorList {
	page, err := b.edits.Errors(ctx, edits.ErrorQuery{Ref: st.Ref(), Limit: maxErrors})
	if err != nil {
		return nil
	}
	return page.Errors
}

// endLines is how many of the last lines of an ended run its card shows.
const endLines = 8

func (b *boards) lastLines(ctx context.Context, st app.Status) []string {
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

// found is what a diagnosis found. The key is what it is about: with another one, the diagnosis is made again.
type found struct {
	key  whyKey
	list []app.Finding
}

type whyKey struct {
	ref     app.Ref
	run     string
	state   app.State
	failure *app.Error
	errors  int
}

// why returns the findings about a server that has failed. They are made once per failure: cards are drawn often.
func (b *boards) why(ctx context.Context, st app.Status) []app.Finding {
	key := whyKey{st.Ref(), st.Run, st.State, st.Failure, st.Errors}
	if known, ok := b.found[st.Ref()]; ok && known.key == key {
		return known.list
	}
	d, err := b.causes.Diagnose(ctx, st.Ref())
	if err != nil {
		return nil
	}
	b.found[st.Ref()] = found{key, d.Findings}
	return d.Findings
}
