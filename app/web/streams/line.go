package streams

import (
	"net/http"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/transcript/text"
	"devservers/app/web/wire"
	"devservers/views"
	"devservers/views/lines"
)

// The most of an error that the drawer shows, in lines, and the most places.
const (
	lineErrorMost = 300
	linePlaces    = 8
)

// Line sends one line with all that is known of it, for the drawer.
func (p Pages) Line(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	v, err := l.line(r, l.view.Ask.Line)
	if err != nil {
		return err
	}
	return wire.WritePage(w, r, http.StatusOK, lines.Drawer(v))
}

// line reads the line run:seq. One that is no longer stored is Gone.
func (l *request) line(r *http.Request, cursor string) (lines.LineView, error) {
	v := lines.LineView{Page: l.view, Gone: true}
	run, seq, err := app.ParseCursor(cursor)
	if err != nil {
		return v, err
	}
	ref, err := l.reader.Owner(l.query.Projects, run)
	if err != nil {
		return v, nil //nolint:nilerr // the run is no longer stored
	}
	v.Server = l.view.Look.Servers[ref.String()]
	page, err := l.reader.ReadMerged(r.Context(), logs.Query{
		Projects: []string{ref.Project}, Servers: []string{ref.String()}, At: app.MergeCursor{ref: {Run: run, Seq: seq - 1}},
		Direction: logs.Forward, Limit: 1, Errors: true,
	})
	if err != nil || len(page.Lines) == 0 || page.Lines[0].Gap != nil || page.Lines[0].Run != run ||
		page.Lines[0].Seq != seq {
		return v, err
	}
	v.Line, v.Gone = page.Lines[0], false
	if record, ok := text.ParseFields(v.Line.Text); ok {
		v.Record = &record
	}
	if e := v.Line.Error; e != nil && e.To > e.From {
		if err := l.aroundError(r, &v, ref, e.From, e.To); err != nil {
			return v, err
		}
	}
	v.Places = l.placesOf(v)
	return v, nil
}

// aroundError adds all lines of the error that the line is part of.
func (l *request) aroundError(r *http.Request, v *lines.LineView, ref app.Ref, from, to int64) error {
	page, err := l.reader.Read(r.Context(), logs.Query{Ref: ref, Run: v.Line.Run, Only: true, Direction: logs.Forward,
		After: from - 1, Before: to + 1, Limit: lineErrorMost})
	v.Around = page.Lines
	return err
}

// placesOf returns the places that a line or its error names, that of the error first.
func (l *request) placesOf(v lines.LineView) (list []views.Place) {
	look, known := l.view.Look, map[string]bool{}
	add := func(at views.Place) {
		if !known[at.String()] && len(list) < linePlaces {
			known[at.String()] = true
			list = append(list, at)
		}
	}
	if e := v.Line.Error; e != nil {
		if at, ok := look.PlaceOf(v.Line.Server, e); ok {
			add(at)
		}
	}
	for _, l := range append([]app.LogLine{v.Line.LogLine}, v.Around...) {
		for _, at := range look.PlacesIn(v.Line.Server, l.Text) {
			add(at)
		}
	}
	return list
}
