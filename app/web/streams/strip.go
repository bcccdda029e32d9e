package streams

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"devservers/app"
	"devservers/app/web/wire"
	"devservers/views/lines"
)

// The strip of time: how many parts it has, and how long a time it shows if the address gives none.
const (
	stripParts = 180
	stripTime  = 15 * time.Minute
	stripMost  = 24 * time.Hour
)

// Strip sends how much was printed when. Text and levels of the filter don't count: to look at every line would take
// long.
func (p Pages) Strip(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" {
		return app.Failf(app.CodeInvalid, "fix the filter", "%s", l.view.Problem)
	}
	q, now := l.query, time.Now()
	if q.Until.IsZero() {
		q.Until = now
	}
	if q.Since.IsZero() {
		q.Since = q.Until.Add(-stripTime)
		if first, ok := p.oldest(r, l); ok && first.Before(q.Since) {
			q.Since = first
		}
	}
	if least := 5 * time.Second; q.Until.Sub(q.Since) < least {
		q.Until = q.Since.Add(least)
	}
	list, err := p.reader.Buckets(r.Context(), q, stripParts)
	if quiet := slices.IndexFunc(list, func(b app.Bucket) bool { return b.Lines > 0 }); err == nil &&
		l.query.Since.IsZero() && quiet > stripParts/8 {
		q.Since = q.Since.Add(time.Duration(quiet-1) * q.Until.Sub(q.Since) / stripParts) // nothing was printed before
		list, err = p.reader.Buckets(r.Context(), q, stripParts)
	}
	if err != nil {
		return err
	}
	v := lines.StripView{From: q.Since, To: q.Until, Buckets: list, Sum: sum(list)}
	v.Errors, v.OnlyErrors = toggled(l.view, "error")
	v.Warnings, v.OnlyWarnings = toggled(l.view, "warn")
	w.Header().Set("X-From", strconv.FormatInt(v.From.UnixMilli(), 10))
	w.Header().Set("X-To", strconv.FormatInt(v.To.UnixMilli(), 10))
	return wire.WritePage(w, r, http.StatusOK, lines.Strip(v))
}

// toggled returns the address of the page with only one level, or with all if that is what it shows.
func toggled(v lines.View, level string) (path string, only bool) {
	only = slices.Equal(v.Ask.Levels, []string{level})
	return v.OnlyLevel(level, only), only
}

// oldest returns the time of the first line that the page shows, but none from long ago.
func (p Pages) oldest(r *http.Request, l *request) (at time.Time, ok bool) {
	q := l.query
	q.Levels, q.Grep, q.Where, q.Limit, q.Budget = nil, "", nil, first/2, patience/8
	page, err := p.reader.ReadMerged(r.Context(), q)
	i := slices.IndexFunc(page.Lines, func(line app.MergedLine) bool { return line.Gap == nil })
	if err != nil || i < 0 {
		return at, false
	}
	at = page.Lines[i].Time
	if least := time.Now().Add(-stripMost); at.Before(least) {
		at = least
	}
	return at, true
}

func sum(list []app.Bucket) (all app.Bucket) {
	for _, b := range list {
		all.Lines, all.Errors, all.Warnings = all.Lines+b.Lines, all.Errors+b.Errors, all.Warnings+b.Warnings
	}
	return all
}
