package streams

import (
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/web/wire"
)

// Text sends everything that the filter lets through as a text file, oldest line first.
func (p Pages) Text(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" {
		return app.Failf(app.CodeInvalid, "fix the filter", "%s", l.view.Problem)
	}
	l.query.Direction, l.query.SGR, l.query.Limit, l.query.Budget = logs.Forward, false, 5000, time.Minute
	l.query.At = nil
	w.Header().Set("Content-Disposition", `attachment; filename="devservers-logs.txt"`)
	out := wire.Begin(w, "text/plain; charset=utf-8")
	for more := true; more && r.Context().Err() == nil; {
		page, err := l.merged(r.Context())
		if err != nil {
			return wire.Gone(err)
		}
		for _, line := range page.Lines {
			_, _ = out.WriteString(textLine(line)) // a bufio.Writer keeps its error until it is flushed
		}
		if err := out.Send(); err != nil {
			return wire.Gone(err)
		}
		l.query.At, more = page.After, page.More
	}
	return nil
}

func textLine(l app.MergedLine) string {
	if l.Gap != nil {
		return "··· lines of " + l.Server + " are no longer stored ···\n"
	}
	return l.Time.Local().Format("2006-01-02 15:04:05.000") + " " + l.Server + " " + l.Text + "\n"
}
