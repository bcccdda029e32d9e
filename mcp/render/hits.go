package render

import (
	"context"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
)

// WriteHits groups the lines by run; the heads are ours, so they carry the mark.
func WriteHits(b *strings.Builder, viewer func(address string) string, lines []app.FoldedLine, numbered bool) {
	m := NewMark()
	m.Begin(b)
	head := ""
	for _, l := range lines {
		if h := l.Server + " run " + l.Run; h != head {
			head = h
			m.Head(b, "%s, %s: %s", h, l.Time.Format(time.RFC3339), viewer("/p/"+l.Server+"/runs/"+l.Run))
		}
		WriteLine(b, l, numbered)
	}
	m.End(b)
}

// WithContext adds the lines around each hit, and joins equal hits.
func (r ResultReader) WithContext(ctx context.Context, hits []app.LogLine, around int64) (out []app.FoldedLine) {
	known := map[string]int{}
	for _, h := range hits {
		h.Match = true
		if at, ok := known[h.Server+"\n"+h.Text]; ok && around == 0 {
			out[at].Times++
			continue
		}
		known[h.Server+"\n"+h.Text] = len(out)
		project, name, _ := strings.Cut(h.Server, "/")
		lines := []app.LogLine{h}
		if around > 0 {
			q := logs.Query{Ref: app.Ref{Project: project, Name: name}, Run: h.Run, Only: true, After: h.Seq - around - 1,
				Before: h.Seq + around + 1, Direction: logs.Forward}
			if page, err := r.Logs.Read(ctx, q); err == nil {
				lines = page.Lines
			}
		}
		for _, l := range lines {
			l.Server, l.Match = h.Server, l.Seq == h.Seq
			l.Text = r.Mask(l.Text)
			out = append(out, app.FoldedLine{MergedLine: app.MergedLine{LogLine: l}, Times: 1, Last: l.Seq})
		}
	}
	return out
}
