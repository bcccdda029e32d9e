package view

import (
	"strconv"
	"strings"

	"devservers/app"
)

// Hits draws hits, those of one run below its name.
func (v View) Hits(page app.SearchPage) string {
	var b strings.Builder
	run := ""
	for _, hit := range page.Hits {
		if at := hit.Server + hit.Run; at != run {
			if run != "" {
				b.WriteString("\n")
			}
			run = at
			b.WriteString(v.Paint(Bold, hit.Server) + v.Paint(Dim, "  run "+hit.Run) + "\n")
		}
		head := v.moment(hit.Time) + "  " + strconv.FormatInt(hit.Seq, 10) + "  "
		b.WriteString("  " + v.Paint(Dim, head) + Clip(Plain(hit.Text), v.Width-Columns(head)-2, v.Style) + "\n")
	}
	return b.String()
}
